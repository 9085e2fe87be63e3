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
use filetto_rules::{Board, Cell, Game, Rules, Side};
use filetto_search::{Meter, Score};

use super::most_inviting;
use crate::certificate::Game as Kind;
use crate::free::{Limits, Question, Solver, two_passes};

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

/// The solver for boards without gravity.
pub struct FreeOracle {
    memory: usize,
    board: Option<(Rules, Side)>,
    /// Does the opponent complete a row; does it before we do; do we before it does?
    weak: Option<Solver>,
    strong: Option<Solver>,
    ours: Option<Solver>,
}

impl FreeOracle {
    /// One whose tables have so many bytes together.
    pub fn new(memory: usize) -> FreeOracle {
        FreeOracle { memory, board: None, weak: None, strong: None, ours: None }
    }

    /// Gets ready for a board and a side.
    fn sit(&mut self, rules: Rules, me: Side) -> Option<()> {
        if self.board == Some((rules, me)) {
            return Some(());
        }
        let limits = Limits { table: self.memory / 3, ..Limits::default() };
        let make = |game: Kind, attacker: Side| {
            Solver::new(Question { rules, game, attacker, moves: Vec::new() }, limits).ok()
        };
        self.weak = Some(make(Kind::Weak, me.other())?);
        self.strong = Some(make(Kind::Strong, me.other())?);
        self.ours = Some(make(Kind::Strong, me)?);
        self.board = Some((rules, me));
        Some(())
    }

    /// Whether the opponent does not win, if that can be told.
    fn is_held(&mut self, moves: &[Cell], purse: &mut Purse<'_>) -> Option<bool> {
        let wins = two_passes(|kind| match kind {
            // Half for the simpler question: its yes says nothing.
            Kind::Weak => put(self.weak.as_mut()?, moves, purse, 2),
            Kind::Strong => put(self.strong.as_mut()?, moves, purse, 1),
        });
        wins.map(|wins| !wins)
    }

    /// How many of a thousand replies to a move lose, those not counted that do so at once.
    fn errors(&mut self, game: &Game, cell: Cell, purse: &mut Purse<'_>) -> Option<u32> {
        let mut after = game.clone();
        after.play(cell).ok()?;
        let mut replies = after.board().legal_moves();
        // Everybody sees a row that is completed with the next stone.
        let threats: Vec<Cell> = replies.iter().copied().filter(|&cell| threatens(&after, cell)).collect();
        replies.retain(|reply| threats.is_empty() || threats == [*reply]);
        let (mut wrong, mut right) = (0, 0);
        for reply in replies {
            purse.meter.charge(0).ok().filter(|()| purse.nodes > 0)?;
            let moves: Vec<Cell> = after.cells().chain([reply]).collect();
            match put_within(self.ours.as_mut()?, &moves, purse, 4, LOOK) {
                Some(true) => wrong += 1,
                _ => right += 1,
            }
        }
        Some(1000 * wrong / (wrong + right).max(1))
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
        self.sit(rules, game.to_move())?;
        let mut purse = Purse::new(meter);
        let moves: Vec<Cell> = game.cells().collect();
        let won = put(self.ours.as_mut()?, &moves, &mut purse, 8);
        if won == Some(true) {
            for &cell in candidates {
                if put(self.ours.as_mut()?, &with(&moves, cell), &mut purse, 1) == Some(true) {
                    let score = Score::win_in(empty as u32);
                    return Some(Verdict { moves: vec![cell], score, exact: true });
                }
            }
        }
        if !self.is_held(&moves, &mut purse)? {
            return None;
        }
        let others = game.board().legal_moves().into_iter().filter(|cell| !candidates.contains(cell));
        let mut held = Vec::new();
        for (i, cell) in candidates.iter().copied().chain(others).enumerate() {
            // What the champion would not look at is looked at only if nothing else holds.
            if i >= candidates.len() && !held.is_empty() {
                break;
            }
            if self.is_held(&with(&moves, cell), &mut purse) == Some(true) {
                held.push(cell);
            }
        }
        let compare = |i: usize| (i < COMPARED).then(|| self.errors(game, held[i], &mut purse)).flatten();
        let named = most_inviting(&held, compare);
        (!named.is_empty()).then_some(Verdict { moves: named, score: Score::DRAW, exact: won == Some(false) })
    }

    fn new_game(&mut self) {
        self.board = None;
    }
}

/// What is left to spend.
struct Purse<'a> {
    meter: &'a mut Meter,
    nodes: u64,
}

impl Purse<'_> {
    fn new(meter: &mut Meter) -> Purse<'_> {
        let nodes = match meter.left() {
            (Some(nodes), _) => nodes / DEARER,
            (None, Some(_)) => u64::MAX,
            (None, None) => UNLIMITED,
        };
        Purse { meter, nodes }
    }
}

/// Puts a question after some moves, for at most one part in so many of what is left.
fn put(solver: &mut Solver, moves: &[Cell], purse: &mut Purse<'_>, parts: u32) -> Option<bool> {
    put_within(solver, moves, purse, parts, u64::MAX)
}

/// The same for so many nodes at most.
fn put_within(solver: &mut Solver, moves: &[Cell], purse: &mut Purse<'_>, parts: u32, most: u64) -> Option<bool> {
    purse.meter.charge(0).ok().filter(|()| purse.nodes > 0)?;
    solver.move_to(moves.to_vec()).ok()?;
    let deadline = purse.meter.left().1.map(|left| purse.meter.elapsed() + left / parts);
    let most = most.min(purse.nodes / u64::from(parts));
    let mut begun = None;
    let mut spent = 0;
    let meter = &mut *purse.meter;
    let answer = solver.solve(&mut |progress| {
        spent = progress.nodes - *begun.get_or_insert(progress.nodes);
        let late = deadline.is_some_and(|deadline| meter.elapsed() >= deadline);
        if spent >= most || late || meter.charge(0).is_err() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    if let Some(begun) = begun {
        spent = answer.progress.nodes - begun + 1;
    }
    purse.nodes = purse.nodes.saturating_sub(spent);
    let _ = purse.meter.charge(spent * DEARER);
    answer.wins
}
