//! What a position is, for the page: the answer that every command gives, then better ones while there is time.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use filetto_engine::analysis::{Analyst, Answer, Effort, Line, MoveValue, Source, Value};
use filetto_engine::explain::{Language, words};
use filetto_engine::{Player, Settings};
use filetto_rules::{Cell, Game, excerpt};
use filetto_search::{Budget, Clock};
use filetto_solve::Answers;

use crate::desk::Refusal;
use crate::limits::SEARCH_MEMORY;
use crate::messages::{AnswerLine, Code, Reply, names};
use crate::players::DEFAULT_PLAYER;
use crate::work;

/// What is wanted of an analysis.
pub(crate) struct Wish {
    /// Who estimates, if not the default player.
    pub(crate) player: Option<String>,
    pub(crate) lines: usize,
    pub(crate) values: bool,
    pub(crate) language: Language,
}

/// The language of a code.
pub(crate) fn language(code: &str) -> Result<Language, Refusal> {
    let unknown = || Refusal(Code::BadMessage, format!("there is no language '{}'", excerpt(code, 20)));
    Language::from_code(code).ok_or_else(unknown)
}

/// Checks that the player that is to estimate plays on this board.
pub(crate) fn check(game: &Game, wish: &Wish) -> Result<(), Refusal> {
    match &wish.player {
        Some(name) if !game.outcome().is_over() => work::seat(name, game).map(|_| ()),
        _ => Ok(()),
    }
}

/// Tells what a position is, and better answers while there is time.
pub(crate) fn analyse(
    id: u32,
    game: &Game,
    wish: &Wish,
    time: Duration,
    stop: &Arc<AtomicBool>,
    tell: &mut dyn FnMut(Reply),
) {
    let start = Clock::start();
    let mut answers = Answers::new(game.rules(), Effort::SOLVER).stop(Arc::clone(stop));
    let budget = Budget::none().time(time).stop(Arc::clone(stop));
    let mut analyst = Analyst::new(Effort::STANDARD).exact(&mut answers).budget(budget);
    analyst = analyst.wanting(wish.lines, wish.values);
    if let Some(player) = other_player(wish, game) {
        analyst = analyst.player(player);
    }
    analyst.study(game, &mut |answer| tell(reply(id, answer, wish.language, start.elapsed())));
    tell(Reply::Done { id });
}

fn other_player(wish: &Wish, game: &Game) -> Option<Box<dyn Player>> {
    let name = wish.player.as_ref().filter(|name| *name != DEFAULT_PLAYER)?;
    let who = work::seat(name, game).ok()?;
    Some(who.with(Settings { memory: SEARCH_MEMORY, ..Settings::default() }).make())
}

/// An answer as a message.
fn reply(id: u32, answer: &Answer, language: Language, elapsed: Duration) -> Reply {
    let one = |line: &[Cell], value: Value, by: Source| AnswerLine {
        line: names(line),
        value: value.into(),
        proved: value.is_proved(),
        known_by: by.word(),
    };
    let line = |Line { moves, value, known_by }: &Line| one(moves, *value, *known_by);
    let valued = |MoveValue { value, known_by, line, .. }: &MoveValue| one(line, *value, *known_by);
    Reply::Answer {
        id,
        value: answer.value().into(),
        proved: answer.is_proved(),
        known_by: answer.known_by().word(),
        best: answer.best().map(|cell| cell.to_string()),
        lines: answer.lines.iter().map(line).collect(),
        values: answer.values.iter().map(valued).collect(),
        text: words::explanation(&answer.explanation, language),
        explanation: serde_json::to_value(&answer.explanation).unwrap_or_default(),
        depth: answer.searched.map_or(0, |searched| searched.depth),
        nodes: answer.searched.map_or(0, |searched| searched.nodes),
        ms: elapsed.as_millis() as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{Evaluation, Sign};

    fn answers(rules: &str, moves: &[(usize, usize)], values: bool) -> Vec<Reply> {
        let mut game = Game::new(rules.parse().unwrap());
        moves.iter().for_each(|&(row, col)| assert!(game.play(Cell::new(row, col)).is_ok()));
        let Ok(italian) = language("it") else { panic!("Italian is there") };
        let wish = Wish { player: None, lines: 1, values, language: italian };
        let mut told = Vec::new();
        analyse(1, &game, &wish, Duration::from_millis(1), &Arc::default(), &mut |reply| told.push(reply));
        assert!(matches!(told.pop(), Some(Reply::Done { id: 1 })));
        told
    }

    #[test]
    fn the_page_gets_words_and_data() {
        let told = answers("3x3x3", &[(0, 0), (0, 1), (1, 1)], false);
        let Some(Reply::Answer { text, explanation, proved: true, .. }) = told.last() else { panic!("{told:?}") };
        assert!(text.contains("O deve prendere c3"), "{text}");
        assert_eq!(explanation["verdict"]["side"], "first");
        assert!(language("fr").is_err());
    }

    #[test]
    fn every_move_of_a_small_board_gets_its_value_and_the_best_is_first() {
        for (rules, moves, count) in [("3x3x3", &[(0, 0), (1, 1), (0, 1), (2, 2)][..], 5), ("4x4x4g", &[(0, 0)], 4)] {
            let told = answers(rules, moves, true);
            let Some(Reply::Answer { values, best, .. }) = told.last() else { panic!("{told:?}") };
            assert_eq!(values.len(), count, "{values:?}");
            assert_eq!(values[0].line.first(), best.as_ref());
            assert!(values.iter().all(|value| value.proved), "{values:?}");
        }
        let told = answers("3x3x3", &[(0, 0), (1, 1), (0, 1), (2, 2)], true);
        let Some(Reply::Answer { values, .. }) = told.last() else { panic!("{told:?}") };
        assert_eq!((values[0].line[0].as_str(), values[0].value), ("c1", Evaluation::WinIn(1)));
        let drawn = answers("4x4x4g", &[], false);
        let Some(Reply::Answer { value, .. }) = drawn.last() else { panic!("{drawn:?}") };
        assert_eq!(*value, Evaluation::Certain(Sign::Draw));
    }
}
