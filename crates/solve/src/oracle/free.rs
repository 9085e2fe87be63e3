//! What the solver for boards without gravity tells a player: on small boards, which moves certainly do not lose.
//!
//! The question "does the opponent win?" is put to proof numbers, first the weak one (does it complete a row at all?), then the
//! strong one. If the answer is no, the champion chooses among the moves for which it is no as well. What was proved
//! stays in the table for the rest of the game. Wins are left to chains of threats and to the search, except where proof numbers find
//! one soon.
//!
//! Of the moves that hold, those are named that let the opponent err most: the share of its replies after which proof numbers soon find a
//! win for us, those not counted that lose at once.

use std::ops::ControlFlow;

use filetto_engine::champion::{Oracle, Verdict};
use filetto_rules::{Board, Cell, Game, Side};
use filetto_search::{Meter, Score};

use super::most_inviting;
use crate::Task;
use crate::certificate::Game as Kind;
use crate::free::two_passes;

/// Nodes of the champion that cost as much as one of the solver, which looks for pairings and threats at every position.
const DEARER: u64 = 64;
/// Where neither time nor nodes are limited.
const UNLIMITED: u64 = 2_000;
/// Boards that are worth a try from the beginning, and empty cells that are on larger ones.
const SMALL: usize = 49;
const LATE: usize = 34;
/// How many moves that hold are compared by the errors that they invite, and nodes for a look at one reply.
const COMPARED: usize = 8;
const LOOK: u64 = 8;
/// One word holds the stones of larger boards no more.
const LARGEST: usize = 64;

/// The solver for boards without gravity, made when the first such board is met.
pub struct FreeOracle {
    memory: usize,
    /// Whose it is: three questions are put for each side, each with a table of its own.
    task: Option<(Side, Task)>,
}

impl FreeOracle {
    /// One whose tables have so many bytes together.
    pub fn new(memory: usize) -> FreeOracle {
        FreeOracle { memory, task: None }
    }

    /// The task for a board and a side.
    fn questions<'a>(&'a mut self, game: &Game, meter: &'a mut Meter) -> Option<Questions<'a>> {
        let (rules, me) = (game.rules(), game.to_move());
        if self.task.as_ref().is_none_or(|(side, task)| *side != me || task.rules() != rules) {
            self.task = Some((me, Task::new(&Game::new(rules), self.memory / 3, 1).ok()?));
        }
        let nodes = match (meter.nodes_left(), meter.time_left()) {
            (Some(nodes), _) => nodes / DEARER,
            (None, Some(_)) => u64::MAX,
            (None, None) => UNLIMITED,
        };
        let task = self.task.as_mut().map(|(_, task)| task)?;
        Some(Questions { task, me, meter, nodes })
    }
}

/// One position being asked about, with what is left to spend.
struct Questions<'a> {
    task: &'a mut Task,
    me: Side,
    meter: &'a mut Meter,
    nodes: u64,
}

impl Questions<'_> {
    /// Whether we win, if that can be told for one part in so many of what is left, and for so many nodes at most.
    fn wins(&mut self, moves: &[Cell], parts: u32, most: u64) -> Option<bool> {
        self.put((self.me, Kind::Strong), moves, parts, most)
    }

    /// Whether the opponent does not win, if that can be told.
    fn is_held(&mut self, moves: &[Cell]) -> Option<bool> {
        // Half for the simpler question: its yes says nothing.
        let them = self.me.other();
        let wins = two_passes(|kind| self.put((them, kind), moves, if kind == Kind::Weak { 2 } else { 1 }, u64::MAX));
        wins.map(|wins| !wins)
    }

    /// How many of a thousand replies to a move lose, those not counted that do so at once.
    fn errors(&mut self, game: &Game, cell: Cell) -> Option<u32> {
        let mut after = game.clone();
        after.play(cell).ok()?;
        let mut replies = after.board().legal_moves();
        // Everybody sees a row that is completed with the next stone.
        let threats: Vec<Cell> = replies.iter().copied().filter(|&cell| threatens(&after, cell)).collect();
        replies.retain(|reply| threats.is_empty() || threats == [*reply]);
        let (mut wrong, mut right) = (0, 0);
        for reply in replies {
            self.meter.charge(0).ok().filter(|()| self.nodes > 0)?;
            let moves: Vec<Cell> = after.cells().chain([reply]).collect();
            match self.wins(&moves, 4, LOOK) {
                Some(true) => wrong += 1,
                _ => right += 1,
            }
        }
        Some(1000 * wrong / (wrong + right).max(1))
    }

    /// Puts a question after some moves, for at most one part in so many of what is left, and for so many nodes at most.
    fn put(&mut self, question: (Side, Kind), moves: &[Cell], parts: u32, most: u64) -> Option<bool> {
        self.meter.charge(0).ok().filter(|()| self.nodes > 0)?;
        let deadline = self.meter.time_left().map(|left| self.meter.elapsed() + left / parts);
        let most = most.min(self.nodes / u64::from(parts));
        let mut begun = None;
        let mut spent = 0;
        let meter = &mut *self.meter;
        let answer = self.task.question(question, moves, &mut |progress| {
            spent = progress.nodes - *begun.get_or_insert(progress.nodes);
            let late = deadline.is_some_and(|deadline| meter.elapsed() >= deadline);
            if spent >= most || late || meter.charge(0).is_err() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        if let Some(begun) = begun {
            spent = answer.progress.nodes - begun + 1;
        }
        self.nodes = self.nodes.saturating_sub(spent);
        let _ = self.meter.charge(spent * DEARER);
        answer.wins
    }
}

/// The moves and one more.
fn with(moves: &[Cell], cell: Cell) -> Vec<Cell> {
    moves.iter().copied().chain([cell]).collect()
}

/// Whether the side that has just moved would complete a row on this cell.
fn threatens(game: &Game, cell: Cell) -> bool {
    let mut board = game.board().clone();
    board.pass();
    board.play_fast(cell);
    board.winning_move().is_some()
}

impl Oracle for FreeOracle {
    fn ask(&mut self, game: &Game, candidates: &[Cell], meter: &mut Meter) -> Option<Verdict> {
        let rules = game.rules();
        let empty = rules.cells() - game.board().stones();
        let small = rules.cells() <= SMALL || (rules.cells() <= LARGEST && empty <= LATE);
        // From nine on a pairing holds every board, which the champion knows itself.
        if rules.gravity() || rules.k() < 3 || rules.k() >= 9 || !small || empty < 2 {
            return None;
        }
        let mut questions = self.questions(game, meter)?;
        let moves: Vec<Cell> = game.cells().collect();
        let won = questions.wins(&moves, 8, u64::MAX);
        if won == Some(true) {
            for &cell in candidates {
                if questions.wins(&with(&moves, cell), 1, u64::MAX) == Some(true) {
                    let score = Score::win_in(empty as u32);
                    return Some(Verdict { moves: vec![cell], score, exact: true });
                }
            }
        }
        if !questions.is_held(&moves)? {
            return None;
        }
        let others = game.board().legal_moves().into_iter().filter(|cell| !candidates.contains(cell));
        let mut held = Vec::new();
        for (i, cell) in candidates.iter().copied().chain(others).enumerate() {
            // What the champion would not look at is looked at only if nothing else holds.
            if i >= candidates.len() && !held.is_empty() {
                break;
            }
            if questions.is_held(&with(&moves, cell)) == Some(true) {
                held.push(cell);
            }
        }
        let compare = |i: usize| (i < COMPARED).then(|| questions.errors(game, held[i])).flatten();
        let named = most_inviting(&held, compare);
        (!named.is_empty()).then_some(Verdict { moves: named, score: Score::DRAW, exact: won == Some(false) })
    }

    fn new_game(&mut self) {
        self.task = None;
    }
}
