//! Without gravity: the questions of a position in their order.
//!
//! Does the first player win, and if not, does the second? Each is put in two passes (`two_passes` in `free`): the weak question
//! first, the strong one only if that is not answered with "no".

use std::io::{self, Read, Write};

use filetto_rules::{Cell, Game, Side};

use super::Resources;
use crate::certificate::Game as Kind;
use crate::free::{Answer, Limits, Progress, Question, Report, Solver, two_passes};
use crate::value::{News, Stage, Unsolvable, Value, Watch};

/// The questions in the order in which they are put: the place in this list is what a checkpoint remembers.
const ORDER: [(Side, Kind); 4] =
    [(Side::First, Kind::Weak), (Side::First, Kind::Strong), (Side::Second, Kind::Weak), (Side::Second, Kind::Strong)];

/// One position with the solver of the question at hand.
pub(super) struct Questions {
    limits: Limits,
    at: usize,
    solver: Solver,
    answer: Option<bool>,
    /// Knows that the first player does not win.
    first_held: Option<Solver>,
    /// Solvers of single questions, which serve every position of the board.
    single: [Option<Solver>; 4],
}

impl Questions {
    pub(super) fn new(game: &Game, resources: Resources, at: usize) -> Result<Questions, Unsolvable> {
        let limits = Limits { table: resources.memory, threads: resources.threads, ..Limits::default() };
        let (attacker, kind) = ORDER[at];
        let question = Question { rules: game.rules(), game: kind, attacker, moves: game.cells().collect() };
        let solver = solver(question, limits)?;
        Ok(Questions { limits, at, solver, answer: None, first_held: None, single: Default::default() })
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.solver.save(out)
    }

    pub(super) fn load(&mut self, input: &mut dyn Read) -> io::Result<()> {
        self.solver.load(input)
    }

    /// Puts what is open until the value is known or the watcher wants an end. `spent` are the nodes of what is finished, `nodes`
    /// all of them.
    pub(super) fn run(&mut self, spent: &mut u64, nodes: &mut u64, watch: Watch) -> Result<Option<Value>, Unsolvable> {
        for attacker in Side::BOTH {
            // Whoever cannot be hurt by an extra stone on the empty board: the second player never wins from there.
            let Question { rules, moves, .. } = self.solver.question();
            if attacker == Side::Second && moves.is_empty() && rules.win_rule().is_monotone() {
                break;
            }
            let mut failed = None;
            let mut stopped = false;
            let wins = two_passes(|kind| {
                if stopped {
                    return None;
                }
                let answer = self.put(attacker, kind, spent, nodes, watch).unwrap_or_else(|error| {
                    failed = Some(error);
                    None
                });
                stopped = answer.is_none();
                answer
            });
            match (failed, wins) {
                (Some(error), _) => return Err(error),
                (None, None) => return Ok(None),
                (None, Some(true)) => return Ok(Some(Value::of(Some(attacker)))),
                (None, Some(false)) => {}
            }
        }
        Ok(Some(Value::Draw))
    }

    /// Puts one question, unless it was answered before.
    fn put(
        &mut self,
        attacker: Side,
        kind: Kind,
        spent: &mut u64,
        nodes: &mut u64,
        watch: Watch,
    ) -> Result<Option<bool>, Unsolvable> {
        let place = place(attacker, kind);
        if place < self.at {
            // Only a weak "yes" leads to the strong question of the same side, only a "no" to the other side.
            return Ok(Some(ORDER[self.at].0 == attacker));
        }
        if place > self.at {
            let question = Question { game: kind, attacker, ..self.solver.question().clone() };
            let done = std::mem::replace(&mut self.solver, solver(question, self.limits)?);
            if attacker != ORDER[self.at].0 {
                self.first_held = Some(done);
            }
            (self.at, *spent) = (place, *nodes);
        }
        let before = *spent;
        let answer = self.solver.solve(&mut |progress| watch(&news(before, progress)));
        *nodes = before + answer.progress.nodes;
        self.answer = answer.wins;
        Ok(answer.wins)
    }

    /// Puts one question about any position of the board; what was learnt about it before stays.
    pub(super) fn single(
        &mut self,
        (attacker, kind): (Side, Kind),
        moves: &[Cell],
        report: Report,
    ) -> Result<Answer, Unsolvable> {
        let place = place(attacker, kind);
        if let Some(known) = &mut self.single[place] {
            known.move_to(moves.to_vec()).map_err(|error| Unsolvable(error.to_string()))?;
            return Ok(known.solve(report));
        }
        let rules = self.solver.question().rules;
        let question = Question { rules, game: kind, attacker, moves: moves.to_vec() };
        Ok(self.single[place].insert(solver(question, self.limits)?).solve(report))
    }

    /// The proof of what [`Questions::run`] has found.
    pub(super) fn certificates(&mut self, spent: u64, nodes: u64, watch: Watch) -> Result<Vec<Vec<u8>>, Unsolvable> {
        let both = ORDER[self.at].0 == Side::Second && self.answer == Some(false);
        if both && self.first_held.is_none() {
            // A checkpoint does not remember the first player's part.
            let question = Question { attacker: Side::First, ..self.solver.question().clone() };
            let mut held = None;
            two_passes(|kind| {
                let mut asked = solver(Question { game: kind, ..question.clone() }, self.limits).ok()?;
                let answer = asked.solve(&mut |progress| watch(&news(nodes, progress)));
                held = Some(asked);
                answer.wins
            });
            self.first_held = held;
        }
        // A solver that is asked for its certificate goes on counting from its own nodes.
        let mut told = nodes;
        let mut write = |solver: &mut Solver| {
            let certificate = solver.certificate(&mut |progress| {
                let news = news(spent, progress);
                told = told.max(news.nodes);
                watch(&News { nodes: told, ..news })
            });
            certificate.map_err(|error| Unsolvable(error.to_string()))
        };
        let mut written = Vec::new();
        if let Some(first) = self.first_held.as_mut().filter(|_| both) {
            written.push(write(first)?);
        }
        written.push(write(&mut self.solver)?);
        Ok(written)
    }
}

/// A question's place in their order.
fn place(attacker: Side, kind: Kind) -> usize {
    ORDER.iter().position(|question| *question == (attacker, kind)).unwrap_or_default()
}

fn solver(question: Question, limits: Limits) -> Result<Solver, Unsolvable> {
    Solver::new(question, limits).map_err(|error| Unsolvable(error.to_string()))
}

/// Progress as a watcher hears it, after so many nodes of earlier work.
fn news(before: u64, progress: &Progress) -> News {
    let stage = Stage::Numbers(progress.proof, progress.disproof);
    News { nodes: before + progress.nodes, table: progress.table, stage }
}
