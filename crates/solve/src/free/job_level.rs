//! A proof in jobs: proof-number search over a small tree whose leaves are solved by others, a bounded piece of work each.
//!
//! Job-level proof-number search (Wu et al. 2010): the tree stands in one place, and the most promising leaf that nobody works on goes out as a
//! job. A leaf that comes back decided is decided in the tree, and its certificate tells the positions below it; one that comes back open is
//! expanded, with the numbers of its moves that the job has found. Leaves being worked on count as less promising, as positions where other
//! threads are do in [`super::parallel_search`]. In the end the writer of certificates walks the whole proof: what the tree and the leaves'
//! certificates tell is read from the table, and the little that no leaf looked at, such as dominated moves, is searched here.

use std::collections::{HashMap, HashSet};

use filetto_rules::{Cell, Side};

use super::dfpn::{Child, Dfpn, combine, seeming_number};
use super::solver::{Limits, Progress, Question, Report, Unsolvable, check_moves, progress, start};
use super::state::{O, State, Who, X};
use super::strategy::Solved;
use super::table::{Numbers, ProofTable};
use crate::certificate::{self, Claim, Game, Listener, Unwritten, read};

/// What is to be done: does the attacker win after these moves, as far as so many nodes tell?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Which leaf it is.
    pub leaf: u64,
    /// The question, the moves to the leaf in it.
    pub question: Question,
}

/// What came of a job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobResult {
    /// The proof number: zero if the attacker wins.
    pub proof: u32,
    /// The disproof number: zero if it does not.
    pub disproof: u32,
    /// The nodes that it took.
    pub nodes: u64,
    /// The moves of an open leaf with their numbers.
    pub moves: Vec<JobMove>,
    /// The proof of a decided one.
    pub certificate: Option<Vec<u8>>,
}

/// A move of an open leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobMove {
    /// Where.
    pub cell: Cell,
    /// The proof number after it.
    pub proof: u32,
    /// The disproof number after it.
    pub disproof: u32,
}

/// One question, answered in jobs.
pub struct JobLevel {
    question: Question,
    tree: Box<dyn Tree + Send>,
}

impl JobLevel {
    /// Begins with the moves of the question; the table takes part in the certificate only.
    pub fn new(question: Question, limits: Limits) -> Result<JobLevel, Unsolvable> {
        super::Solver::VARIANTS.check(question.rules)?;
        check_moves(&question)?;
        let tree: Box<dyn Tree + Send> = match question.rules.cells().div_ceil(64) {
            1 => Box::new(Positions::<1>::new(&question, limits)),
            2 => Box::new(Positions::<2>::new(&question, limits)),
            3 => Box::new(Positions::<3>::new(&question, limits)),
            4 => Box::new(Positions::<4>::new(&question, limits)),
            _ => return Err(Unsolvable::Large(question.rules)),
        };
        Ok(JobLevel { question, tree })
    }

    /// The next job; none while every leaf that matters is being worked on, or when the question is answered.
    pub fn next_job(&mut self) -> Option<Job> {
        let (leaf, path) = self.tree.next()?;
        let moves = [self.question.moves.as_slice(), &path].concat();
        Some(Job { leaf, question: Question { moves, ..self.question.clone() } })
    }

    /// What came of a job, also of one of an earlier run: it is taken if its position is a leaf now. Jobs come back in any order.
    pub fn done(&mut self, job: &Job, result: &JobResult) {
        self.tree.done(job, self.question.moves.len(), result);
    }

    /// This job comes back no more; its leaf is handed out again.
    pub fn lost(&mut self, job: &Job) {
        self.tree.lost(job.leaf);
    }

    /// Whether what a job would find out still matters. One that does not is cancelled and then [`lost`](JobLevel::lost).
    pub fn is_wanted(&self, job: &Job) -> bool {
        self.tree.is_wanted(job.leaf)
    }

    /// Whether the attacker wins, once that is known.
    pub fn answer(&self) -> Option<bool> {
        match self.tree.numbers() {
            Numbers { proof: 0, .. } => Some(true),
            Numbers { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// How far it is: nodes of all jobs, the numbers of the question, positions of the tree in place of the table.
    pub fn progress(&self) -> Progress {
        self.tree.progress()
    }

    /// One certificate of the whole.
    pub fn certificate(&mut self, report: Report) -> Result<Vec<u8>, Unwritten> {
        let Some(wins) = self.answer() else { return Err(Unwritten::NoReply("nothing: the question is open".into())) };
        let Question { rules, game, attacker, ref moves } = self.question;
        let who = if wins { attacker } else { attacker.other() };
        let claim = Claim { rules, game, who, wins, after: moves.clone() };
        self.tree.certificate(&claim, &mut |progress| report(progress).is_break())
    }
}

trait Tree {
    fn next(&mut self) -> Option<(u64, Vec<Cell>)>;
    fn done(&mut self, job: &Job, skip: usize, result: &JobResult);
    fn lost(&mut self, leaf: u64);
    fn is_wanted(&self, leaf: u64) -> bool;
    fn numbers(&self) -> Numbers;
    fn progress(&self) -> Progress;
    fn certificate(&mut self, claim: &Claim, stop: &mut dyn FnMut(&Progress) -> bool) -> Result<Vec<u8>, Unwritten>;
}

/// A position of the tree.
struct Position {
    to_move: Who,
    numbers: Numbers,
    /// None in a leaf.
    children: Option<Vec<Child>>,
    /// The positions on the way by which it went out as a job, itself among them.
    at_work: Option<Vec<u64>>,
    /// Jobs at it and below.
    inside: u32,
}

struct Positions<const N: usize> {
    search: Dfpn<N>,
    attacker: Side,
    start: Vec<(usize, Who)>,
    root: u64,
    known: HashMap<u64, Position>,
    nodes: u64,
}

impl<const N: usize> Positions<N> {
    fn new(question: &Question, limits: Limits) -> Positions<N> {
        let state = State::<N>::new(question.rules, question.game == Game::Strong);
        let mut search = Dfpn::new(state, ProofTable::new(limits.table).into());
        let (start, to_move) = start(question);
        start.iter().for_each(|&(cell, who)| search.state.play(cell, who));
        let first = search.assess(to_move);
        let root = Position { to_move, numbers: first.numbers, children: None, at_work: None, inside: 0 };
        let known = HashMap::from([(first.key, root)]);
        let mut tree = Positions { search, attacker: question.attacker, start, root: first.key, known, nodes: 0 };
        // Nobody should wait for one job on the whole.
        if !first.numbers.is_solved() {
            tree.expand(first.key, &[]);
            tree.settle();
        }
        tree
    }

    /// Gives the position at hand its moves.
    fn expand(&mut self, key: u64, told: &[JobMove]) {
        let Some(to_move) = self.known.get(&key).map(|position| position.to_move) else { return };
        let mut children = self.search.children(to_move);
        for child in &mut children {
            let place = usize::from(child.cell);
            let cols = self.search.state.lines.cols;
            let heard = told.iter().find(|one| one.cell.row() * cols + one.cell.col() == place);
            if let Some(heard) = heard.filter(|heard| heard.proof > 0 && heard.disproof > 0)
                && !child.numbers.is_solved()
            {
                child.numbers = Numbers { proof: heard.proof, disproof: heard.disproof };
            }
            let fresh =
                Position { to_move: 1 - to_move, numbers: child.numbers, children: None, at_work: None, inside: 0 };
            self.known.entry(child.key).or_insert(fresh);
        }
        if let Some(position) = self.known.get_mut(&key) {
            position.children = Some(children);
        }
    }

    /// Brings the numbers up to date, from the leaves to the root.
    fn settle(&mut self) {
        let mut fresh = HashSet::new();
        self.evaluate(self.root, &mut fresh);
    }

    fn evaluate(&mut self, key: u64, fresh: &mut HashSet<u64>) -> Numbers {
        let Some(position) = self.known.get_mut(&key) else { return Numbers { proof: 1, disproof: 1 } };
        if position.numbers.is_solved() || !fresh.insert(key) {
            return position.numbers;
        }
        let Some(mut children) = position.children.take() else { return position.numbers };
        let to_move = position.to_move;
        children.iter_mut().for_each(|child| child.numbers = self.evaluate(child.key, fresh));
        let numbers = combine(to_move, &children);
        if numbers.is_solved() {
            self.search.table.put(key, numbers, 1);
        }
        if let Some(position) = self.known.get_mut(&key) {
            (position.numbers, position.children) = (numbers, Some(children));
        }
        numbers
    }

    /// The way to the most promising leaf below a position that nobody works on.
    fn descend(&self, key: u64, path: &mut Vec<(u16, u64)>, tried: &mut HashSet<u64>) -> bool {
        let Some(position) = self.known.get(&key).filter(|position| !position.numbers.is_solved()) else {
            return false;
        };
        let Some(children) = &position.children else { return position.at_work.is_none() };
        if !tried.insert(key) {
            return false;
        }
        let mut order: Vec<&Child> = children.iter().collect();
        order.sort_by_cached_key(|child| {
            let (numbers, inside) =
                self.known.get(&child.key).map_or((child.numbers, 0), |position| (position.numbers, position.inside));
            seeming_number(position.to_move, numbers, inside)
        });
        for child in order {
            path.push((child.cell, child.key));
            if self.descend(child.key, path, tried) {
                return true;
            }
            path.pop();
        }
        false
    }

    fn cell(&self, number: usize) -> Cell {
        let cols = self.search.state.lines.cols;
        Cell::new(number / cols, number % cols)
    }

    fn number(&self, cell: Cell) -> usize {
        cell.row() * self.search.state.lines.cols + cell.col()
    }

    /// A job is over.
    fn leave(&mut self, leaf: u64) {
        let way = self.known.get_mut(&leaf).and_then(|position| position.at_work.take()).unwrap_or_default();
        for key in way {
            if let Some(position) = self.known.get_mut(&key) {
                position.inside = position.inside.saturating_sub(1);
            }
        }
    }

    /// The claim that a decided leaf makes.
    fn claim(&self, job: &Job, wins: bool) -> Claim {
        let Question { rules, game, attacker, ref moves } = job.question;
        Claim { rules, game, who: if wins { attacker } else { attacker.other() }, wins, after: moves.clone() }
    }
}

impl<const N: usize> Tree for Positions<N> {
    fn next(&mut self) -> Option<(u64, Vec<Cell>)> {
        let (mut path, mut tried) = (Vec::new(), HashSet::new());
        if !self.descend(self.root, &mut path, &mut tried) {
            return None;
        }
        let leaf = path.last().map_or(self.root, |(_, key)| *key);
        let way: Vec<u64> = std::iter::once(self.root).chain(path.iter().map(|(_, key)| *key)).collect();
        for key in &way {
            if let Some(position) = self.known.get_mut(key) {
                position.inside += 1;
            }
        }
        if let Some(position) = self.known.get_mut(&leaf) {
            position.at_work = Some(way);
        }
        Some((leaf, path.into_iter().map(|(cell, _)| self.cell(cell.into())).collect()))
    }

    fn done(&mut self, job: &Job, skip: usize, result: &JobResult) {
        self.leave(job.leaf);
        let open = |position: &Position| position.children.is_none() && !position.numbers.is_solved();
        if !self.known.get(&job.leaf).is_some_and(open) {
            return;
        }
        self.nodes += result.nodes;
        let numbers = match (result.proof, result.disproof) {
            (0, _) => Numbers::WIN,
            (_, 0) => Numbers::HOLD,
            (proof, disproof) => Numbers { proof, disproof },
        };
        if let Some(certificate) = &result.certificate
            && numbers.is_solved()
        {
            let claim = self.claim(job, numbers.proof == 0);
            let mark = self.search.state.mark();
            let mut taught = Taught { search: &mut self.search, attacker: self.attacker, numbers };
            // The walk begins at the empty board, the state after the moves of the question.
            taught.search.state.undo_to(0);
            // Of a file that cannot be read to its end the rest is searched again when the whole is written.
            let _ = read(&claim, certificate, &mut taught);
            self.search.state.undo_to(0);
            self.start.iter().for_each(|&(cell, who)| self.search.state.play(cell, who));
            debug_assert_eq!(self.search.state.mark(), mark);
        }
        if numbers.is_solved() {
            self.search.table.put(job.leaf, numbers, result.nodes.max(1));
        }
        if let Some(position) = self.known.get_mut(&job.leaf) {
            position.numbers = numbers;
        }
        if !numbers.is_solved() {
            let mark = self.search.state.mark();
            let mut who = self.known.get(&self.root).map_or(X, |root| root.to_move);
            for &cell in &job.question.moves[skip..] {
                let cell = self.number(cell);
                self.search.state.play(cell, who);
                who = 1 - who;
            }
            self.expand(job.leaf, &result.moves);
            self.search.state.undo_to(mark);
        }
        self.settle();
    }

    fn lost(&mut self, leaf: u64) {
        self.leave(leaf);
    }

    fn is_wanted(&self, leaf: u64) -> bool {
        let way = self.known.get(&leaf).and_then(|position| position.at_work.as_ref());
        let decided = |key: &u64| self.known.get(key).is_some_and(|position| position.numbers.is_solved());
        way.is_some_and(|way| !way.iter().any(decided))
    }

    fn numbers(&self) -> Numbers {
        self.known.get(&self.root).map_or(Numbers { proof: 1, disproof: 1 }, |root| root.numbers)
    }

    fn progress(&self) -> Progress {
        progress(self.nodes, self.numbers(), self.known.len() as u32)
    }

    fn certificate(&mut self, claim: &Claim, stop: &mut dyn FnMut(&Progress) -> bool) -> Result<Vec<u8>, Unwritten> {
        let (attacker, wins, before) = (self.attacker, claim.wins, self.nodes);
        let mut stop = |nodes, root, table| stop(&progress(before + nodes, root, table));
        self.search.state.undo_to(0);
        let written =
            certificate::write(claim, &mut Solved { search: &mut self.search, attacker, wins, stop: &mut stop });
        self.start.iter().for_each(|&(cell, who)| self.search.state.play(cell, who));
        written
    }
}

/// The table, learning from a leaf's certificate.
struct Taught<'a, const N: usize> {
    search: &'a mut Dfpn<N>,
    attacker: Side,
    numbers: Numbers,
}

impl<const N: usize> Listener for Taught<'_, N> {
    fn play(&mut self, cell: Cell, side: Side) {
        let number = cell.row() * self.search.state.lines.cols + cell.col();
        self.search.state.play(number, if side == self.attacker { X } else { O });
    }

    fn undo(&mut self, _: Cell) {
        let mark = self.search.state.mark();
        self.search.state.undo_to(mark - 1);
    }

    fn proved(&mut self, to_move: Side) {
        let who = if to_move == self.attacker { X } else { O };
        let key = self.search.state.key(&self.search.state.scan(), who);
        self.search.table.put(key, self.numbers, 1);
    }

    fn pairs(&mut self, pairs: &[[Cell; 2]]) {
        let cols = self.search.state.lines.cols;
        let number = |cell: Cell| (cell.row() * cols + cell.col()) as u16;
        self.search.kept.add(pairs.iter().map(|pair| pair.map(number)).collect());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::ops::ControlFlow;

    use super::*;
    use crate::free::Solver;

    /// What a worker does.
    fn work(job: &Job, nodes: u64) -> JobResult {
        let mut solver = Solver::new(job.question.clone(), Limits { nodes, table: 4 << 20, threads: 1 }).unwrap();
        let mut go_on = |_: &Progress| ControlFlow::Continue(());
        let answer = solver.solve(&mut go_on);
        let Progress { proof, disproof, nodes, .. } = answer.progress;
        let certificate = answer.wins.map(|_| solver.certificate(&mut go_on).unwrap());
        let moves = if answer.wins.is_none() { solver.moves() } else { Vec::new() };
        JobResult { proof, disproof, nodes, moves, certificate }
    }

    /// Answers with so many workers who give back in an order of their own: the answer, the jobs, and the certificate.
    fn answer(board: &str, game: Game, nodes: u64, workers: usize) -> (bool, usize, Vec<u8>) {
        let question = Question { rules: board.parse().unwrap(), game, attacker: Side::First, moves: Vec::new() };
        let mut proof = JobLevel::new(question, Limits { table: 16 << 20, ..Limits::default() }).unwrap();
        let (mut out, mut jobs) = (VecDeque::new(), 0);
        while proof.answer().is_none() {
            while out.len() < workers {
                let Some(job) = proof.next_job() else { break };
                out.push_back(job);
            }
            assert!(!out.is_empty(), "nothing is left to do, and the question is open");
            let job: Job = if jobs % 3 == 0 { out.pop_back() } else { out.pop_front() }.unwrap();
            if jobs % 7 == 6 || !proof.is_wanted(&job) {
                proof.lost(&job);
            } else {
                proof.done(&job, &work(&job, nodes));
            }
            jobs += 1;
        }
        let certificate = proof.certificate(&mut |_| ControlFlow::Continue(())).unwrap();
        (proof.answer().unwrap(), jobs, certificate)
    }

    #[test]
    fn a_proof_in_jobs_has_the_answer_of_one_search_and_one_certificate() {
        for (board, game, wins) in [
            ("4x4x4", Game::Weak, false),
            ("4x5x4", Game::Weak, false),
            ("5x5x4", Game::Strong, false),
            ("5x5x4", Game::Weak, true),
            ("6x5x4", Game::Strong, true),
            ("6x7x5", Game::Weak, false),
        ] {
            for (nodes, workers) in [(20, 1), (50, 3)] {
                let (answer, jobs, certificate) = answer(board, game, nodes, workers);
                assert_eq!(answer, wins, "{board} {game:?}");
                let proved = filetto_verify::check(&certificate, filetto_verify::Limits::default());
                let proved = proved.unwrap_or_else(|fault| panic!("{board} {game:?}, {jobs} jobs: {fault}"));
                assert!(proved.to_string().starts_with(board), "{proved}");
            }
        }
    }
}
