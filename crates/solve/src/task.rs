//! A long solve: one position that can be stopped, put on disk, and gone on with another day to the same answer.
//!
//! What a solver has learnt is in its table; a checkpoint is a line that says which position it is about and how far the
//! questions are answered, followed by the table of the solver at work.

use std::io::{self, BufRead, Read, Write};

use filetto_rules::{Cell, Game, Side};

use crate::certificate::Game as Kind;
use crate::free::{Limits, Progress, Question, Solver};
use crate::value::{Found, Unsolvable, Value, Valuer, Watch, news};

/// A position to be solved.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use filetto_rules::Game;
/// use filetto_solve::{Task, Value, Valuer};
///
/// let game = Game::new("5x5x4".parse()?);
/// let task = || Ok::<_, filetto_solve::Unsolvable>(Task::new(Valuer::new(game.rules(), 1 << 22, 1)?, &game, false)?);
/// let mut first = task()?;
/// // Stopped at once …
/// assert_eq!(first.run(&mut |_| ControlFlow::Break(()))?.value, None);
/// let mut file = Vec::new();
/// first.save(&mut file)?;
/// // … and gone on with by somebody else.
/// let mut second = task()?;
/// second.load(&mut &file[..])?;
/// assert_eq!(second.run(&mut |_| ControlFlow::Continue(()))?.value, Some(Value::Draw));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Task {
    valuer: Valuer,
    game: Game,
    score: bool,
    /// Nodes spent on what is finished: with gravity earlier runs, without it earlier questions.
    spent: u64,
    /// Nodes spent so far, in all runs.
    nodes: u64,
    /// The questions of a position without gravity.
    free: Option<Free>,
}

/// The four questions of a position without gravity, in their order: does a side complete a line if only its own count,
/// and does it in the game as it is played? First for the first player, then for the second.
const QUESTIONS: [(Side, Kind); 4] =
    [(Side::First, Kind::Weak), (Side::First, Kind::Strong), (Side::Second, Kind::Weak), (Side::Second, Kind::Strong)];

struct Free {
    at: usize,
    solver: Solver,
    answer: Option<bool>,
    /// Knows that the first player does not win.
    first_held: Option<Solver>,
}

impl Task {
    /// The position that a game has reached, with its exact score if wanted and possible.
    pub fn new(valuer: Valuer, game: &Game, score: bool) -> Result<Task, Unsolvable> {
        let open = !game.outcome().is_over() && game.setup().is_default();
        let free = (valuer.gravity.is_none() && open).then(|| Free::new(&valuer, game, 0)).transpose()?;
        Ok(Task { valuer, game: game.clone(), score, spent: 0, nodes: 0, free })
    }

    /// Solves, or goes on with it after it was stopped.
    pub fn run(&mut self, watch: Watch) -> Result<Found, Unsolvable> {
        let Some(free) = &mut self.free else {
            let found = self.valuer.value(&self.game, self.score, watch)?;
            self.spent += found.nodes;
            self.nodes = self.spent;
            return Ok(Found { nodes: self.nodes, ..found });
        };
        loop {
            let answer = free.solver.solve(&mut |progress| watch(&news(progress)));
            free.answer = answer.wins;
            self.nodes = self.spent + answer.progress.nodes;
            let found = |value| Found { value, nodes: self.nodes, ..Found::default() };
            let (attacker, kind) = QUESTIONS[free.at];
            let next = match (answer.wins, kind) {
                (None, _) => return Ok(found(None)),
                (Some(true), Kind::Strong) => return Ok(found(Some(Value::of(Some(attacker))))),
                (Some(true), Kind::Weak) => free.at + 1,
                // On the empty board the second player never wins where an extra stone does no harm.
                (Some(false), _) if attacker == Side::First && !second_never_wins(&self.game) => 2,
                (Some(false), _) => return Ok(found(Some(Value::Draw))),
            };
            self.spent = self.nodes;
            let done = std::mem::replace(free, Free::new(&self.valuer, &self.game, next)?);
            free.first_held = if next == 2 { Some(done.solver) } else { done.first_held };
        }
    }

    /// The proof of what [`Task::run`] has found, for `filetto-verify`: one certificate, or two where a draw has to be shown from
    /// both sides.
    pub fn certificates(&mut self, found: &Found, watch: Watch) -> Result<Vec<Vec<u8>>, Unsolvable> {
        if let Some(solver) = &self.valuer.gravity {
            return self.valuer.falling_proof(solver, &self.game, found, watch);
        }
        let Some(free) = &mut self.free else {
            return Err(Unsolvable("the game is over: there is nothing to prove".to_owned()));
        };
        let report = &mut |progress: &Progress| watch(&news(progress));
        let both = QUESTIONS[free.at].0 == Side::Second && free.answer == Some(false);
        if both && free.first_held.is_none() {
            // A checkpoint does not remember the first player's part.
            let question = Question { attacker: Side::First, ..free.solver.question().clone() };
            let decided = Solver::decide(&question, limits(&self.valuer), report);
            free.first_held = Some(decided.map_err(|error| Unsolvable(error.to_string()))?.0);
        }
        let first = free.first_held.as_mut().filter(|_| both);
        let solvers = first.into_iter().chain([&mut free.solver]);
        solvers.map(|solver| solver.certificate(report).map_err(|error| Unsolvable(error.to_string()))).collect()
    }

    /// The value after a move, with what this task has learnt (with gravity).
    pub fn after(&self, cell: Cell, watch: Watch) -> Result<Found, Unsolvable> {
        let mut next = self.game.clone();
        next.play(cell).map_err(|error| Unsolvable(error.to_string()))?;
        self.valuer.value(&next, self.score, watch)
    }

    /// Writes what was learnt so far.
    pub fn save(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let at = self.free.as_ref().map_or(0, |free| free.at);
        writeln!(out, "{} {at} {} {}", self.title(), self.spent, self.nodes)?;
        match (&mut self.valuer.gravity, &self.free) {
            (Some(solver), _) => solver.save(out),
            (None, Some(free)) => free.solver.save(out),
            (None, None) => Ok(()),
        }
    }

    /// Takes over what another task of the same position has saved; says how many nodes that were. After an error the task is as new.
    pub fn load(&mut self, input: &mut dyn Read) -> io::Result<u64> {
        let mut input = io::BufReader::new(input);
        let mut line = Vec::new();
        (&mut input).take(1 << 16).read_until(b'\n', &mut line)?;
        let line = String::from_utf8_lossy(&line).into_owned();
        let numbers: Option<Vec<u64>> =
            line.strip_prefix(&self.title()).and_then(|rest| rest.split_whitespace().map(|n| n.parse().ok()).collect());
        let bad = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what);
        let Some(&[at @ 0..4, spent, nodes]) = numbers.as_deref() else {
            return Err(bad("it belongs to another position"));
        };
        match (&mut self.valuer.gravity, &mut self.free) {
            (Some(solver), _) => solver.load(&mut input)?,
            (None, Some(free)) => {
                let fresh = Free::new(&self.valuer, &self.game, at as usize);
                let mut fresh = fresh.map_err(|error| bad(&error.to_string()))?;
                fresh.solver.load(&mut input)?;
                *free = fresh;
            }
            (None, None) => {}
        }
        (self.spent, self.nodes) = (spent, nodes);
        Ok(nodes)
    }

    /// Whose checkpoint it is.
    fn title(&self) -> String {
        let moves: Vec<String> = self.game.cells().map(|cell| cell.to_string()).collect();
        let goal = if self.score { "score" } else { "value" };
        format!("filetto-checkpoint 1 {} {goal} [{}]", self.game.rules(), moves.join(" "))
    }
}

fn second_never_wins(game: &Game) -> bool {
    game.moves().is_empty() && game.rules().win_rule().is_monotone()
}

fn limits(valuer: &Valuer) -> Limits {
    Limits { table: valuer.memory, threads: valuer.threads, ..Limits::default() }
}

impl Free {
    fn new(valuer: &Valuer, game: &Game, at: usize) -> Result<Free, Unsolvable> {
        let (attacker, kind) = QUESTIONS[at];
        let question = Question { rules: game.rules(), game: kind, attacker, moves: game.cells().collect() };
        let solver = Solver::new(question, limits(valuer)).map_err(|error| Unsolvable(error.to_string()))?;
        Ok(Free { at, solver, answer: None, first_held: None })
    }
}
