//! The explanation of one position, with its value: what an answer is made of.
//!
//! Forced wins and strategies that hold are shown here; what they do not settle is asked of exact knowledge, and what that does not
//! know is estimated by the champion. With gravity exact knowledge comes before long trees, because it knows the quickest win.

use filetto_rules::{Board, Cell, Game, Outcome, Rules, Side};
use filetto_search::Score;

use super::data::{Attack, Explanation, Held, Hold, Step, Then, Verdict, Why};
use super::follow::follow_up;
use super::hold;
use super::move_effects::steps;
use super::prover::{Moves, Prover};
use super::solved::zugzwang;
use super::threats::threats;
use super::tree::Builder;
use super::words;
use crate::analysis::{Analyst, Effort, Exact, ExactValue, Source, Value};
use crate::knowledge::{Field, Weights};

/// Boards up to this size are searched for wins by quiet moves too.
const QUIET: usize = 49;
/// Moves of the winner that are shown of a win that only the solver can prove.
const SOLVED: u32 = 4;
/// Wins within so many plies are short with gravity.
const SHORT: u32 = 7;
/// Moves of a line that are told.
const LINE: usize = 8;
/// Moves that are tried before one is called drawing that nobody has checked.
const DRAWING: usize = 12;

/// Explains a position: why it is won, lost or drawn, or what the champion would play and what that does. `exact` knows values of
/// some positions; without it, only what can be proved here is stated.
pub fn explain(game: &Game, effort: &Effort, exact: Option<&mut dyn Exact>) -> Explanation {
    let mut analyst = Analyst::new(*effort);
    if let Some(exact) = exact {
        analyst = analyst.exact(exact);
    }
    analyst.answer(game).explanation
}

/// Whom the judge asks.
pub(crate) struct Judge<'a> {
    pub(crate) effort: &'a Effort,
    pub(crate) exact: Option<&'a mut (dyn Exact + 'a)>,
    /// The champion's line, what it says of it, and whether that is a fact.
    pub(crate) champion: &'a mut dyn FnMut(&Game) -> Option<Expectation>,
    /// Whether the work is to be broken off.
    pub(crate) over: &'a dyn Fn() -> bool,
}

/// What a search expects.
pub(crate) struct Expectation {
    pub(crate) line: Vec<Cell>,
    pub(crate) score: Option<Score>,
    pub(crate) solved: bool,
}

impl Judge<'_> {
    pub(crate) fn explain(&mut self, game: &Game) -> Explanation {
        let (verdict, known_by, why) = self.judge(game);
        let best = match &why {
            Why::Win { attack } => Some(attack.cell),
            Why::Draw { line, .. } | Why::Line { line } => line.first().map(|step| step.cell),
            Why::Loss { then } => self.defence(game, then),
            Why::Over { .. } => None,
        };
        Explanation {
            rules: game.rules(),
            moves: game.cells().collect(),
            board: board(game),
            to_move: game.to_move(),
            verdict,
            known_by,
            best,
            why,
            threats: threats(game),
        }
    }

    fn judge(&mut self, game: &Game) -> (Verdict, Source, Why) {
        if game.outcome().is_over() {
            let row = game.board().winning_lines().next().map_or(Vec::new(), |line| line.cells().collect());
            return (Verdict::Over { winner: game.outcome().winner() }, Source::Rules, Why::Over { row });
        }
        // With gravity a long win is rather zugzwang than a tree, and exact knowledge has the quickest.
        let gravity = game.rules().gravity();
        let first = if gravity { self.effort.plies.min(SHORT) } else { self.effort.plies };
        if let Some(found) = self.forced(game, first, !gravity) {
            return found;
        }
        let held = hold::drawn(game);
        let known = if held.is_some() { None } else { self.exact.as_mut().and_then(|exact| exact.value(game)) };
        if let Some(worth @ ExactValue { winner: Some(winner), plies, by }) = known {
            let why = self.solved(game, winner, worth);
            if let Some(found) = self.shown(game, worth, &why) {
                return found;
            }
            return (Verdict::Win { side: winner, plies }, by, why);
        }
        if known.is_none()
            && held.is_none()
            && gravity
            && let Some(found) = self.forced(game, self.effort.plies, true)
        {
            return found;
        }
        let by = known.map_or(Source::Strategy, |known| known.by);
        match held.or_else(|| known.map(|known| searched(game, known.by))) {
            Some(held) => (Verdict::Draw, by, Why::Draw { line: self.drawing(game, &held), held }),
            None => self.estimated(game),
        }
    }

    /// A tree of what is otherwise only said to be known, if one is found that is no slower.
    fn shown(&self, game: &Game, worth: ExactValue, why: &Why) -> Option<(Verdict, Source, Why)> {
        let (bare, full) = match why {
            Why::Win { attack } => {
                (worth.plies.is_none() && matches!(attack.then, Then::Proved { .. }), attack.is_short())
            }
            Why::Loss { then } => (matches!(then, Then::Proved { .. }), then.is_short()),
            _ => (false, true),
        };
        if bare {
            return self.forced(game, self.effort.plies, true);
        }
        let plies = worth.plies.filter(|&plies| plies <= self.effort.plies && worth.by == Source::Book && !full)?;
        self.forced(game, plies, false)
    }

    /// A win of either side that can be shown as a tree of so many plies, or by answering above.
    fn forced(&self, game: &Game, plies: u32, above: bool) -> Option<(Verdict, Source, Why)> {
        let side = game.to_move();
        if let Some(attack) = self.win(game, plies, above) {
            return Some((Verdict::Win { side, plies: attack.plies() }, Source::ForcedWin, Why::Win { attack }));
        }
        let then = self.loss(game, plies, above)?;
        Some((Verdict::Win { side: side.other(), plies: then.plies() }, Source::ForcedWin, Why::Loss { then }))
    }

    /// What the champion expects, and what that is worth.
    fn estimated(&mut self, game: &Game) -> (Verdict, Source, Why) {
        let side = game.to_move();
        let Some(Expectation { line, score, solved }) = (self.champion)(game) else {
            return (Verdict::Open { chance: 0.5 }, Source::Estimate, Why::Line { line: Vec::new() });
        };
        let steps = steps(game, &line[..line.len().min(LINE)]);
        let Some(score) = score else {
            return (Verdict::Open { chance: 0.5 }, Source::Estimate, Why::Line { line: steps });
        };
        let (value, by) = Value::searched(score, solved, game.rules());
        let (verdict, why) = match value {
            Value::Won { plies } => {
                let then = Then::Proved { plies: plies.map(|plies| plies.saturating_sub(1)), by };
                let effects = steps.first().map_or(Vec::new(), |step| step.effects.clone());
                (Verdict::Win { side, plies }, Why::Win { attack: Attack { cell: line[0], effects, then } })
            }
            Value::Lost { plies } => {
                (Verdict::Win { side: side.other(), plies }, Why::Loss { then: Then::Proved { plies, by } })
            }
            Value::Drawn => (Verdict::Draw, Why::Draw { held: searched(game, by), line: steps }),
            Value::Chance { chance } => (Verdict::Open { chance }, Why::Line { line: steps }),
        };
        (verdict, by, why)
    }

    /// The tree of a win of the side to move, if one is found.
    fn win(&self, game: &Game, plies: u32, above: bool) -> Option<Attack> {
        let side = game.to_move();
        let mut field = Field::of(game);
        self.provers(game, side).into_iter().find_map(|prover| {
            let mut builder = Builder::new(prover, None, game, self.effort.shown);
            let short = if game.rules().gravity() { plies.min(SHORT) } else { plies };
            builder
                .attack(&mut field, short)
                .or_else(|| if above { zugzwang(&mut field) } else { None })
                .or_else(|| if plies > short { builder.attack(&mut field, plies) } else { None })
        })
    }

    /// The tree of a win of the other side, if one is found.
    fn loss(&self, game: &Game, plies: u32, above: bool) -> Option<Then> {
        let winner = game.to_move().other();
        let mut field = Field::of(game);
        self.provers(game, winner).into_iter().find_map(|mut prover| {
            let found = match prover.loses(&mut field, plies.min(SHORT)) {
                Some(found) => found,
                None => match if above { follow_up(&mut field, winner) } else { None } {
                    Some(then) => return Some(then),
                    None => prover.loses(&mut field, plies)?,
                },
            };
            let then = Builder::new(prover, None, game, self.effort.shown).replies(&mut field, found);
            Some(then.unwrap_or(Then::Proved { plies: Some(found), by: Source::ForcedWin }))
        })
    }

    /// With what wins are looked for on this board: by threats, and on small boards by all moves.
    fn provers<'b>(&'b self, game: &Game, attacker: Side) -> Vec<Prover<'b>> {
        let mut provers = Vec::new();
        let prover = |moves| Prover::new(attacker, moves, self.effort.proof).until(self.over);
        if !game.rules().gravity() {
            provers.push(prover(Moves::Forcing));
        }
        if game.rules().gravity() || game.rules().cells() <= QUIET {
            provers.push(prover(Moves::All));
        }
        provers
    }

    /// The tree of a win that exact knowledge knows; at least its first move.
    fn solved(&mut self, game: &Game, winner: Side, worth: ExactValue) -> Why {
        let ExactValue { plies, by, .. } = worth;
        let Some(exact) = self.exact.as_mut() else { return Why::Line { line: Vec::new() } };
        let wins = winner == game.to_move();
        let mut field = Field::of(game);
        let best = exact.moves(game).map(|moves| best_of(&moves, game.to_move()));
        let prover = Prover::new(winner, Moves::All, self.effort.proof).until(self.over);
        let mut builder = Builder::new(prover, Some(&mut **exact), game, self.effort.shown);
        let tree = if wins {
            let shown = builder.solved(&mut field, SOLVED, best.as_deref());
            shown.map(|attack| Why::Win { attack })
        } else {
            builder.solved_replies(&mut field, SOLVED).map(|then| Why::Loss { then })
        };
        if let Some(tree) = tree {
            return tree;
        }
        if !wins {
            return Why::Loss { then: Then::Proved { plies, by } };
        }
        let proved = Then::Proved { plies: plies.map(|plies| plies.saturating_sub(1)), by };
        // The value is known, but not every move: one that keeps it, or what the champion would play.
        let mut keeping = best.and_then(|best| best.first().copied()).or_else(|| exact.keeping(game));
        let mut cell = keeping;
        if cell.is_none() {
            cell = (self.champion)(game).and_then(|found| found.line.first().copied());
            keeping = cell.filter(|&cell| {
                let mut next = game.clone();
                let known = next.play(cell).ok().and_then(|_| exact.direct(&next));
                known.is_some_and(|known| known.winner == Some(winner))
            });
        }
        let line: Vec<Step> = cell.map_or(Vec::new(), |cell| steps(game, &[cell]));
        match line.first().filter(|_| keeping.is_some()).cloned() {
            Some(Step { cell, effects, .. }) => Why::Win { attack: Attack { cell, effects, then: proved } },
            None => Why::Line { line },
        }
    }

    /// The move to play where all lose: the longest defence.
    fn defence(&mut self, game: &Game, then: &Then) -> Option<Cell> {
        let known = self.exact.as_mut().filter(|_| game.rules().gravity()).and_then(|exact| exact.moves(game));
        let best = known.and_then(|moves| best_of(&moves, game.to_move()).first().copied());
        best.or_else(|| longest(game, then))
    }

    /// A line that keeps the draw: the move that the proof begins with, the champion's if it is known to keep it, or another that is.
    fn drawing(&mut self, game: &Game, held: &[Held]) -> Vec<Step> {
        let line = (self.champion)(game).map_or(Vec::new(), |found| found.line);
        let line: Vec<Cell> = line.into_iter().take(LINE).collect();
        let first = held.iter().find_map(|held| match held.how {
            Hold::Pairing { first, .. } | Hold::Weight { first, .. } => first,
            _ => None,
        });
        let keeps = |cell: Cell, exact: Option<&mut (dyn Exact + '_)>| {
            let mut next = game.clone();
            let outcome = next.play(cell);
            outcome == Ok(Outcome::Draw)
                || outcome == Ok(Outcome::Ongoing)
                    && (hold::drawn(&next).is_some()
                        || exact.and_then(|exact| exact.value(&next)).is_some_and(|worth| worth.winner.is_none()))
        };
        let keeping = self.exact.as_mut().and_then(|exact| exact.keeping(game));
        let expected = line.first().copied();
        let candidates = expected.into_iter().chain(keeping).chain(game.board().legal_moves()).take(DRAWING);
        let cell = first.or_else(|| {
            let checked = |cell: &Cell| {
                let exact = self.exact.as_mut().map(|exact| &mut **exact as &mut dyn Exact);
                keeping == Some(*cell) || keeps(*cell, exact)
            };
            candidates.clone().find(checked)
        });
        match cell.or(expected) {
            Some(cell) if expected != Some(cell) => steps(game, &[cell]),
            _ => steps(game, &line),
        }
    }
}

/// The best of some moves for a side: wins soon, draws, loses late; all that are alike, in the order of the board.
fn best_of(moves: &[(Cell, ExactValue)], side: Side) -> Vec<Cell> {
    let rank = |worth: &ExactValue| Value::of(*worth, side).rank();
    let best = moves.iter().map(|(_, worth)| rank(worth)).max();
    moves.iter().filter(|(_, worth)| Some(rank(worth)) == best).map(|(cell, _)| *cell).collect()
}

/// The main line of an explanation, the best move first.
pub(crate) fn main_line(told: &Explanation) -> Vec<Cell> {
    let mut line: Vec<Cell> = told.best.into_iter().collect();
    match &told.why {
        Why::Win { attack } => words::longest(&attack.then, &mut line),
        Why::Loss { then } => {
            let mut longest = Vec::new();
            words::longest(then, &mut longest);
            if longest.first() == line.first() {
                line = longest;
            }
        }
        Why::Draw { line: told, .. } | Why::Line { line: told } => line = told.iter().map(|step| step.cell).collect(),
        Why::Over { .. } => {}
    }
    line
}

fn board(game: &Game) -> Vec<String> {
    let rules = game.rules();
    let symbol = |row, col| game.board().get(Cell::new(row, col)).map_or('.', Side::symbol);
    (0..rules.rows()).rev().map(|row| (0..rules.cols()).map(|col| symbol(row, col)).collect()).collect()
}

/// Why each side cannot win when somebody knows so: what can be shown is shown, and only the solver has tried everything.
fn searched(game: &Game, by: Source) -> Vec<Held> {
    let shown = |attacker| {
        let how = hold::held(game, attacker).or((by == Source::Solver).then_some(Hold::Searched));
        how.map(|how| Held { attacker, how })
    };
    Side::BOTH.into_iter().filter_map(shown).collect()
}

/// The chance that a score stands for: an estimate is never certain.
pub(crate) fn chance(score: Score, rules: Rules) -> f64 {
    let chance = match score {
        score if score.is_win() => 1.0,
        score if score.is_loss() => 0.0,
        score => Weights::of(rules).chance(score.raw()),
    };
    chance.clamp(0.01, 0.99)
}

/// The reply that a tree answers last: the one to play if all lose.
fn longest(game: &Game, then: &Then) -> Option<Cell> {
    match then {
        Then::Either { cells } => cells.first().copied(),
        Then::Replies { replies } => {
            let best = replies.iter().filter(|reply| !reply.is_rest()).max_by_key(|reply| reply.next.plies());
            best.and_then(|reply| reply.cells.first().copied()).or_else(|| game.board().legal_moves().first().copied())
        }
        _ if game.outcome() == Outcome::Ongoing => game.board().legal_moves().first().copied(),
        _ => None,
    }
}

impl Attack {
    /// In at most how many plies the row is complete, if the tree says so.
    pub fn plies(&self) -> Option<u32> {
        match &self.then {
            Then::Row { .. } => Some(1),
            then => then.plies().map(|plies| plies + 1),
        }
    }
}

impl Then {
    /// In at most how many plies from here the row is complete, if the tree says so.
    pub fn plies(&self) -> Option<u32> {
        match self {
            Then::Row { .. } => Some(0),
            Then::Either { .. } => Some(2),
            Then::Replies { replies } => {
                let each: Option<Vec<u32>> = replies.iter().map(|reply| reply.next.plies()).collect();
                each?.into_iter().max().map(|plies| plies + 1)
            }
            Then::FollowUp { .. } => None,
            Then::Proved { plies, .. } => *plies,
        }
    }
}
