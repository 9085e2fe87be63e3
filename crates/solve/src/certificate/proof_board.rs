//! The position during the walk: any rules, with and without gravity, exactly as the format sees it.

use filetto_rules::{Cell, Rules, Symmetry};

const EMPTY: u8 = 2;
const WALL: u8 = 3;

/// Stones, and how many of each side are in each line.
pub(crate) struct ProofBoard {
    cols: usize,
    gravity: bool,
    cells: Vec<u8>,
    windows: Vec<Vec<u16>>,
    /// For each line for whom it counts.
    counts: Vec<[bool; 2]>,
    through: Vec<Vec<u32>>,
    count: Vec<[u8; 2]>,
    images: Vec<Vec<u16>>,
    /// The cells that every board of a claim about larger boards has.
    inner: Vec<bool>,
    /// How many moves were on none of them; the last number of a cell and one is a pass.
    pub(crate) outside: u8,
}

impl ProofBoard {
    pub(crate) fn new(rules: Rules, counts: [bool; 2]) -> ProofBoard {
        ProofBoard::larger(rules, [rules.rows(), rules.cols()], counts)
    }

    /// The board of the walk, of which only the rows and columns of the inner part from the bottom left are on every board.
    pub(crate) fn larger(rules: Rules, inner: [usize; 2], counts: [bool; 2]) -> ProofBoard {
        let number = |cell: Cell| (cell.row() * rules.cols() + cell.col()) as u16;
        let windows: Vec<Vec<u16>> = rules.windows().map(|line| line.cells().map(number).collect()).collect();
        let inside = |cell: Cell| cell.row() < inner[0] && cell.col() < inner[1];
        let inner: Vec<bool> = rules.all_cells().map(inside).collect();
        let whose = |line: &Vec<u16>| {
            let mut inside = line.iter().map(|&cell| inner[usize::from(cell)]);
            let all = inside.clone().all(|inside| inside);
            [counts[0] && all, counts[1] && inside.any(|inside| inside)]
        };
        let counts = windows.iter().map(whose).collect();
        let image = |s: Symmetry| rules.all_cells().map(|cell| number(s.map(rules, cell))).collect::<Vec<u16>>();
        let keeps =
            |image: &Vec<u16>| image.iter().zip(&inner).all(|(&cell, &inside)| inner[usize::from(cell)] == inside);
        let images = Symmetry::of(rules).map(image).filter(keeps).collect();
        ProofBoard {
            counts,
            images,
            inner,
            gravity: rules.gravity(),
            ..ProofBoard::tile(rules.cols(), rules.cells(), windows)
        }
    }

    /// Cells in no order, or in rows of so many columns, of which X wants to own one of the sets.
    pub(crate) fn tile(cols: usize, cells: usize, windows: Vec<Vec<u16>>) -> ProofBoard {
        let mut through = vec![Vec::new(); cells];
        for (index, window) in windows.iter().enumerate() {
            window.iter().for_each(|&cell| through[cell as usize].push(index as u32));
        }
        ProofBoard {
            cols,
            gravity: false,
            cells: vec![EMPTY; cells],
            counts: vec![[true, false]; windows.len()],
            through,
            count: vec![[0; 2]; windows.len()],
            images: vec![(0..cells as u16).collect()],
            inner: vec![true; cells],
            outside: 0,
            windows,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether the opponent may also pass.
    pub(crate) fn grows(&self) -> bool {
        self.inner.contains(&false)
    }

    pub(crate) fn cell(&self, number: usize) -> Cell {
        Cell::new(number / self.cols, number % self.cols)
    }

    pub(crate) fn number(&self, cell: Cell) -> usize {
        cell.row() * self.cols + cell.col()
    }

    pub(crate) fn put(&mut self, cell: usize, side: usize) {
        self.outside += u8::from(self.inner.get(cell) != Some(&true));
        if cell < self.cells.len() {
            self.cells[cell] = side as u8;
            self.through[cell].iter().for_each(|&window| self.count[window as usize][side] += 1);
        }
    }

    pub(crate) fn clear(&mut self, cell: usize) {
        self.outside -= u8::from(self.inner.get(cell) != Some(&true));
        if cell < self.cells.len() {
            let side = usize::from(std::mem::replace(&mut self.cells[cell], EMPTY));
            self.through[cell].iter().for_each(|&window| self.count[window as usize][side] -= 1);
        }
    }

    pub(crate) fn is_full(&self) -> bool {
        !self.cells.contains(&EMPTY)
    }

    fn playable(&self, cell: usize) -> bool {
        let held = |cell: usize| cell < self.cols || self.cells[cell - self.cols] != EMPTY;
        self.cells[cell] == EMPTY && (!self.gravity || held(cell))
    }

    /// All cells in the order of the plan that names some, and in that of its mirror image.
    pub(crate) fn orders(&self, named: &[usize]) -> [Vec<usize>; 2] {
        let above = |cell: &usize| (self.cells.len() - 1 - cell) / self.cols;
        let mut others: Vec<usize> = (0..self.cells.len()).filter(|cell| !named.contains(cell)).collect();
        others.sort_by_key(|cell| above(cell) % 2);
        let order = [named, &others].concat();
        let mirrored = order.iter().map(|cell| cell - cell % self.cols + self.cols - 1 - cell % self.cols).collect();
        [order, mirrored]
    }

    /// The first of these cells that can be played.
    pub(crate) fn first_playable(&self, order: &[usize]) -> Option<usize> {
        order.iter().copied().find(|&cell| self.playable(cell))
    }

    fn is_live(&self, window: usize, side: usize) -> bool {
        self.counts[window][side] && self.count[window][1 - side] == 0
    }

    fn live(&self, side: usize) -> impl Iterator<Item = (usize, &Vec<u16>)> {
        self.windows.iter().enumerate().filter(move |&(index, _)| self.is_live(index, side))
    }

    /// How many stones a side lacks in each of its open lines, and the line.
    fn lacking(&self, side: usize) -> impl Iterator<Item = (usize, &Vec<u16>)> {
        self.live(side).map(move |(index, window)| (window.len() - usize::from(self.count[index][side]), window))
    }

    /// The cells where a side whose lines count completes one, some perhaps more than once.
    fn completing(&self, side: usize) -> impl Iterator<Item = usize> {
        let almost = self.lacking(side).filter(|(lacks, _)| *lacks == 1);
        almost.filter_map(|(_, window)| window.iter().map(|&c| c.into()).find(|&cell| self.playable(cell)))
    }

    /// A cell where a side whose lines count completes one.
    pub(crate) fn completion(&self, side: usize) -> Option<usize> {
        self.completing(side).next()
    }

    /// All such cells.
    pub(crate) fn completions(&self, side: usize) -> Vec<usize> {
        let mut cells: Vec<usize> = self.completing(side).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Whether a side has an open line that lacks two stones.
    pub(crate) fn lacks_two(&self, side: usize) -> bool {
        self.lacking(side).any(|(lacks, _)| lacks == 2)
    }

    /// Whether a cell is on every board of a claim about larger boards.
    pub(crate) fn is_inner(&self, cell: usize) -> bool {
        self.inner.get(cell) == Some(&true)
    }

    /// Whether a move need be looked at: with gravity any, else one on an open line that counts.
    pub(crate) fn matters(&self, cell: usize) -> bool {
        let open = |window: &u32| (0..2).any(|side| self.is_live(*window as usize, side));
        self.playable(cell) && (self.gravity || self.through[cell].iter().any(open))
    }

    /// The position up to symmetry and to what no longer matters.
    pub(crate) fn canonical(&self) -> Box<[u8]> {
        let mut seen = self.cells.clone();
        if !self.gravity {
            seen.fill(WALL);
            for (_, window) in (0..2).flat_map(|side| self.live(side)) {
                window.iter().for_each(|&cell| seen[cell as usize] = self.cells[cell as usize]);
            }
        }
        let of = |image: &Vec<u16>| image.iter().map(|&cell| seen[cell as usize]).collect::<Vec<u8>>();
        let least = self.images.iter().map(of).min().unwrap_or_default();
        let bytes = least.chunks(4).map(|four| four.iter().fold(0, |byte, cell| byte << 2 | cell));
        std::iter::once(self.outside).chain(bytes).collect()
    }

    /// Whether these pairs, with the potential of the lines without one, keep this side from completing a line.
    pub(crate) fn is_held(&self, side: usize, pairs: &[[u16; 2]], side_moves: bool) -> bool {
        const ONE: u128 = 1 << 100;
        let empty = |cell: u16| self.cells[cell as usize] == EMPTY;
        let mut partner = vec![u16::MAX; self.cells.len()];
        for &[a, b] in pairs.iter().filter(|[a, b]| empty(*a) && empty(*b)) {
            (partner[a as usize], partner[b as usize]) = (b, a);
        }
        let bound = if side_moves { ONE / 2 } else { ONE };
        let mut sum = 0;
        for (_, window) in self.live(side) {
            if !window.iter().any(|&cell| window.contains(&partner[cell as usize])) {
                let free = |cell: &&u16| empty(**cell) && partner[**cell as usize] == u16::MAX;
                sum += ONE >> window.iter().filter(free).count().min(100);
                if sum >= bound {
                    return false;
                }
            }
        }
        !self.gravity || sum == 0
    }
}
