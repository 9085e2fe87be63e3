//! A solve: the one way from a position to its value, the values of its moves and the proof.
//!
//! It can be stopped, put on disk and gone on with another day to the same answer. With gravity the solver of one table answers
//! ([`gravity`](crate::gravity)); without it up to four questions are put one after the other (`free.rs`). The verdict comes
//! first ([`Task::run`]); the values of moves ([`Task::after`]) and certificates follow with what was learnt. The nodes
//! that a watcher hears of count everything since the task was made, so they never run backwards.
//!
//! What was learnt is in the table; a checkpoint is a line that says which position it is about and how far the questions are
//! answered, followed by the table of the solver at work.

mod free;
mod gravity;

use std::io::{self, BufRead, Read, Write};

use filetto_rules::{Board as _, Cell, Game, Rules, Side};

use crate::certificate::Game as Kind;
use crate::free::{Answer, Report};
use crate::gravity::{GravitySolver, Memory, Request, Solution};
use crate::value::{Found, FoundMove, News, Unsolvable, Value, Watch};
use free::Questions;

/// What every checkpoint begins with.
pub const CHECKPOINT: &str = "filetto-checkpoint";

/// A position to be solved.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use filetto_rules::Game;
/// use filetto_solve::{Task, Value};
///
/// let game = Game::new("5x5x4".parse()?);
/// let mut first = Task::new(&game, 1 << 22, 1)?;
/// // Stopped at once …
/// assert_eq!(first.run(&mut |_| ControlFlow::Break(()))?.value, None);
/// let mut file = Vec::new();
/// first.save(&mut file)?;
/// // … and gone on with by somebody else.
/// let mut second = Task::new(&game, 1 << 22, 1)?;
/// second.load(&mut &file[..])?;
/// assert_eq!(second.run(&mut |_| ControlFlow::Continue(()))?.value, Some(Value::Draw));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Task {
    resources: Resources,
    game: Game,
    score: bool,
    /// Nodes spent on what is finished: earlier runs, earlier questions, moves.
    spent: u64,
    /// Nodes spent so far.
    nodes: u64,
    /// With gravity: what the writers of certificates have found, one for each claim.
    plans: [Memory; 2],
    solver: Solver,
}

/// What a solver may use.
#[derive(Clone, Copy)]
struct Resources {
    memory: usize,
    threads: usize,
}

enum Solver {
    /// The game is over: there is nothing to search.
    Over,
    Free(Box<Questions>),
    Gravity(GravitySolver),
}

impl Task {
    /// The position that a game has reached, with a table of so many bytes and so many threads.
    pub fn new(game: &Game, memory: usize, threads: usize) -> Result<Task, Unsolvable> {
        let resources = Resources { memory, threads };
        let solver = Solver::new(game, resources)?;
        Ok(Task { resources, game: game.clone(), score: false, spent: 0, nodes: 0, plans: Default::default(), solver })
    }

    /// The same with the exact score too, or without. Only boards with gravity have one.
    #[must_use]
    pub fn score(self, wanted: bool) -> Task {
        Task { score: wanted && self.rules().gravity(), ..self }
    }

    /// The board.
    pub fn rules(&self) -> Rules {
        self.game.rules()
    }

    /// Solves another position of the same board. With gravity what was learnt stays.
    pub fn ask(&mut self, game: &Game, watch: Watch) -> Result<Found, Unsolvable> {
        check(game)?;
        if game.rules() != self.rules() || !matches!(self.solver, Solver::Gravity(_)) {
            self.solver = Solver::new(game, self.resources)?;
        }
        self.game = game.clone();
        if game.outcome().is_over() {
            return Ok(over(game));
        }
        self.spent = self.nodes;
        let before = self.nodes;
        let found = self.run(watch)?;
        Ok(Found { nodes: found.nodes - before, ..found })
    }

    /// Forgets what earlier questions have learnt, so that the next one costs what it costs alone.
    pub fn forget(&mut self) {
        if let Solver::Gravity(solver) = &mut self.solver {
            solver.clear();
        }
    }

    /// Solves, or goes on with it after it was stopped. The nodes are those of all runs.
    pub fn run(&mut self, watch: Watch) -> Result<Found, Unsolvable> {
        if self.game.outcome().is_over() {
            return Ok(over(&self.game));
        }
        match &mut self.solver {
            Solver::Over => Ok(over(&self.game)),
            Solver::Gravity(solver) => {
                let found = gravity::solve(solver, &self.game, self.score, self.nodes, watch)?;
                self.nodes += found.nodes;
                self.spent = self.nodes;
                Ok(Found { nodes: self.nodes, ..found })
            }
            Solver::Free(questions) => {
                let value = questions.run(&mut self.spent, &mut self.nodes, watch)?;
                Ok(Found { value, nodes: self.nodes, ..Found::default() })
            }
        }
    }

    /// The value after a move, with what this task has learnt (with gravity). The nodes are those for this move.
    pub fn after(&mut self, cell: Cell, watch: Watch) -> Result<Found, Unsolvable> {
        let mut next = self.game.clone();
        next.play(cell).map_err(|error| Unsolvable(error.to_string()))?;
        if next.outcome().is_over() {
            return Ok(over(&next));
        }
        let before = self.nodes;
        let found = match &self.solver {
            Solver::Gravity(solver) => gravity::solve(solver, &next, self.score, before, watch)?,
            _ => {
                let mut told = |news: &News| watch(&News { nodes: before + news.nodes, ..*news });
                Task::new(&next, self.resources.memory, self.resources.threads)?.run(&mut told)?
            }
        };
        // The question at work goes on counting where it stopped.
        (self.spent, self.nodes) = (self.spent + found.nodes, before + found.nodes);
        Ok(found)
    }

    /// The value after every legal move, in the order of the board.
    pub fn moves(&mut self, watch: Watch) -> Result<Vec<FoundMove>, Unsolvable> {
        let legal = self.game.board().legal_moves();
        legal.into_iter().map(|cell| Ok(FoundMove { cell, found: self.after(cell, watch)? })).collect()
    }

    /// What can be proved of the score of a position within a request's limits; with gravity only. A finished game has its result.
    pub fn bounds(&self, game: &Game, request: Request<'_>) -> Option<Solution> {
        let Solver::Gravity(solver) = &self.solver else { return None };
        gravity::bounds(solver, game, request)
    }

    /// Puts a single question about a position of the same board, without gravity only: does a side win, weakly or as the game is played?
    /// What was learnt about the question stays; the task's own position and its nodes do not change.
    pub fn question(&mut self, question: (Side, Kind), moves: &[Cell], report: Report<'_>) -> Option<Answer> {
        let Solver::Free(questions) = &mut self.solver else { return None };
        questions.single(question, moves, report).ok()
    }

    /// The proof of what [`Task::run`] has found, for `filetto-verify`: one certificate, or two where a draw has to be shown from
    /// both sides. From the empty board without gravity one is enough, because the second player cannot win there. Where exactly K
    /// win there is none: the format has no such claims.
    pub fn certificates(&mut self, found: &Found, watch: Watch) -> Result<Vec<Vec<u8>>, Unsolvable> {
        let value = found.value.ok_or_else(|| {
            Unsolvable("the position could not be solved within the limits: there is nothing to prove".to_owned())
        })?;
        let nodes = self.nodes;
        match &mut self.solver {
            Solver::Over => Err(Unsolvable("the game is over: there is nothing to prove".to_owned())),
            Solver::Gravity(solver) => gravity::certificates(solver, &self.game, value, &mut self.plans, nodes, watch),
            Solver::Free(questions) => questions.certificates(self.spent, nodes, watch),
        }
    }

    /// Writes what was learnt so far.
    pub fn save(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let at = if let Solver::Free(questions) = &self.solver { questions.at() } else { 0 };
        writeln!(out, "{} {at} {} {}", self.title(), self.spent, self.nodes)?;
        match &mut self.solver {
            Solver::Gravity(solver) => {
                self.plans.iter().try_for_each(|plans| plans.save(out))?;
                solver.save(out)
            }
            Solver::Free(questions) => questions.save(out),
            Solver::Over => Ok(()),
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
        match &mut self.solver {
            Solver::Gravity(solver) => {
                self.plans = [Memory::load(&mut input)?, Memory::load(&mut input)?];
                solver.load(&mut input)?;
            }
            Solver::Free(questions) => {
                let fresh = Questions::new(&self.game, self.resources, at as usize);
                let mut fresh = fresh.map_err(|error| bad(&error.to_string()))?;
                fresh.load(&mut input)?;
                **questions = fresh;
            }
            Solver::Over => {}
        }
        (self.spent, self.nodes) = (spent, nodes);
        Ok(nodes)
    }

    /// The bytes of the table that is in a checkpoint; with gravity only, where a table of another size cannot take it over.
    pub fn saved_memory(checkpoint: &mut dyn Read) -> Option<usize> {
        let mut input = io::BufReader::new(checkpoint);
        let mut line = Vec::new();
        (&mut input).take(1 << 16).read_until(b'\n', &mut line).ok()?;
        let gravity = line.split(|byte| *byte == b' ').nth(2).is_some_and(|rules| rules.ends_with(b"g"));
        if !line.starts_with(CHECKPOINT.as_bytes()) || !gravity {
            return None;
        }
        (0..2).try_for_each(|_| Memory::load(&mut input).map(drop)).ok()?;
        crate::gravity::saved_bytes(&mut input)
    }

    /// Whose checkpoint it is.
    fn title(&self) -> String {
        let moves: Vec<String> = self.game.cells().map(|cell| cell.to_string()).collect();
        let goal = if self.score { "score" } else { "value" };
        format!("{CHECKPOINT} 2 {} {goal} [{}]", self.game.rules(), moves.join(" "))
    }
}

impl Solver {
    fn new(game: &Game, resources: Resources) -> Result<Solver, Unsolvable> {
        check(game)?;
        if game.rules().gravity() {
            let solver = GravitySolver::new(game.rules(), resources.memory, resources.threads);
            return solver.map(Solver::Gravity).map_err(|error| Unsolvable(error.to_string()));
        }
        if game.outcome().is_over() {
            return Ok(Solver::Over);
        }
        Ok(Solver::Free(Box::new(Questions::new(game, resources, 0)?)))
    }
}

fn check(game: &Game) -> Result<(), Unsolvable> {
    if !game.setup().is_default() && !game.outcome().is_over() {
        return Err(Unsolvable("a set-up position cannot be solved yet: give moves from the empty board".to_owned()));
    }
    Ok(())
}

/// What there is to say of a finished game.
fn over(game: &Game) -> Found {
    Found { value: Some(Value::of(game.outcome().winner())), plies: Some(0), ..Found::default() }
}
