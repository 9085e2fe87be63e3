//! The position during the walk: any rules, with and without gravity, exactly as the format sees it.

use filetto_rules::{Cell, Rules, Symmetry};

const EMPTY: u8 = 2;
const WALL: u8 = 3;

/// Stones, and how many of each side are in each line of K.
pub(super) struct ProofBoard {
    pub(super) rules: Rules,
    cells: Vec<u8>,
    windows: Vec<Vec<u16>>,
    through: Vec<Vec<u32>>,
    count: Vec<[u8; 2]>,
    images: Vec<Vec<u16>>,
    /// Whose lines count.
    pub(super) counts: [bool; 2],
}

impl ProofBoard {
    pub(super) fn new(rules: Rules, counts: [bool; 2]) -> ProofBoard {
        let number = |cell: Cell| (cell.row() * rules.cols() + cell.col()) as u16;
        let windows: Vec<Vec<u16>> = rules.windows().map(|line| line.cells().map(number).collect()).collect();
        let mut through = vec![Vec::new(); rules.cells()];
        for (index, window) in windows.iter().enumerate() {
            window.iter().for_each(|&cell| through[cell as usize].push(index as u32));
        }
        let image = |s: Symmetry| rules.all_cells().map(|cell| number(s.map(rules, cell))).collect();
        let images = Symmetry::of(rules).map(image).collect();
        let count = vec![[0; 2]; windows.len()];
        ProofBoard { rules, cells: vec![EMPTY; rules.cells()], windows, through, count, images, counts }
    }

    pub(super) fn cell(&self, number: usize) -> Cell {
        Cell::new(number / self.rules.cols(), number % self.rules.cols())
    }

    pub(super) fn number(&self, cell: Cell) -> usize {
        cell.row() * self.rules.cols() + cell.col()
    }

    pub(super) fn put(&mut self, cell: usize, side: usize) {
        self.cells[cell] = side as u8;
        self.through[cell].iter().for_each(|&window| self.count[window as usize][side] += 1);
    }

    pub(super) fn clear(&mut self, cell: usize) {
        let side = usize::from(std::mem::replace(&mut self.cells[cell], EMPTY));
        self.through[cell].iter().for_each(|&window| self.count[window as usize][side] -= 1);
    }

    pub(super) fn is_full(&self) -> bool {
        !self.cells.contains(&EMPTY)
    }

    fn playable(&self, cell: usize) -> bool {
        let held = |cell: usize| cell < self.rules.cols() || self.cells[cell - self.rules.cols()] != EMPTY;
        self.cells[cell] == EMPTY && (!self.rules.gravity() || held(cell))
    }

    fn live(&self, side: usize) -> impl Iterator<Item = (usize, &Vec<u16>)> {
        self.windows.iter().enumerate().filter(move |&(index, _)| self.count[index][1 - side] == 0)
    }

    /// A cell where a side whose lines count completes one.
    pub(super) fn completion(&self, side: usize) -> Option<usize> {
        let k = self.rules.k();
        let mut almost = self.live(side).filter(|&(index, _)| usize::from(self.count[index][side]) + 1 == k);
        let cell = almost.find_map(|(_, window)| window.iter().map(|&c| c.into()).find(|&cell| self.playable(cell)));
        cell.filter(|_| self.counts[side])
    }

    /// Whether a move need be looked at: with gravity any, else one on an open line that counts.
    pub(super) fn matters(&self, cell: usize) -> bool {
        let open = |side: usize, window: &u32| self.counts[side] && self.count[*window as usize][1 - side] == 0;
        let serves = || self.through[cell].iter().any(|window| open(0, window) || open(1, window));
        self.playable(cell) && (self.rules.gravity() || serves())
    }

    /// The position up to symmetry and to what no longer matters.
    pub(super) fn canonical(&self) -> Box<[u8]> {
        let mut seen = self.cells.clone();
        if !self.rules.gravity() {
            seen.fill(WALL);
            for side in (0..2).filter(|&side| self.counts[side]) {
                for (_, window) in self.live(side) {
                    window.iter().for_each(|&cell| seen[cell as usize] = self.cells[cell as usize]);
                }
            }
        }
        let of = |image: &Vec<u16>| image.iter().map(|&cell| seen[cell as usize]).collect::<Vec<u8>>();
        let least = self.images.iter().map(of).min().unwrap_or_default();
        least.chunks(4).map(|four| four.iter().fold(0, |byte, cell| byte << 2 | cell)).collect()
    }

    /// Whether these pairs, with the potential of the lines without one, keep this side from completing a line.
    pub(super) fn is_held(&self, side: usize, pairs: &[[u16; 2]], side_moves: bool) -> bool {
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
        !self.rules.gravity() || sum == 0
    }
}
