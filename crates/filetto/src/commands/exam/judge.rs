//! What a move was worth: the champion's view, and on small boards the solver's word.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use filetto_arena::exam::{Care, MoveValue, Opinion};
use filetto_engine::Settings;
use filetto_engine::champion::Champion;
use filetto_engine::explain::{Effort, Exact, explain, words};
use filetto_rules::{Board, Cell, Game, Outcome, Side};
use filetto_search::{Limits, Score};
use filetto_solve::{Answers, Found, Value, Valuer};

/// Positions the champion looks at before and after the move.
const QUICK: u64 = 5_000;
const THOROUGH: u64 = 150_000;
/// How long the solver may take for one opinion, and its table.
const SOLVER: Duration = Duration::from_secs(3);
const TABLE: usize = 32 << 20;
/// Nodes of the solver for an explanation.
const EXPLAINED: u64 = 200_000;
/// The solver is not asked about boards with more cells.
const SMALL: usize = 64;

/// Where the judge sits.
pub(crate) struct Bench {
    champion: Champion,
}

impl Bench {
    pub(crate) fn new() -> Bench {
        Bench { champion: Champion::new(Settings { memory: 16 << 20, ..Settings::default() }) }
    }

    /// What a legal move is worth, and what is better.
    pub(crate) fn judge(&mut self, game: &Game, cell: Cell, care: Care) -> Option<Opinion> {
        let opinion = self.estimate(game, cell, if care == Care::Quick { QUICK } else { THOROUGH })?;
        match care {
            Care::Quick => Some(opinion),
            Care::Thorough => {
                let opinion = exact(game, cell, &opinion).unwrap_or(opinion);
                let why = reasons(game, cell, &opinion);
                Some(Opinion { why, ..opinion })
            }
        }
    }

    fn estimate(&mut self, game: &Game, cell: Cell, nodes: u64) -> Option<Opinion> {
        let (best, line, worth) = self.think(game, nodes)?;
        let mut after = game.clone();
        let outcome = after.play(cell).ok()?;
        if best == cell {
            return Some(Opinion {
                played: worth,
                reply: line[1..].to_vec(),
                best,
                worth,
                line,
                why: Default::default(),
            });
        }
        let (played, reply) = match outcome {
            Outcome::Ongoing => {
                let (_, reply, theirs) = self.think(&after, nodes)?;
                (turned(theirs), reply)
            }
            _ => (result(outcome, game.to_move()), Vec::new()),
        };
        // The search before the move may have seen less than the one after it.
        if played.points() >= worth.points() {
            return Some(Opinion {
                played,
                reply,
                best: cell,
                worth: played,
                line: vec![cell],
                why: Default::default(),
            });
        }
        Some(Opinion { played, reply, best, worth, line, why: Default::default() })
    }

    fn think(&mut self, game: &Game, nodes: u64) -> Option<(Cell, Vec<Cell>, MoveValue)> {
        let (moves, solved, _) = self.champion.analyse(game, &Limits::none().nodes(nodes), 1, &mut |_| {});
        let best = moves.into_iter().next().filter(|best| best.score > Score::LOWEST)?;
        Some((*best.line.first()?, best.line, MoveValue::of(best.score, solved)))
    }
}

/// What is worth this to the opponent after a move, to the one who made it.
fn turned(theirs: MoveValue) -> MoveValue {
    match theirs {
        MoveValue::Wins(plies) => MoveValue::Loses(plies.map(|plies| plies + 1)),
        MoveValue::Loses(plies) => MoveValue::Wins(plies.map(|plies| plies + 1)),
        MoveValue::Draws => MoveValue::Draws,
        MoveValue::Estimate(estimate) => MoveValue::Estimate(-estimate),
    }
}

fn result(outcome: Outcome, side: Side) -> MoveValue {
    match outcome {
        Outcome::Win(winner) if winner == side => MoveValue::Wins(Some(1)),
        Outcome::Win(_) => MoveValue::Loses(Some(1)),
        Outcome::Draw | Outcome::Ongoing => MoveValue::Draws,
    }
}

/// The same opinion with exact values; none if the solver does not know them in time.
fn exact(game: &Game, cell: Cell, opinion: &Opinion) -> Option<Opinion> {
    if game.rules().cells() > SMALL {
        return None;
    }
    let valuer = Valuer::new(game.rules(), TABLE, 1).ok()?;
    let start = Instant::now();
    let value = |cell: Cell| -> Option<MoveValue> {
        let mut after = game.clone();
        after.play(cell).ok()?;
        let mut watch =
            |_: &_| if start.elapsed() > SOLVER { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let found = valuer.value(&after, game.rules().gravity(), &mut watch).ok()?;
        worth(&found, game.to_move())
    };
    let played = value(cell)?;
    let known =
        |exact: MoveValue, estimated: MoveValue| if exact.points() == estimated.points() { estimated } else { exact };
    let (mut best, mut most) = (cell, played);
    // The champion's move first: it is mostly the best one, and then nothing else need be solved.
    let others = game.board().legal_moves().into_iter().filter(|other| *other != opinion.best);
    for other in std::iter::once(opinion.best).chain(others) {
        if most.points() == 1.0 {
            break;
        }
        let found = value(other)?;
        if found.points() > most.points() {
            (best, most) = (other, found);
        }
    }
    Some(Opinion {
        played: if played == MoveValue::Loses(None) { known(played, opinion.played) } else { played },
        reply: opinion.reply.clone(),
        best,
        worth: if best == opinion.best && most == MoveValue::Wins(None) { known(most, opinion.worth) } else { most },
        line: if best == opinion.best { opinion.line.clone() } else { vec![best] },
        why: Default::default(),
    })
}

/// The engine's explanations of what was proved: how the move loses, how the better one wins.
fn reasons(game: &Game, cell: Cell, opinion: &Opinion) -> [String; 2] {
    let tell = |game: &Game| {
        let mut answers = Answers::new(game.rules(), EXPLAINED);
        let exact: Option<&mut dyn Exact> = Some(&mut answers);
        words::explanation(&explain(game, &Effort::review(), exact), words::Language::English)
    };
    let mut after = game.clone();
    let lost = matches!(opinion.played, MoveValue::Loses(_)) && after.play(cell) == Ok(Outcome::Ongoing);
    let won = matches!(opinion.worth, MoveValue::Wins(_));
    [if lost { tell(&after) } else { String::new() }, if won { tell(game) } else { String::new() }]
}

/// What was found out about the position after a move, for the one who made it.
fn worth(found: &Found, side: Side) -> Option<MoveValue> {
    let plies = found.plies.map(|plies| plies + 1);
    Some(match (found.value?, side) {
        (Value::Draw, _) => MoveValue::Draws,
        (Value::First, Side::First) | (Value::Second, Side::Second) => MoveValue::Wins(plies),
        _ => MoveValue::Loses(plies),
    })
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
        Bench::new().judge(&game, cell, care).unwrap()
    }

    #[test]
    fn a_missed_win_and_a_missed_block_cost_everything() {
        for care in [Care::Quick, Care::Thorough] {
            let win = opinion("3x3x3", "a1 b1 a2 b2", "c3", care);
            assert_eq!((win.worth, win.best.to_string()), (MoveValue::Wins(Some(1)), "a3".to_owned()), "{win:?}");
            assert_eq!(win.why[1].contains("a3"), care == Care::Thorough, "{win:?}");
            assert!(win.loss() > 0.9 && matches!(win.played, MoveValue::Loses(_)), "{win:?}");
            let block = opinion("6x7x4g", "414121", "7", care);
            assert_eq!((block.best.to_string(), block.loss() > 0.2), ("a4".to_owned(), true), "{block:?}");
        }
    }

    #[test]
    fn a_good_move_costs_nothing_and_a_slip_in_a_drawn_game_a_half() {
        assert_eq!(opinion("3x3x3", "a1", "b2", Care::Thorough).loss(), 0.0);
        let slip = opinion("3x3x3", "a1", "a2", Care::Thorough);
        assert_eq!((slip.loss(), slip.worth), (0.5, MoveValue::Draws), "{slip:?}");
    }
}
