//! The value of any position, by whichever solver fits its board: what commands, pages and players ask for.

use std::fmt;
use std::ops::ControlFlow;

use filetto_rules::{Cell, Game, Outcome, Rules, Side};

use crate::certificate::{self, Claim, Game as Kind};
use crate::free::{self, Question};
use crate::gravity::{Goal, GravitySolver, Perfect, Request, Score};

/// Who wins under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The first player.
    First,
    /// Nobody.
    Draw,
    /// The second player.
    Second,
}

impl Value {
    /// The value that this result is.
    pub fn of(winner: Option<Side>) -> Value {
        match winner {
            Some(Side::First) => Value::First,
            Some(Side::Second) => Value::Second,
            None => Value::Draw,
        }
    }

    /// The word for it in every file and output.
    pub fn word(self) -> &'static str {
        match self {
            Value::First => "first",
            Value::Draw => "draw",
            Value::Second => "second",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Value::First => "the first player wins",
            Value::Draw => "draw",
            Value::Second => "the second player wins",
        })
    }
}

/// What was found out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Who wins; none if the search was stopped before it was known.
    pub value: Option<Value>,
    /// With gravity, the exact score for the side to move, if it was asked for.
    pub score: Option<Score>,
    /// With gravity, plies from here to the end under best play, if the score was asked for.
    pub plies: Option<u32>,
    /// Positions expanded.
    pub nodes: u64,
}

/// How far a solver is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct News {
    /// Positions expanded so far.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub table: u32,
    /// Where it stands.
    pub stage: Stage,
}

/// Where a solver stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// With gravity: the score lies between these.
    Between(i32, i32),
    /// Without: the proof and disproof numbers of the question.
    Numbers(u32, u32),
}

/// Hears of the progress; break to stop.
pub type Watch<'a> = &'a mut dyn FnMut(&News) -> ControlFlow<()>;

/// Solves positions of one board. With gravity, what one solve has learnt helps the next.
pub struct Valuer {
    rules: Rules,
    pub(crate) memory: usize,
    pub(crate) threads: usize,
    pub(crate) gravity: Option<GravitySolver>,
}

impl Valuer {
    /// A solver of this board with a table of so many bytes and so many threads.
    pub fn new(rules: Rules, memory: usize, threads: usize) -> Result<Valuer, Unsolvable> {
        let gravity = rules.gravity().then(|| GravitySolver::new(rules, memory, threads)).transpose();
        let gravity = gravity.map_err(|error| Unsolvable(error.to_string()))?;
        Ok(Valuer { rules, memory, threads, gravity })
    }

    /// The value of the position that a game has reached, and with gravity its exact score if wanted.
    pub fn value(&self, game: &Game, score: bool, watch: Watch) -> Result<Found, Unsolvable> {
        if game.outcome().is_over() {
            let value = Some(Value::of(game.outcome().winner()));
            return Ok(Found { value, plies: Some(0), ..Found::default() });
        }
        if !game.setup().is_default() {
            return Err(Unsolvable(
                "a set-up position cannot be solved yet: give moves from the empty board".to_owned(),
            ));
        }
        match &self.gravity {
            Some(solver) => self.falling(solver, game, score, watch),
            None => self.free(game, watch).map(|(found, _)| found),
        }
    }

    /// The value of every legal move, in the order of the board.
    pub fn moves(&self, game: &Game, score: bool, watch: Watch) -> Result<Vec<(Cell, Found)>, Unsolvable> {
        use filetto_rules::Board as _;
        let after = |cell: Cell| {
            let mut next = game.clone();
            next.play(cell).map_err(|error| Unsolvable(error.to_string()))?;
            let found = if next.outcome() == Outcome::Ongoing {
                self.value(&next, score, watch)?
            } else {
                Found { value: Some(Value::of(next.outcome().winner())), plies: Some(0), ..Found::default() }
            };
            Ok((cell, found))
        };
        game.board().legal_moves().into_iter().map(after).collect()
    }

    /// The value together with its proof for `filetto-verify`: one certificate, or two where a draw has to be shown from
    /// both sides. From the empty board without gravity one is enough, because the second player cannot win there. Where exactly K
    /// win there is none: the format has no such claims.
    pub fn prove(&self, game: &Game, watch: Watch) -> Result<(Found, Vec<Vec<u8>>), Unsolvable> {
        match &self.gravity {
            Some(solver) => {
                let found = self.falling(solver, game, false, watch)?;
                Ok((found, self.falling_proof(solver, game, &found, watch)?))
            }
            None => self.prove_free(game, watch),
        }
    }

    fn prove_free(&self, game: &Game, watch: Watch) -> Result<(Found, Vec<Vec<u8>>), Unsolvable> {
        let (found, solvers) = self.free(game, watch)?;
        if found.value.is_none() {
            return Err(nothing_to_prove());
        }
        let write = |mut solver: free::Solver| {
            let certificate = solver.certificate(&mut |progress| watch(&news(progress)));
            certificate.map_err(|error| Unsolvable(error.to_string()))
        };
        Ok((found, solvers.into_iter().map(write).collect::<Result<_, _>>()?))
    }

    /// Certificates of what was found with gravity.
    pub(crate) fn falling_proof(
        &self,
        solver: &GravitySolver,
        game: &Game,
        found: &Found,
        watch: Watch,
    ) -> Result<Vec<Vec<u8>>, Unsolvable> {
        let claims: &[(Side, bool)] = match found.value {
            Some(Value::First) => &[(Side::First, true)],
            Some(Value::Second) => &[(Side::Second, true)],
            Some(Value::Draw) => &[(Side::First, false), (Side::Second, false)],
            None => return Err(nothing_to_prove()),
        };
        let at = News { nodes: found.nodes, table: 0, stage: Stage::Between(i32::MIN, i32::MAX) };
        let mut stop = || watch(&at).is_break();
        let mut certificates = Vec::new();
        for &(who, wins) in claims {
            let claim = Claim { rules: self.rules, game: Kind::Strong, who, wins, after: game.cells().collect() };
            let written = certificate::write(&claim, &mut Perfect::new(solver, who, wins, &mut stop));
            certificates.push(written.map_err(|error| Unsolvable(error.to_string()))?);
        }
        Ok(certificates)
    }

    fn falling(&self, solver: &GravitySolver, game: &Game, score: bool, watch: Watch) -> Result<Found, Unsolvable> {
        let columns: Vec<usize> = game.cells().map(|cell| cell.col()).collect();
        // The solver asks often whether to go on and tells seldom how far it is; the watcher hears both at once.
        let last = std::cell::Cell::new(News { nodes: 0, table: 0, stage: Stage::Between(i32::MIN, i32::MAX) });
        let mut progress = |p: &crate::gravity::Progress| {
            last.set(News { nodes: p.nodes, table: p.fill_permille, stage: Stage::Between(p.lo.get(), p.hi.get()) });
        };
        let mut until = || watch(&last.get()).is_break();
        let request = Request {
            goal: if score { Goal::Score } else { Goal::Outcome },
            until: Some(&mut until),
            progress: Some(&mut progress),
            ..Request::default()
        };
        let solution = solver.solve_with(&columns, request).map_err(|error| Unsolvable(error.to_string()))?;
        let exact = solution.score();
        let winner = solution.outcome().map(|sign| match sign {
            0 => None,
            1.. => Some(game.to_move()),
            _ => Some(game.to_move().other()),
        });
        let plies = exact.map(|exact| exact.plies_to_end(solver.cells(), columns.len() as u32));
        Ok(Found { value: winner.map(Value::of), score: exact, plies, nodes: solution.nodes })
    }

    /// First player's win, then the second's, each as a question of its own; also the solvers that know the decisive answers.
    fn free(&self, game: &Game, watch: Watch) -> Result<(Found, Vec<free::Solver>), Unsolvable> {
        let limits = free::Limits { table: self.memory, threads: self.threads, ..free::Limits::default() };
        let moves: Vec<Cell> = game.cells().collect();
        let mut nodes = 0;
        let mut held = Vec::new();
        for attacker in [Side::First, Side::Second] {
            // Whoever cannot be hurt by an extra stone on the empty board: the second player never wins from there.
            if attacker == Side::Second && moves.is_empty() && self.rules.win_rule().is_monotone() {
                break;
            }
            let question = Question { rules: self.rules, game: Kind::Strong, attacker, moves: moves.clone() };
            let mut report = |progress: &free::Progress| watch(&news(progress));
            let decided = free::Solver::decide(&question, limits, &mut report);
            let (solver, answer) = decided.map_err(|error| Unsolvable(error.to_string()))?;
            nodes += answer.progress.nodes;
            match answer.wins {
                Some(true) => {
                    let value = Some(Value::of(Some(attacker)));
                    return Ok((Found { value, nodes, ..Found::default() }, vec![solver]));
                }
                Some(false) => held.push(solver),
                None => return Ok((Found { nodes, ..Found::default() }, Vec::new())),
            }
        }
        Ok((Found { value: Some(Value::Draw), nodes, ..Found::default() }, held))
    }
}

fn nothing_to_prove() -> Unsolvable {
    Unsolvable("the position could not be solved within the limits: there is nothing to prove".to_owned())
}

pub(crate) fn news(progress: &free::Progress) -> News {
    News { nodes: progress.nodes, table: progress.table, stage: Stage::Numbers(progress.proof, progress.disproof) }
}

/// Why a position cannot be solved, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unsolvable(pub(crate) String);
