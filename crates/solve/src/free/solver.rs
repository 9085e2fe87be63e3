//! The solver's front door: a question, limits, an answer, and the certificate of the answer.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use filetto_engine::champion::periodic_pairs;
use filetto_rules::{Cell, Placement, Rules, Side, Unsupported, Variants};

use super::checkpoint;
use super::dfpn::{Child, Dfpn};
use super::job_level::JobMove;
use super::parallel_search::ParallelSearch;
use super::state::{O, State, X};
use super::strategy::Solved;
use super::table::{Numbers, ProofTable};
use crate::certificate::{self, Claim, Game, Prepared, Unwritten};

/// Does `attacker` win after these moves?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The rules, without gravity.
    pub rules: Rules,
    /// Strong: the attacker must complete a line first. Weak: it must complete one at all.
    pub game: Game,
    /// The side that wants to win.
    pub attacker: Side,
    /// The moves played so far, of an unfinished game.
    pub moves: Vec<Cell>,
}

/// How much a search may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Nodes; the search stops a little later.
    pub nodes: u64,
    /// Bytes of the table. A full table makes the search slower, not wrong.
    pub table: usize,
    /// Threads. With more than one the order of the search, and the number of nodes, depends on how they run.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: u64::MAX, table: 256 << 20, threads: 1 }
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions expanded.
    pub nodes: u64,
    /// The proof number of the question: how many positions must at least still be won.
    pub proof: u32,
    /// Its disproof number: how many must at least still be held.
    pub disproof: u32,
    /// How full the table is, in thousandths.
    pub table: u32,
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether the attacker wins; none if the search was stopped.
    pub wins: Option<bool>,
    /// How far it came.
    pub progress: Progress,
}

/// Why a question cannot be put.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsolvable {
    /// It does not play by these rules.
    #[error(transparent)]
    Rules(#[from] Unsupported),
    /// The board is larger than it can search.
    #[error("{0} is too large to search: 256 cells at most, unless K >= 9")]
    Large(Rules),
    /// The moves are no unfinished game.
    #[error("the moves are no unfinished game: {0}")]
    Moves(String),
}

/// Called from time to time; break to stop.
pub type Report<'a> = &'a mut dyn FnMut(&Progress) -> ControlFlow<()>;

/// One question with all that was learnt about it.
pub struct Solver {
    question: Question,
    limits: Limits,
    engine: Box<dyn Engine + Send + Sync>,
    answer: Option<bool>,
}

impl Solver {
    /// What it solves.
    pub const VARIANTS: Variants =
        Variants { placements: &[Placement::Free], ..Variants::all("the solver for boards without gravity") };

    /// Gets ready to answer a question.
    pub fn new(question: Question, limits: Limits) -> Result<Solver, Unsolvable> {
        Solver::VARIANTS.check(question.rules)?;
        check_moves(&question)?;
        let empty_board = question.moves.is_empty() && question.attacker == Side::First;
        let engine: Box<dyn Engine + Send + Sync> =
            match (periodic_pairs(question.rules), question.rules.cells().div_ceil(64)) {
                (Some(pairs), _) if empty_board => Box::new(PeriodicPairing(Prepared::pairing(question.rules, pairs))),
                (_, 1) => engine::<1>(&question, limits),
                (_, 2) => engine::<2>(&question, limits),
                (_, 3) => engine::<3>(&question, limits),
                (_, 4) => engine::<4>(&question, limits),
                _ => return Err(Unsolvable::Large(question.rules)),
            };
        Ok(Solver { question, limits, engine, answer: None })
    }

    /// Puts the same question after other moves; what was learnt stays.
    pub fn move_to(&mut self, moves: Vec<Cell>) -> Result<(), Unsolvable> {
        let question = Question { moves, ..self.question.clone() };
        check_moves(&question)?;
        if !self.engine.move_to(&question) {
            return Err(Unsolvable::Moves("the empty board is all that this one knows".into()));
        }
        (self.question, self.answer) = (question, None);
        Ok(())
    }

    /// The question.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Searches until the question is answered, the nodes are used up or the report says stop. Can be called again to go on.
    pub fn solve(&mut self, report: Report) -> Answer {
        let limit = self.limits.nodes;
        let mut stop = |progress: &Progress| progress.nodes >= limit || report(progress).is_break();
        let progress = self.engine.solve(&mut stop);
        self.answer = match progress {
            Progress { proof: 0, .. } => Some(true),
            Progress { disproof: 0, .. } => Some(false),
            _ => None,
        };
        Answer { wins: self.answer, progress }
    }

    /// The moves of an open question with their numbers: what a search that was stopped knows of them.
    pub fn moves(&mut self) -> Vec<JobMove> {
        self.engine.moves()
    }

    /// Writes what was learnt so far, to go on later with [`Solver::load`].
    pub fn save(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.engine.save(&self.question, out)
    }

    /// Takes over what another solver of the same question has saved.
    pub fn load(&mut self, input: &mut dyn io::Read) -> io::Result<()> {
        self.engine.load(&self.question, input)
    }

    /// The proof of the answer for `filetto-verify`. What the table has lost is searched again.
    pub fn certificate(&mut self, report: Report) -> Result<Vec<u8>, Unwritten> {
        let Some(wins) = self.answer else { return Err(Unwritten::NoReply("nothing: the question is open".into())) };
        let Question { rules, game, attacker, ref moves } = self.question;
        let who = if wins { attacker } else { attacker.other() };
        let claim = Claim { rules, game, who, wins, after: moves.clone() };
        self.engine.certificate(&claim, &mut |progress| report(progress).is_break())
    }
}

/// Whether a side wins the game as it is played, in two passes: the weak question first, whose "no" is simpler to prove and holds
/// for the strong game too, and the strong one only if that is answered with "yes" or not at all. `ask` puts one of them.
pub fn two_passes(mut ask: impl FnMut(Game) -> Option<bool>) -> Option<bool> {
    match ask(Game::Weak) {
        Some(false) => Some(false),
        Some(true) | None => ask(Game::Strong),
    }
}

pub(super) fn check_moves(question: &Question) -> Result<(), Unsolvable> {
    let mut game = filetto_rules::Game::new(question.rules);
    for &cell in &question.moves {
        game.play(cell).map_err(|error| Unsolvable::Moves(error.to_string()))?;
    }
    if game.outcome().is_over() { Err(Unsolvable::Moves("it is over".into())) } else { Ok(()) }
}

type Stop<'a> = &'a mut dyn FnMut(&Progress) -> bool;

/// A search of one board size.
trait Engine {
    /// Goes to another position of the same board; false if it cannot.
    fn move_to(&mut self, question: &Question) -> bool;
    fn solve(&mut self, stop: Stop) -> Progress;
    fn moves(&mut self) -> Vec<JobMove>;
    fn certificate(&mut self, claim: &Claim, stop: Stop) -> Result<Vec<u8>, Unwritten>;
    fn save(&self, question: &Question, out: &mut dyn io::Write) -> io::Result<()>;
    fn load(&mut self, question: &Question, input: &mut dyn io::Read) -> io::Result<()>;
}

struct Search<const N: usize> {
    search: Dfpn<N>,
    attacker: Side,
    start: Vec<(usize, usize)>,
    to_move: usize,
    threads: usize,
}

fn engine<const N: usize>(question: &Question, limits: Limits) -> Box<dyn Engine + Send + Sync> {
    let state = State::<N>::new(question.rules, question.game == Game::Strong);
    let (start, to_move) = start(question);
    let table = Arc::new(ProofTable::new(limits.table));
    let (attacker, threads) = (question.attacker, limits.threads);
    Box::new(Search { search: Dfpn::new(state, table), attacker, start, to_move, threads })
}

/// The stones of a question by cell and part, and who moves.
pub(super) fn start(question: &Question) -> (Vec<(usize, usize)>, usize) {
    let role = |side: Side| if side == question.attacker { X } else { O };
    let number = |cell: &Cell| cell.row() * question.rules.cols() + cell.col();
    let sides = Side::BOTH.into_iter().cycle();
    let start: Vec<_> = question.moves.iter().zip(sides).map(|(cell, side)| (number(cell), role(side))).collect();
    let to_move = role(Side::BOTH[start.len() % 2]);
    (start, to_move)
}

pub(super) fn progress(nodes: u64, numbers: Numbers, table: u32) -> Progress {
    Progress { nodes, proof: numbers.proof, disproof: numbers.disproof, table }
}

impl<const N: usize> Engine for Search<N> {
    fn move_to(&mut self, question: &Question) -> bool {
        (self.start, self.to_move) = start(question);
        true
    }

    fn solve(&mut self, stop: Stop) -> Progress {
        let mark = self.search.state.mark();
        self.start.iter().for_each(|&(cell, who)| self.search.state.play(cell, who));
        let to_move = self.to_move;
        let parallel = (self.threads > 1).then(|| Arc::new(ParallelSearch::new()));
        let numbers = std::thread::scope(|scope| {
            for _ in 1..self.threads {
                if let Some(parallel) = &parallel {
                    let mut helper = self.search.helper(Arc::clone(parallel));
                    scope.spawn(move || helper.help(to_move));
                }
            }
            self.search.join(parallel.clone());
            let helped = || parallel.as_ref().map_or(0, |parallel| parallel.nodes());
            let mut stop = |nodes: u64, root, table| stop(&progress(nodes + helped(), root, table));
            let numbers = self.search.solve(to_move, &mut stop);
            self.search.join(None);
            if let Some(parallel) = &parallel {
                parallel.finish();
            }
            numbers
        });
        self.search.nodes += parallel.map_or(0, |parallel| parallel.nodes());
        self.search.state.undo_to(mark);
        progress(self.search.nodes, numbers, self.search.table.permille())
    }

    fn moves(&mut self) -> Vec<JobMove> {
        let mark = self.search.state.mark();
        self.start.iter().for_each(|&(cell, who)| self.search.state.play(cell, who));
        let children = self.search.children(self.to_move);
        self.search.state.undo_to(mark);
        let cols = self.search.state.lines.cols;
        let told = |child: &Child| {
            let cell = Cell::new(usize::from(child.cell) / cols, usize::from(child.cell) % cols);
            JobMove { cell, proof: child.numbers.proof, disproof: child.numbers.disproof }
        };
        children.iter().map(told).collect()
    }

    fn certificate(&mut self, claim: &Claim, stop: Stop) -> Result<Vec<u8>, Unwritten> {
        let mut stop = |nodes, root, table| stop(&progress(nodes, root, table));
        let (attacker, wins) = (self.attacker, claim.wins);
        certificate::write(claim, &mut Solved { search: &mut self.search, attacker, wins, stop: &mut stop })
    }

    fn save(&self, question: &Question, out: &mut dyn io::Write) -> io::Result<()> {
        checkpoint::save(question, self.search.nodes, &self.search.table, out)
    }

    fn load(&mut self, question: &Question, input: &mut dyn io::Read) -> io::Result<()> {
        self.search.nodes += checkpoint::load(question, &self.search.table, input)?;
        Ok(())
    }
}

/// The empty board with K >= 9: nothing to search.
struct PeriodicPairing(Prepared);

impl Engine for PeriodicPairing {
    fn move_to(&mut self, question: &Question) -> bool {
        question.moves.is_empty()
    }

    fn solve(&mut self, _: Stop) -> Progress {
        progress(0, Numbers::HOLD, 0)
    }

    fn moves(&mut self) -> Vec<JobMove> {
        Vec::new()
    }

    fn certificate(&mut self, claim: &Claim, _: Stop) -> Result<Vec<u8>, Unwritten> {
        certificate::write(claim, &mut self.0)
    }

    fn save(&self, _: &Question, _: &mut dyn io::Write) -> io::Result<()> {
        Ok(())
    }

    fn load(&mut self, _: &Question, _: &mut dyn io::Read) -> io::Result<()> {
        Ok(())
    }
}
