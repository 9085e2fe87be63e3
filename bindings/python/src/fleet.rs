//! Many boards stepped together: the work behind `filetto.vector`, free of Python.
//!
//! Observations and masks are kept, not made anew: a move changes one cell of each. Where the observer changes with every move (the
//! planes of PettingZoo, nobody else at the board) the two planes are exchanged, which the compiler does many cells at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use filetto_engine::Player;
use filetto_rules::{Board, Cell, Game, OnBoard, Outcome, Rng, Rules, Side, dispatch};
use filetto_search::Budget;

/// What happens to a board whose game is over; the words are Gymnasium's.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Autoreset {
    /// The next step begins a new game and plays nothing.
    NextStep,
    /// The same step begins it; the last observation is handed out besides.
    SameStep,
    /// It stays until it is reset.
    Disabled,
}

/// Whose planes, and in what order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Planes {
    /// (rows, cols, 2), rows from the top: the observer's stones, the other's.
    PettingZoo,
    /// (3, rows, cols): with gravity x, o, empty, rows from the bottom (connect_four); else empty, o, x, rows from the top (mnk).
    OpenSpiel,
}

/// Who plays the other side.
pub(crate) enum Opponent {
    /// Nobody: every step is a move of the side to move.
    Nobody,
    Random,
    Player(Box<dyn Player>),
}

/// Which side the agent has against an opponent.
#[derive(Clone, Copy)]
pub(crate) enum Seat {
    First,
    Second,
    Drawn,
}

/// The arrays, one part a board.
pub(crate) struct Views<'a> {
    pub(crate) observations: &'a mut [i8],
    pub(crate) masks: &'a mut [i8],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) terminated: &'a mut [bool],
    /// 0 or 1: whose turn it is.
    pub(crate) players: &'a mut [i8],
    /// With [`Autoreset::SameStep`] the observations in which games ended.
    pub(crate) finals: &'a mut [i8],
}

pub(crate) struct Settings {
    pub(crate) rules: Rules,
    pub(crate) count: usize,
    pub(crate) planes: Planes,
    pub(crate) autoreset: Autoreset,
    pub(crate) seat: Seat,
    pub(crate) opponent: Opponent,
    pub(crate) seed: u64,
}

/// Boards of one game.
pub(crate) trait Fleet: Send {
    /// Begins new games: all, or those that are marked.
    fn reset(&mut self, marked: Option<&[bool]>, views: &mut Views<'_>, stop: &Arc<AtomicBool>);
    /// Plays one action a board.
    fn step(&mut self, actions: &[i64], views: &mut Views<'_>, stop: &Arc<AtomicBool>);
    /// A random legal action a board, 0 where the game is over.
    fn sample(&mut self, actions: &mut [i64]);
    fn seed(&mut self, seed: u64);
    /// Moves of agents so far.
    fn moves(&self) -> u64;
}

/// Boards in the quickest storage.
pub(crate) fn fleet(settings: Settings) -> Box<dyn Fleet> {
    struct Make(Settings);
    impl OnBoard for Make {
        type Output = Box<dyn Fleet>;
        fn run<B: Board + Send + Sync + 'static>(self, board: B) -> Box<dyn Fleet> {
            Box::new(Boards::new(self.0, board))
        }
    }
    dispatch(settings.rules, Make(settings))
}

struct Boards<B> {
    settings: Settings,
    empty: B,
    boards: Vec<B>,
    over: Vec<bool>,
    agents: Vec<Side>,
    /// The same games as a player wants them; none without one.
    games: Vec<Game>,
    rng: Rng,
    moves: u64,
}

impl<B: Board + Send> Boards<B> {
    fn new(settings: Settings, empty: B) -> Boards<B> {
        let count = settings.count;
        let games = match settings.opponent {
            Opponent::Player(_) => vec![Game::new(settings.rules); count],
            _ => Vec::new(),
        };
        Boards {
            boards: vec![empty.clone(); count],
            over: vec![false; count],
            agents: vec![Side::First; count],
            rng: Rng::new(settings.seed),
            moves: 0,
            games,
            empty,
            settings,
        }
    }

    fn is_alone(&self) -> bool {
        matches!(self.settings.opponent, Opponent::Nobody)
    }

    /// The cell of an action, if it may be played.
    #[inline]
    fn cell(&self, at: usize, action: i64) -> Option<Cell> {
        let (rules, action) = (self.empty.rules(), usize::try_from(action).ok()?);
        if rules.gravity() {
            return self.boards[at].landing(action);
        }
        let on = action < rules.cells();
        let cell = on.then(|| Cell::new(rules.rows() - 1 - action / rules.cols(), action % rules.cols()))?;
        self.boards[at].get(cell).is_none().then_some(cell)
    }

    /// Plays a move and keeps the board's part of the arrays.
    #[inline]
    fn play(&mut self, at: usize, cell: Cell, views: &mut Views<'_>) -> Outcome {
        let rules = self.empty.rules();
        let side = self.boards[at].to_move();
        self.boards[at].play_fast(cell);
        if let Some(game) = self.games.get_mut(at) {
            // The board has checked it.
            let _ = game.play(cell);
        }
        let actions = if rules.gravity() { rules.cols() } else { rules.cells() };
        let from_top = (rules.rows() - 1 - cell.row()) * rules.cols() + cell.col();
        let masks = &mut views.masks[at * actions..][..actions];
        if !rules.gravity() {
            masks[from_top] = 0;
        } else if cell.row() + 1 == rules.rows() {
            masks[cell.col()] = 0;
        }
        match self.settings.planes {
            Planes::PettingZoo => {
                let planes = &mut views.observations[at * 2 * rules.cells()..][..2 * rules.cells()];
                let mut plane = 1;
                if self.is_alone() {
                    planes.chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));
                } else {
                    plane = usize::from(side != self.agents[at]);
                }
                planes[2 * from_top + plane] = 1;
            }
            Planes::OpenSpiel => {
                let planes = &mut views.observations[at * 3 * rules.cells()..][..3 * rules.cells()];
                let (empty, stone, place) = match rules.gravity() {
                    true => (2, side.index(), cell.row() * rules.cols() + cell.col()),
                    false => (0, 2 - side.index(), from_top),
                };
                planes[empty * rules.cells() + place] = 0;
                planes[stone * rules.cells() + place] = 1;
            }
        }
        views.players[at] = side.other().index() as i8;
        self.boards[at].outcome()
    }

    /// Begins a new game.
    fn begin(&mut self, at: usize, views: &mut Views<'_>, stop: &Arc<AtomicBool>) {
        let rules = self.empty.rules();
        let actions = if rules.gravity() { rules.cols() } else { rules.cells() };
        self.boards[at] = self.empty.clone();
        self.over[at] = false;
        if let Some(game) = self.games.get_mut(at) {
            *game = Game::new(rules);
        }
        views.masks[at * actions..][..actions].fill(1);
        views.players[at] = 0;
        let cells = rules.cells();
        match self.settings.planes {
            Planes::PettingZoo => views.observations[at * 2 * cells..][..2 * cells].fill(0),
            Planes::OpenSpiel => {
                let planes = &mut views.observations[at * 3 * cells..][..3 * cells];
                planes.fill(0);
                let empty = if rules.gravity() { 2 } else { 0 };
                planes[empty * cells..][..cells].fill(1);
            }
        }
        if !self.is_alone() {
            self.agents[at] = match self.settings.seat {
                Seat::First => Side::First,
                Seat::Second => Side::Second,
                Seat::Drawn => Side::BOTH[self.rng.below(2)],
            };
            if self.agents[at] == Side::Second && rules.cells() > 1 {
                self.reply(at, views, stop);
            }
        }
    }

    /// The opponent's move.
    fn reply(&mut self, at: usize, views: &mut Views<'_>, stop: &Arc<AtomicBool>) -> Outcome {
        let cell = match &mut self.settings.opponent {
            Opponent::Player(player) => {
                let choice = player.choose(&self.games[at], &Budget::none().stop(Arc::clone(stop)), &mut |_| {});
                choice.map(|choice| choice.cell)
            }
            _ => random(&self.boards[at], &mut self.rng),
        };
        // A player that was stopped before it had a move plays any.
        match cell.or_else(|| random(&self.boards[at], &mut self.rng)) {
            Some(cell) => self.play(at, cell, views),
            None => self.boards[at].outcome(),
        }
    }

    /// One action on one board: what the agent gets, and whether the game is over.
    fn one(&mut self, at: usize, action: i64, views: &mut Views<'_>, stop: &Arc<AtomicBool>) -> (f32, bool) {
        let Some(cell) = self.cell(at, action) else { return (-1.0, true) };
        self.moves += 1;
        match self.play(at, cell, views) {
            Outcome::Win(_) => return (1.0, true),
            Outcome::Draw => return (0.0, true),
            Outcome::Ongoing => {}
        }
        if self.is_alone() {
            return (0.0, false);
        }
        match self.reply(at, views, stop) {
            Outcome::Win(_) => (-1.0, true),
            outcome => (0.0, outcome.is_over()),
        }
    }

    fn end(&mut self, at: usize, views: &mut Views<'_>, stop: &Arc<AtomicBool>) {
        let rules = self.empty.rules();
        if self.settings.autoreset == Autoreset::SameStep {
            let size = views.observations.len() / self.boards.len();
            views.finals[at * size..][..size].copy_from_slice(&views.observations[at * size..][..size]);
            return self.begin(at, views, stop);
        }
        self.over[at] = true;
        let actions = if rules.gravity() { rules.cols() } else { rules.cells() };
        views.masks[at * actions..][..actions].fill(0);
    }
}

/// Any legal move.
fn random<B: Board>(board: &B, rng: &mut Rng) -> Option<Cell> {
    let mut count = 0;
    board.for_each_legal(|_| count += 1);
    let (wanted, mut seen, mut found) = (rng.below(count), 0, None);
    board.for_each_legal(|cell| {
        if seen == wanted {
            found = Some(cell);
        }
        seen += 1;
    });
    found
}

impl<B: Board + Send> Fleet for Boards<B> {
    fn reset(&mut self, marked: Option<&[bool]>, views: &mut Views<'_>, stop: &Arc<AtomicBool>) {
        for at in 0..self.boards.len() {
            if marked.is_none_or(|marked| marked[at]) {
                self.begin(at, views, stop);
                (views.rewards[at], views.terminated[at]) = (0.0, false);
            }
        }
    }

    fn step(&mut self, actions: &[i64], views: &mut Views<'_>, stop: &Arc<AtomicBool>) {
        for (at, &action) in actions.iter().enumerate() {
            let (mut reward, mut ended) = (0.0, false);
            if self.over[at] {
                match self.settings.autoreset {
                    Autoreset::Disabled => ended = true,
                    _ => self.begin(at, views, stop),
                }
            } else {
                (reward, ended) = self.one(at, action, views, stop);
                if ended {
                    self.end(at, views, stop);
                }
            }
            (views.rewards[at], views.terminated[at]) = (reward, ended);
            if stop.load(Ordering::Relaxed) && !self.games.is_empty() {
                return;
            }
        }
    }

    fn sample(&mut self, actions: &mut [i64]) {
        let rules = self.empty.rules();
        for (at, action) in actions.iter_mut().enumerate() {
            let cell = if self.over[at] { None } else { random(&self.boards[at], &mut self.rng) };
            *action = cell.map_or(0, |cell| crate::input::action_of(rules, cell) as i64);
        }
    }

    fn seed(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn moves(&self) -> u64 {
        self.moves
    }
}
