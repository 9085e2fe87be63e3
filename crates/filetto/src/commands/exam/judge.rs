//! What a move was worth: the answer about the position before it and the one after it.

use filetto_arena::exam::{Care, Opinion};
use filetto_engine::analysis::{Analyst, Answer, Effort, Value};
use filetto_engine::explain::words;
use filetto_rules::{Cell, Game, Outcome};
use filetto_solve::Answers;

/// For finding the moves that deserve a second look.
const QUICK: Effort = Effort { proof: 1_000, search: 5_000, plies: 15, shown: 12 };

/// What a legal move is worth, and what is better.
pub(crate) fn judge(game: &Game, cell: Cell, care: Care) -> Option<Opinion> {
    let (effort, solver) = match care {
        Care::Quick => (QUICK, 0),
        Care::Thorough => (Effort::STANDARD, Effort::SOLVER),
    };
    judge_with((effort, solver), game, cell, care)
}

/// The same with an effort and nodes of the solvers.
fn judge_with((effort, solver): (Effort, u64), game: &Game, cell: Cell, care: Care) -> Option<Opinion> {
    let mut answers = Answers::new(game.rules(), solver);
    let mut analyst = Analyst::new(effort).exact(&mut answers);
    let before = analyst.answer(game);
    let (best, worth, line) = (before.best()?, before.value(), before.line().to_vec());
    let mut next = game.clone();
    let outcome = next.play(cell).ok()?;
    let after = (outcome == Outcome::Ongoing && cell != best).then(|| analyst.answer(&next));
    let (played, reply) = match &after {
        _ if cell == best => (worth, line.get(1..).unwrap_or_default().to_vec()),
        Some(after) => (after.value().turned().one_earlier(), after.line().to_vec()),
        None => (result(outcome, game), Vec::new()),
    };
    // The search before the move may have seen less than the one after it: then the move gives nothing away.
    let played = if played.points() > worth.points() { worth } else { played };
    let tell = |answer: &Answer| words::explanation(&answer.explanation, words::Language::English);
    let lost = after.filter(|_| care == Care::Thorough && matches!(played, Value::Lost { .. }));
    let won = care == Care::Thorough && matches!(worth, Value::Won { .. });
    let why = [lost.as_ref().map(tell).unwrap_or_default(), if won { tell(&before) } else { String::new() }];
    Some(Opinion { played, reply, best, worth, line, why })
}

/// What a move is worth that ends the game.
fn result(outcome: Outcome, game: &Game) -> Value {
    match outcome.winner() {
        Some(winner) if winner == game.to_move() => Value::Won { plies: Some(1) },
        Some(_) => Value::Lost { plies: Some(1) },
        None => Value::Drawn,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use filetto_rules::read_moves;

    fn opinion(board: &str, moves: &str, played: &str, care: Care) -> Opinion {
        let mut game = Game::new(board.parse().unwrap());
        for cell in read_moves(&game, moves, None).unwrap().moves {
            game.play(cell).unwrap();
        }
        let cell = read_moves(&game, played, None).unwrap().moves[0];
        judge(&game, cell, care).unwrap()
    }

    #[test]
    fn a_missed_win_and_a_missed_block_cost_everything() {
        for care in [Care::Quick, Care::Thorough] {
            let win = opinion("3x3x3", "a1 b1 a2 b2", "c3", care);
            assert_eq!((win.worth, win.best.to_string()), (Value::Won { plies: Some(1) }, "a3".to_owned()), "{win:?}");
            assert_eq!(win.why[1].contains("a3"), care == Care::Thorough, "{win:?}");
            assert!(win.loss() > 0.9 && matches!(win.played, Value::Lost { .. }), "{win:?}");
            let block = opinion("6x7x4g", "414121", "7", care);
            assert_eq!((block.best.to_string(), block.loss() > 0.2), ("a4".to_owned(), true), "{block:?}");
        }
    }

    #[test]
    fn a_good_move_costs_nothing_and_a_slip_in_a_drawn_game_a_half() {
        assert_eq!(opinion("3x3x3", "a1", "b2", Care::Thorough).loss(), 0.0);
        let slip = opinion("3x3x3", "a1", "a2", Care::Thorough);
        assert_eq!((slip.loss(), slip.worth), (0.5, Value::Drawn), "{slip:?}");
    }

    #[test]
    fn of_every_kind_of_position_the_judge_says_what_the_answer_says() {
        let text = include_str!("../../../../../fixtures/analysis/positions.txt");
        // Little effort for all of them, and for some what the exam spends.
        let little = (Effort::STANDARD.nodes(2_400), 2_000);
        let mut seen = 0;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split_whitespace().skip(1);
            let mut game = Game::new(words.next().unwrap().parse().unwrap());
            for cell in read_moves(&game, &words.collect::<Vec<_>>().join(" "), None).unwrap().moves {
                game.play(cell).unwrap();
            }
            let answer = |(effort, solver): (Effort, u64)| {
                Analyst::new(effort).exact(&mut Answers::new(game.rules(), solver)).answer(&game)
            };
            let agrees = |answer: &Answer, told: &Opinion| {
                let best = answer.best().unwrap();
                assert_eq!((told.best, told.worth, told.played), (best, answer.value(), answer.value()), "{line}");
                assert_eq!(told.line, answer.line(), "{line}");
            };
            let said = answer(little);
            let Some(best) = said.best() else { continue };
            agrees(&said, &judge_with(little, &game, best, Care::Thorough).unwrap());
            if seen % 10 == 0 {
                let said = answer((Effort::STANDARD, Effort::SOLVER));
                agrees(&said, &judge(&game, said.best().unwrap(), Care::Thorough).unwrap());
            }
            seen += 1;
        }
        assert!(seen >= 58, "{seen}");
    }
}
