//! The position as the solver sees it: the lines of K and who has how many stones in each.
//!
//! Everything that the search asks (who threatens, which lines are open, the potential) is one pass over two small
//! counters a line; a move changes only the lines through its cell, and where exactly K win those that end beside it. The key is computed from what still matters: stones and
//! empty cells on no open line are walls, so that positions which differ only in them are one. The images of the key under
//! the board's symmetries are computed side by side and the least is taken.

use std::sync::Arc;

use filetto_rules::{Cell, Direction, Images, Rng, Rules};

use super::cells::Cells;

/// Who moves or owns: 0 for X, the attacker of the question, 1 for O.
pub(crate) type Who = usize;
pub(crate) const X: Who = 0;
pub(crate) const O: Who = 1;

/// What never changes during a search.
pub(crate) struct BoardLines<const N: usize> {
    /// How cells are numbered: row times this, and the column.
    pub(crate) cols: usize,
    pub(crate) k: u8,
    /// Whether more than K in a row win as well, so that a further stone never harms its side.
    pub(crate) monotone: bool,
    pub(crate) cells: usize,
    /// Every K cells in a row, those of one physical line one after the other.
    pub(crate) windows: Vec<Cells<N>>,
    /// The physical line of each window.
    pub(crate) line: Vec<u16>,
    /// The windows through each cell.
    pub(crate) through: Vec<Vec<u16>>,
    /// The windows that end just before each cell, where exactly K win: a stone there makes them too long for its side.
    beside: Vec<Vec<u16>>,
    /// For each cell the numbers of an X stone, an O stone and a wall.
    numbers: Vec<[Images; 3]>,
    pub(crate) board: Cells<N>,
}

impl<const N: usize> BoardLines<N> {
    fn new(rules: Rules) -> BoardLines<N> {
        let number = |cell: Cell| cell.row() * rules.cols() + cell.col();
        let mut windows = Vec::new();
        let mut line = Vec::new();
        let mut found: Vec<_> = rules.windows().collect();
        // A physical line begins where a step back leaves the board.
        let origin = |window: &filetto_rules::Line| {
            let back = |n: &i32| window.start.step(window.direction, -n).is_some_and(|cell| rules.contains(cell));
            let steps = (1..).take_while(back).count() as i32;
            window.start.step(window.direction, -steps).map_or(0, number)
        };
        let direction = |d: Direction| Direction::ALL.iter().position(|&other| other == d).unwrap_or(0);
        found.sort_by_key(|window| {
            (direction(window.direction), origin(window), window.start.col(), window.start.row())
        });
        let mut beside = vec![Vec::new(); rules.cells()];
        let mut before = None;
        let mut lines = 0;
        for window in found {
            let physical = (direction(window.direction), origin(&window));
            lines += u16::from(before.is_some_and(|before| before != physical));
            before = Some(physical);
            line.push(lines);
            let monotone = rules.win_rule().is_monotone();
            for cell in window.beyond().into_iter().flatten().filter(|&cell| !monotone && rules.contains(cell)) {
                beside[number(cell)].push(windows.len() as u16);
            }
            windows.push(window.cells().fold(Cells::NONE, |set, cell| set | Cells::of(number(cell))));
        }
        let mut through = vec![Vec::new(); rules.cells()];
        for (index, window) in windows.iter().enumerate() {
            window.iter().for_each(|cell| through[cell].push(index as u16));
        }
        let mut rng = Rng::new(0x6b65_7973);
        let random: Vec<[u64; 3]> = (0..rules.cells()).map(|_| [0; 3].map(|_: u64| rng.next_u64())).collect();
        let images = |cell: Cell, what: usize| Images::of(rules, cell, |image| random[number(image)][what]);
        let numbers = rules.all_cells().map(|cell| [0, 1, 2].map(|what| images(cell, what))).collect();
        let cells = rules.cells();
        let (k, cols, board) = (rules.k() as u8, rules.cols(), Cells::below(cells));
        let monotone = rules.win_rule().is_monotone();
        BoardLines { cols, k, monotone, cells, windows, line, through, beside, numbers, board }
    }

    /// The game of a tile: sets of cells of any size instead of lines. K is the size of the largest.
    fn tile(cells: usize, sets: &[Vec<u16>]) -> BoardLines<N> {
        let windows: Vec<Cells<N>> =
            sets.iter().map(|set| set.iter().fold(Cells::NONE, |all, &cell| all | Cells::of(cell.into()))).collect();
        let mut through = vec![Vec::new(); cells];
        for (index, set) in sets.iter().enumerate() {
            set.iter().for_each(|&cell| through[usize::from(cell)].push(index as u16));
        }
        let mut rng = Rng::new(0x7469_6c65);
        // A tile has no symmetries: all images are the position itself.
        let mut same = || {
            let number = rng.next_u64();
            Images::of(Rules::CONNECT4, Cell::new(0, 0), |_| number)
        };
        let numbers = (0..cells).map(|_| [same(), same(), same()]).collect();
        let k = sets.iter().map(Vec::len).max().unwrap_or(0) as u8;
        let line = (0..sets.len() as u16).collect();
        let beside = vec![Vec::new(); cells];
        let board = Cells::below(cells);
        BoardLines { cols: cells, k, monotone: true, cells, windows, line, through, beside, numbers, board }
    }
}

/// The stones of a window that matter.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    /// How many each side has in it.
    pub(crate) stones: [u8; 2],
    /// Where exactly K win, how many each side has just beyond its ends.
    beyond: [u8; 2],
}

impl Tally {
    /// Whether a side can still complete it.
    #[inline(always)]
    pub(crate) fn is_open(self, who: Who) -> bool {
        self.stones[1 - who] | self.beyond[who] == 0
    }
}

/// What one pass over the lines tells.
pub(crate) struct Scan<const N: usize> {
    /// Empty and occupied cells of each side's open lines.
    pub(crate) live: [Cells<N>; 2],
    /// Where each side can complete a line.
    pub(crate) wins: [Cells<N>; 2],
    /// The empty cells of lines where each side needs two stones more.
    pub(crate) nearly: [Cells<N>; 2],
    /// Sum of 2^(X's stones) over X's open lines: below 2^K or 2^(K-1), Erdos and Selfridge's strategy holds.
    pub(crate) potential: u64,
}

/// A position that moves are played on and taken back from.
#[derive(Clone)]
pub(crate) struct State<const N: usize> {
    pub(crate) lines: Arc<BoardLines<N>>,
    pub(crate) stones: [Cells<N>; 2],
    pub(crate) count: Vec<Tally>,
    /// In the strong game O's lines count too.
    pub(crate) strong: bool,
    trail: Vec<(u16, u8)>,
}

impl<const N: usize> State<N> {
    pub(crate) fn new(rules: Rules, strong: bool) -> State<N> {
        let lines = Arc::new(BoardLines::new(rules));
        let count = vec![Tally::default(); lines.windows.len()];
        State { lines, stones: [Cells::NONE; 2], count, strong, trail: Vec::new() }
    }

    /// The weak game of a tile. A set that is smaller than the largest counts as one in which X has the missing stones already.
    pub(crate) fn tile(cells: usize, sets: &[Vec<u16>]) -> State<N> {
        let lines = Arc::new(BoardLines::tile(cells, sets));
        let tally = |set: &Vec<u16>| Tally { stones: [lines.k - set.len() as u8, 0], ..Tally::default() };
        let count = sets.iter().map(tally).collect();
        State { lines, stones: [Cells::NONE; 2], count, strong: false, trail: Vec::new() }
    }

    #[inline]
    pub(crate) fn empty(&self) -> Cells<N> {
        self.lines.board & !(self.stones[X] | self.stones[O])
    }

    #[inline]
    pub(crate) fn play(&mut self, cell: usize, who: Who) {
        self.stones[who] |= Cells::of(cell);
        for &window in &self.lines.through[cell] {
            self.count[window as usize].stones[who] += 1;
        }
        for &window in &self.lines.beside[cell] {
            self.count[window as usize].beyond[who] += 1;
        }
        self.trail.push((cell as u16, who as u8));
    }

    /// A place on the trail to come back to.
    #[inline]
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    #[inline]
    pub(crate) fn undo_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let (cell, who) = self.trail.pop().unwrap_or_default();
            self.stones[who as usize] &= !Cells::of(cell.into());
            for &window in &self.lines.through[cell as usize] {
                self.count[window as usize].stones[who as usize] -= 1;
            }
            for &window in &self.lines.beside[cell as usize] {
                self.count[window as usize].beyond[who as usize] -= 1;
            }
        }
    }

    #[inline]
    pub(crate) fn scan(&self) -> Scan<N> {
        let mut scan = Scan { live: [Cells::NONE; 2], wins: [Cells::NONE; 2], nearly: [Cells::NONE; 2], potential: 0 };
        let k = self.lines.k;
        for (window, tally) in self.lines.windows.iter().zip(&self.count) {
            let [x, o] = tally.stones;
            if tally.is_open(X) {
                scan.live[X] |= *window;
                scan.potential = scan.potential.saturating_add(1 << x.min(60));
                if x + 2 >= k {
                    let set = if x + 1 == k { &mut scan.wins } else { &mut scan.nearly };
                    set[X] |= *window;
                }
            }
            if self.strong && tally.is_open(O) {
                scan.live[O] |= *window;
                if o + 2 >= k {
                    let set = if o + 1 == k { &mut scan.wins } else { &mut scan.nearly };
                    set[O] |= *window;
                }
            }
        }
        let empty = self.empty();
        scan.wins = scan.wins.map(|set| set & empty);
        scan.nearly = scan.nearly.map(|set| set & empty);
        scan
    }

    /// The cells where a move may matter: those of open lines. Where exactly K win all of them, since to have to move may do harm,
    /// and a cell of no line is a move as well.
    #[inline]
    pub(crate) fn choices(&self, scan: &Scan<N>) -> Cells<N> {
        let monotone = self.lines.monotone;
        if monotone { (scan.live[X] | scan.live[O]) & self.empty() } else { self.empty() }
    }

    /// The key of the position up to symmetry and to what no longer matters.
    #[inline]
    pub(crate) fn key(&self, scan: &Scan<N>, to_move: Who) -> u64 {
        let sets = [self.stones[X] & scan.live[X], self.stones[O] & scan.live[O]];
        let walls = self.lines.board & !(sets[X] | sets[O] | self.choices(scan));
        let mut images = Images::default();
        for (what, set) in [sets[X], sets[O], walls].into_iter().enumerate() {
            for cell in set.iter() {
                images.toggle(&self.lines.numbers[cell][what]);
            }
        }
        images.least() ^ if to_move == X { 0 } else { 0x5bf0_3635_d1f4_bb21 }
    }
}
