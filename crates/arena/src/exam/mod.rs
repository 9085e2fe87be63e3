//! An exam for a player, made for students with a class of the Bologna interfaces: does it load, keep to the rules and the time, see
//! what is to be seen, and how does it do against others.
//!
//! Whatever the player does is a finding. What its moves are worth is for a judge to say, who is handed in: the arena knows no
//! solver.

mod board;
mod checks;
mod drills;
mod findings;
mod page;
mod review;
mod smoke_positions;
mod text;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use filetto_rules::{Game, Rules};

use crate::ask::{Answer, Terms, ask_in};
use crate::control::Control;
use crate::error::ArenaError;
use crate::event::{Event, News};
use crate::fault::Fault;
use crate::ledger::Ledger;
use crate::openings::Openings;
use crate::ruling::DrawRule;
use crate::schedule::Format;
use crate::seat::{Factory, SeatFactory, java};
use crate::spec::{Kind, PlayerSpec};
use crate::standing::Scheme;

pub use checks::{Check, Mark};
pub use drills::{Drill, Task, drills};
pub use findings::{Findings, Slowest, Solved};
pub use review::{Care, Judge, Opinion, Worst};

/// Everything that makes an exam.
#[derive(Clone, Debug)]
pub struct Exam {
    /// Who is examined.
    pub player: PlayerSpec,
    /// The boards that it must be able to play on.
    pub boards: Vec<Rules>,
    /// The boards of the positions with one right answer.
    pub drills: Vec<Rules>,
    /// The boards of the games.
    pub tables: Vec<Rules>,
    /// Whom it plays.
    pub opponents: Vec<PlayerSpec>,
    /// Games against each opponent; an odd number is played as the next even one.
    pub games: u32,
    /// How results are counted.
    pub scheme: Scheme,
    /// Its time for a move.
    pub time: Duration,
    /// What a move may be late.
    pub margin: Duration,
    /// How long it may take to start.
    pub start: Duration,
    /// Games at a time.
    pub concurrency: usize,
    /// A game is called drawn after so many moves.
    pub longest: usize,
    /// Decides everything that is left to chance.
    pub seed: u64,
}

/// What somebody who watches an exam is told: what is being done, and how much of it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is being done.
    pub what: &'static str,
    /// How much of it has been done.
    pub done: usize,
    /// How much there is to do.
    pub of: usize,
}

/// So many faults one after the other end a part of the exam: there is no more to be learnt from it.
const PATIENCE: usize = 5;

impl Exam {
    /// Holds the exam. It ends early, with what was found, when `stop` is set.
    pub fn run(
        &self,
        factory: &Factory,
        judge: &mut Judge,
        stop: &AtomicBool,
        hear: &mut dyn FnMut(Step),
    ) -> Result<Findings, ArenaError> {
        let java = matches!(self.player.kind, Kind::Java { .. }).then(java::Host::compile).transpose()?;
        let factory = SeatFactory { factory, java: java.as_ref(), exam: true };
        let mut findings = Findings::new(self);
        let first = self.boards.iter().min_by_key(|rules| rules.cells()).map(|rules| smoke_positions::empty(*rules));
        hear(Step { what: "loading the class", done: 0, of: 1 });
        findings.loading = self.ask(factory, first.as_slice(), stop, &mut |_| {}).pop();
        if !findings.loaded() || stop.load(Ordering::Relaxed) {
            return Ok(findings);
        }
        let calls: Vec<_> =
            self.boards.iter().flat_map(|rules| smoke_positions::smoke_positions(*rules, self.seed)).collect();
        let answers = self.ask(factory, &calls, stop, &mut |done| {
            hear(Step { what: "every board, from the first move to the last", done, of: calls.len() });
        });
        findings.smoke = calls.into_iter().zip(answers).collect();
        let tasks: Vec<Drill> = self.drills.iter().flat_map(|rules| drills(*rules, self.seed)).collect();
        let games: Vec<_> = tasks.iter().map(|drill| drill.game.clone()).collect();
        let answers = self.ask(factory, &games, stop, &mut |done| {
            hear(Step { what: "rows to complete and to block", done, of: games.len() });
        });
        findings.drills = tasks.into_iter().zip(answers).collect();
        self.play(factory, stop, hear, &mut findings)?;
        if !stop.load(Ordering::Relaxed) {
            findings.worst = review::worst(&findings, judge, stop, &mut |done, of| {
                hear(Step { what: "judging the moves", done, of });
            });
        }
        findings.complete = !stop.load(Ordering::Relaxed);
        Ok(findings)
    }

    fn ask(
        &self,
        factory: SeatFactory,
        games: &[Game],
        stop: &AtomicBool,
        hear: &mut dyn FnMut(usize),
    ) -> Vec<Result<Answer, Fault>> {
        let control = Control::per_move(self.time);
        let terms = Terms { control, margin: self.margin, start: self.start, seed: self.seed };
        let mut answers: Vec<Result<Answer, Fault>> = Vec::new();
        ask_in(factory, &self.player, games, &terms, stop, &mut |answer| {
            answers.push(answer);
            hear(answers.len());
            let hopeless = answers.len() >= PATIENCE && answers.iter().rev().take(PATIENCE).all(Result::is_err);
            if hopeless { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        answers
    }

    /// Games against each opponent.
    fn play(
        &self,
        factory: SeatFactory,
        stop: &AtomicBool,
        hear: &mut dyn FnMut(Step),
        findings: &mut Findings,
    ) -> Result<(), ArenaError> {
        let mut ledger = Ledger::in_memory();
        let events: Vec<Event> = (0..self.opponents.len()).map(|opponent| self.event(opponent)).collect();
        let of = events.iter().map(Event::games).sum();
        let mut done = 0;
        for event in events.iter().take_while(|_| !stop.load(Ordering::Relaxed)) {
            event.play(factory, &mut ledger, stop, &mut |news| {
                done += usize::from(matches!(news, News::Finished(..)));
                hear(Step { what: "games", done, of });
            })?;
        }
        ledger.pairs().iter().for_each(|pair| findings.standing.add(pair));
        findings.pairs = ledger.pairs().to_vec();
        Ok(())
    }

    /// The games against one opponent: as many boards as pairs of games, going round from one opponent to the next; if there are
    /// fewer boards, several pairs on each, and then they do not all begin alike.
    fn event(&self, opponent: usize) -> Event {
        let (pairs, boards) = (self.games.div_ceil(2).max(1) as usize, self.tables.len().max(1));
        let chosen = (0..pairs.min(boards)).filter_map(|n| self.tables.get((opponent * pairs + n) % boards).copied());
        let each = pairs.div_ceil(boards);
        Event {
            players: vec![self.player.clone(), self.opponents[opponent].clone()],
            boards: chosen.collect(),
            format: Format::Gauntlet,
            openings: if each > 1 { Openings::Random { plies: 2 } } else { Openings::Empty },
            pairs: each as u32,
            control: Control::per_move(self.time),
            margin: self.margin,
            start: self.start,
            concurrency: self.concurrency,
            seed: self.seed,
            draw: DrawRule { dead: false, after: Some(self.longest) },
            ..Event::default()
        }
    }
}
