//! A review as the page sees it: the service of `filetto review`, move by move.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use filetto_engine::analysis::{Analyst, Effort};
use filetto_engine::explain::words::{self, Language};
use filetto_engine::explain::{Judged, review_aloud};
use filetto_rules::Game;
use filetto_search::Budget;
use filetto_solve::Answers;

use crate::messages::{JudgedMove, Reply};

/// Judges every move; `tell` hears each of them, and the whole at the end. A review that is stopped tells what it knows.
pub(crate) fn review(id: u32, game: &Game, language: Language, stop: &Arc<AtomicBool>, tell: &mut dyn FnMut(Reply)) {
    let mut answers = Answers::new(game.rules(), Effort::SOLVER).stop(Arc::clone(stop));
    let analyst = Analyst::new(Effort::STANDARD).exact(&mut answers);
    let mut analyst = analyst.budget(Budget::none().stop(Arc::clone(stop)));
    let (k, of) = (game.rules().k(), game.moves().len() + 1);
    tell(Reply::Judged { id, done: 0, of, judged: None });
    let stopped = || stop.load(Ordering::Relaxed);
    let mut watch = |_, _| if stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let mut sure = 0;
    let mut told = |judged: &Judged| {
        // What was at work when somebody wanted an end was not looked at to the end.
        if !stopped() {
            sure = judged.number;
            tell(Reply::Judged { id, done: judged.number + 1, of, judged: Some(in_words(judged, k, language)) });
        }
    };
    let mut review = review_aloud(game, &mut analyst, &mut watch, &mut told);
    review.truncate(sure);
    let moves = review.moves.iter().map(|judged| in_words(judged, k, language)).collect();
    let whole = sure == game.moves().len();
    tell(Reply::Review { id, review: serde_json::to_value(&review).unwrap_or_default(), moves, whole });
}

fn in_words(judged: &Judged, k: usize, language: Language) -> JudgedMove {
    let [better, refutation] = words::fault(judged, k, language);
    let sentence = if judged.class.is_fault() { words::judged(judged, language) } else { String::new() };
    JudgedMove {
        judged: serde_json::to_value(judged).unwrap_or_default(),
        sign: judged.sign(),
        class: words::class(judged.class, language),
        sentence,
        better,
        refutation,
    }
}

#[cfg(test)]
mod tests {
    use filetto_engine::explain::review as judge;
    use filetto_rules::read_moves;

    use super::*;

    fn told(moves: &str, stop: bool) -> (Game, Vec<Reply>) {
        let mut game = Game::new("3x3x3".parse().unwrap());
        for cell in read_moves(&game, moves, None).unwrap().moves {
            game.play(cell).unwrap();
        }
        let mut replies = Vec::new();
        let mut tell = |reply| replies.push(reply);
        review(7, &game, Language::English, &Arc::new(AtomicBool::new(stop)), &mut tell);
        (game, replies)
    }

    #[test]
    fn the_page_gets_each_move_and_the_review_of_the_command_line() {
        let (game, replies) = told("a1 b1 b2 c3 a3 c1 a2", false);
        let mut answers = Answers::new(game.rules(), Effort::SOLVER);
        let mut analyst = Analyst::new(Effort::STANDARD).exact(&mut answers);
        let same = judge(&game, &mut analyst, &mut |_, _| ControlFlow::Continue(()));
        let Some(Reply::Review { review, moves, whole: true, .. }) = replies.last() else { panic!("{replies:?}") };
        assert_eq!(*review, serde_json::to_value(&same).unwrap());
        assert_eq!((moves.len(), replies.len()), (7, 1 + 7 + 1));
        // O answers a corner beside it: a draw thrown away, and X takes what it is given.
        assert_eq!((moves[1].sign, moves[1].class), ("??", "draw thrown away"));
        assert!(moves[1].better.contains("would have kept the draw"), "{:?}", moves[1]);
        assert_eq!(moves[2].sign, "!");
    }

    #[test]
    fn a_review_that_is_stopped_judges_nothing_it_has_not_seen() {
        let (_, replies) = told("a1 b1 b2", true);
        let Some(Reply::Review { moves, whole: false, .. }) = replies.last() else { panic!("{replies:?}") };
        assert!(moves.is_empty());
    }
}
