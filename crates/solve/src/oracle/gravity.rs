//! What the solver for boards with gravity tells a player.
//!
//! First whether the position can be held, which is the cheaper half of its value and the half that must not be missed; then
//! whether it is won. If that is not found out in time, a move that certainly does not lose is looked for, every move with a little work, then more.
//! If it is: of the moves that win, the quickest; of those that lose, the longest. On a drawn board, and where
//! losing moves last equally long, the one that lets the opponent err most: of the replies that do not lose at once, as
//! many as possible should be wrong.

use std::cmp::Ordering;
use std::time::Duration;

use filetto_engine::champion::{Oracle, Verdict};
use filetto_rules::{Board, Cell, Game};
use filetto_search::{self as search, Meter};

use super::book::tell;
use super::most_inviting;
use crate::Task;
use crate::gravity::{Goal, Request, Score, Solution};

/// Nodes of the solver that cost as much as one of the champion.
const CHEAPER: u64 = 8;
/// Nodes that the solver makes in a second, at least.
const SPEED: f64 = 4e6;
/// What it may use where neither time nor nodes are limited.
const UNLIMITED: u64 = 4_000_000;

/// The solver for boards with gravity, made when the first such board is met.
pub struct GravityOracle {
    memory: usize,
    task: Option<Task>,
}

impl GravityOracle {
    /// One whose table has so many bytes.
    pub fn new(memory: usize) -> GravityOracle {
        GravityOracle { memory, task: None }
    }

    /// The solver for a board. A table is not larger than can be filled: making it takes time.
    fn task(&mut self, game: &Game, nodes: u64) -> Option<&Task> {
        if self.task.as_ref().is_none_or(|task| task.rules() != game.rules()) {
            let bytes = usize::try_from(nodes.saturating_mul(16)).unwrap_or(usize::MAX);
            let memory = bytes.clamp(1 << 16, self.memory.max(1 << 16));
            self.task = Some(Task::new(game, memory, 1).ok()?);
        }
        self.task.as_ref()
    }
}

impl Oracle for GravityOracle {
    fn ask(&mut self, game: &Game, _: &[Cell], meter: &mut Meter) -> Option<Verdict> {
        let granted = granted(meter);
        if !game.rules().gravity() || expected_nodes(game) > 2.0 * granted as f64 {
            return None;
        }
        let task = self.task(game, granted)?;
        Questions { task, meter, most: granted, used: 0, deadline: None }.verdict(game)
    }

    fn new_game(&mut self) {
        if let Some(task) = &mut self.task {
            task.forget();
        }
    }
}

/// How many of its nodes the solver may use.
fn granted(meter: &Meter) -> u64 {
    match (meter.nodes_left(), meter.time_left()) {
        (Some(nodes), _) => nodes.saturating_mul(CHEAPER),
        (None, Some(time)) => (time.min(Duration::from_secs(3600)).as_secs_f64() * SPEED) as u64,
        (None, None) => UNLIMITED,
    }
}

/// Four positions of five take fewer nodes than this, as measured on positions of games with some random moves. With 28 empty cells:
/// 160,000 on 5x7x4g, 12,000 on 6x7x4g, 2,000 on 7x7x4g; 1.2 million on 5x7x5g, 400,000 on 6x7x5g, 44,000 on 7x7x5g; 460,000 on
/// 6x8x6g. Each empty cell doubles it, and with as many empty cells a larger board has more stones, which settle more.
fn expected_nodes(game: &Game) -> f64 {
    let cells = game.rules().cells() as f64;
    let empty = cells - game.board().stones() as f64;
    let (easy, settled) = match game.rules().k() {
        ..=4 => (15.5, 0.3),
        5 => (9.0, 0.3),
        // Longer rows leave more open for longer.
        _ => (6.0, 0.15),
    };
    2f64.powf(empty - easy - settled * (cells - 42.0))
}

/// What a move is given at first.
const FIRST: u64 = 2_000;

/// Moves with the games after them: those that keep a score, and those of which that is not known.
struct Sorted {
    kept: Vec<(Cell, Game)>,
    open: Vec<(Cell, Game)>,
}

/// One position being asked about.
struct Questions<'a> {
    task: &'a Task,
    meter: &'a mut Meter,
    most: u64,
    used: u64,
    /// When the question at hand is given up, if before everything is.
    deadline: Option<Duration>,
}

impl Questions<'_> {
    fn verdict(&mut self, game: &Game) -> Option<Verdict> {
        // The proof stays in the table: what is left is enough to find the move in it.
        match self.within(3, |this| this.reaches(game, Score::DRAW)) {
            Some(false) => return Some(self.loss(game)),
            Some(true) => {}
            None => return self.held(game),
        }
        match self.within(2, |this| this.reaches(game, Score::LAST_WIN)) {
            Some(true) => self.win(game),
            Some(false) => self.draw(game),
            None => self.held(game),
        }
    }

    /// Puts a question with so many quarters of what is left, so that others can be put after it.
    fn within<T>(&mut self, quarters: u32, ask: impl FnOnce(&mut Self) -> T) -> T {
        let most = self.most;
        self.most = self.used + most.saturating_sub(self.used) / 4 * u64::from(quarters);
        self.deadline = self.meter.time_left().map(|left| self.meter.elapsed() + left / 4 * quarters);
        let answer = ask(self);
        (self.most, self.deadline) = (most, None);
        answer
    }

    /// The moves that certainly do not lose, where more is not known; if there is none, those that do not certainly lose.
    fn held(&mut self, game: &Game) -> Option<Verdict> {
        let all = moves(game).count();
        let Sorted { kept, open } = self.sort(game, Score::DRAW, 1);
        let told = if kept.is_empty() { open } else { kept };
        let news = !told.is_empty() && told.len() < all;
        let moves = told.into_iter().map(|(cell, _)| cell).collect();
        news.then_some(Verdict { moves, score: search::Score::DRAW, exact: false })
    }

    /// Which moves keep a score, until so many are found or nothing is left. Each is given a little, then more: the one that is easiest to prove
    /// is found first, and a hard one does not cost what the others need.
    fn sort(&mut self, game: &Game, wanted: Score, enough: usize) -> Sorted {
        let mut sorted = Sorted { kept: Vec::new(), open: moves(game).collect() };
        let mut granted = FIRST;
        while !sorted.open.is_empty() && sorted.kept.len() < enough && self.used < self.most {
            if self.meter.charge(0).is_err() {
                break;
            }
            let most = self.most;
            for (cell, next) in std::mem::take(&mut sorted.open) {
                self.most = most.min(self.used + granted);
                // The opponent's score after it is the negative of ours.
                match self.solve(&next, Goal::Above(-wanted)) {
                    Some(solution) if solution.hi <= -wanted => sorted.kept.push((cell, next)),
                    Some(solution) if solution.lo > -wanted => {}
                    _ => sorted.open.push((cell, next)),
                }
            }
            self.most = most;
            granted *= 4;
        }
        sorted.kept.sort_by_key(|(cell, _)| off_centre(*cell, game));
        sorted
    }

    /// What can be proved of a position within the limits, for the side to move.
    fn solve(&mut self, game: &Game, goal: Goal) -> Option<Solution> {
        if game.outcome().is_over() {
            return self.task.bounds(game, Request::default());
        }
        let left = self.most.saturating_sub(self.used);
        self.meter.charge(0).ok().filter(|()| left > 0)?;
        let meter = &mut *self.meter;
        let deadline = self.deadline;
        let mut until = || meter.charge(0).is_err() || deadline.is_some_and(|deadline| meter.elapsed() >= deadline);
        let request = Request { goal, max_nodes: Some(left), until: Some(&mut until), ..Request::default() };
        let solution = self.task.bounds(game, request)?;
        let before = self.used / CHEAPER;
        self.used += solution.nodes;
        // That the limit is reached shows at the next question.
        let _ = self.meter.charge(self.used / CHEAPER - before);
        Some(solution)
    }

    /// 1, 0 or -1.
    fn sign(&mut self, game: &Game) -> Option<i32> {
        self.solve(game, Goal::Outcome)?.outcome()
    }

    /// Whether the side to move has this score or a better one.
    fn reaches(&mut self, game: &Game, score: Score) -> Option<bool> {
        let below = Score::from((score.get() - 1) as i16);
        let Solution { lo, hi, .. } = self.solve(game, Goal::Above(below))?;
        if lo > below {
            Some(true)
        } else if hi <= below {
            Some(false)
        } else {
            None
        }
    }

    /// The quickest win, as far as the limits allow: first one that is certain.
    fn win(&mut self, game: &Game) -> Option<Verdict> {
        let first = |sorted: Sorted| sorted.kept.first().map(|(cell, _)| *cell);
        let certain = first(self.sort(game, Score::LAST_WIN, 1))?;
        let best = self.within(2, |this| this.solve(game, Goal::Score));
        let best = best.map_or(Score::LAST_WIN, |solution| solution.lo.max(Score::LAST_WIN));
        let quick = if best > Score::LAST_WIN { first(self.sort(game, best, 1)) } else { None };
        let (cell, score) = quick.map_or((certain, Score::LAST_WIN), |cell| (cell, best));
        Some(Verdict { moves: vec![cell], score: self.tell(game, score), exact: true })
    }

    /// The moves that keep a draw and set the opponent the hardest question.
    fn draw(&mut self, game: &Game) -> Option<Verdict> {
        // The board is drawn: who does not let the opponent win keeps that.
        let keeping = self.sort(game, Score::DRAW, usize::MAX).kept;
        let ranked = self.hardest(&keeping, 0);
        (!ranked.is_empty()).then_some(Verdict { moves: ranked, score: search::Score::DRAW, exact: true })
    }

    /// The moves that lose last; of those, the ones that set the opponent the hardest question.
    fn loss(&mut self, game: &Game) -> Verdict {
        let mut longest = Score::from(i16::MIN + 1);
        let mut lasting: Vec<(Cell, Game)> = Vec::new();
        for (cell, next) in moves(game) {
            let score = self.solve(&next, Goal::Score).map_or(longest, |solution| -solution.hi);
            match score.cmp(&longest) {
                Ordering::Greater => (longest, lasting) = (score, vec![(cell, next)]),
                Ordering::Equal => lasting.push((cell, next)),
                Ordering::Less => {}
            }
        }
        let score = if longest.sign() < 0 && longest.get() > i32::from(i16::MIN) + 1 {
            self.tell(game, longest)
        } else {
            search::Score::loss_in((game.rules().cells() - game.board().stones()) as u32)
        };
        Verdict { moves: self.hardest(&lasting, -1), score, exact: true }
    }

    fn tell(&self, game: &Game, score: Score) -> search::Score {
        tell(score, self.task.rules().cells() as u32, game.board().stones() as u32)
    }

    /// Those of some moves of equal worth (its sign is given) that let the opponent err most.
    fn hardest(&mut self, keeping: &[(Cell, Game)], sign: i32) -> Vec<Cell> {
        let cells: Vec<Cell> = keeping.iter().map(|(cell, _)| *cell).collect();
        most_inviting(&cells, |i| self.errors(&keeping[i].1, sign))
    }

    /// How many of a thousand replies give us more than we have, those not counted that do so at once.
    fn errors(&mut self, game: &Game, sign: i32) -> Option<u32> {
        let (mut wrong, mut right) = (0, 0);
        for (_, next) in moves(game) {
            if self.sign(&next)? <= sign {
                right += 1;
                continue;
            }
            // Everybody sees a win with the next stone or the one after.
            let soon = Score::win_with_stone(next.board().stones() as u32 + 3, self.task.rules().cells() as u32);
            wrong += u32::from(!self.reaches(&next, soon)?);
        }
        Some(1000 * wrong / (wrong + right).max(1))
    }
}

/// The moves with the games after them, from the centre outwards.
fn moves(game: &Game) -> impl Iterator<Item = (Cell, Game)> {
    let mut cells = game.board().legal_moves();
    cells.sort_by_key(|cell| off_centre(*cell, game));
    cells.into_iter().filter_map(|cell| {
        let mut next = game.clone();
        next.play(cell).ok().map(|_| (cell, next))
    })
}

fn off_centre(cell: Cell, game: &Game) -> usize {
    (2 * cell.col() + 1).abs_diff(game.rules().cols())
}
