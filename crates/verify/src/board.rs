//! The rules, once more and as plainly as possible: cells, lines of K, who has how many stones in each.

/// What a cell holds: 0 for X's stone, 1 for O's, or this.
pub(crate) const EMPTY: u8 = 2;
/// A cell that no longer matters, when positions are compared.
const WALL: u8 = 3;

pub(crate) struct Board {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    k: usize,
    pub(crate) gravity: bool,
    pub(crate) cells: Vec<u8>,
    /// Every K cells in a row, one line after the other.
    lines: Vec<u16>,
    /// For each cell the lines through it.
    through: Vec<Vec<u32>>,
    /// For each line how many stones X and O have in it.
    stones: Vec<[u8; 2]>,
    /// For each symmetry of the board where the image has its cells from.
    images: Vec<Vec<u16>>,
}

impl Board {
    pub(crate) fn new(rows: usize, cols: usize, k: usize, gravity: bool) -> Board {
        let mut lines = Vec::new();
        for start in 0..rows * cols {
            for (up, right) in [(0, 1), (1, 0), (1, 1), (-1, 1)] {
                let cell = |i: isize| {
                    let (row, col) = ((start / cols) as isize + up * i, (start % cols) as isize + right * i);
                    let on_board = (0..rows as isize).contains(&row) && col < cols as isize;
                    on_board.then_some((row * cols as isize + col) as u16)
                };
                if cell(k as isize - 1).is_some() {
                    lines.extend((0..k as isize).filter_map(cell));
                }
            }
        }
        let mut through = vec![Vec::new(); rows * cols];
        lines.iter().enumerate().for_each(|(index, &cell)| through[cell as usize].push((index / k) as u32));
        let image = |symmetry: usize| {
            let from = |cell: usize| {
                let (row, col) = (cell / cols, cell % cols);
                let (row, col) = if symmetry & 4 == 0 { (row, col) } else { (col, row) };
                let row = if symmetry & 2 == 0 { row } else { rows - 1 - row };
                let col = if symmetry & 1 == 0 { col } else { cols - 1 - col };
                (row * cols + col) as u16
            };
            (0..rows * cols).map(from).collect()
        };
        let symmetries = [4, 8, 2][if gravity { 2 } else { usize::from(rows == cols) }];
        let images = (0..symmetries).map(image).collect();
        let stones = vec![[0; 2]; lines.len() / k];
        Board { rows, cols, k, gravity, cells: vec![EMPTY; rows * cols], lines, through, stones, images }
    }

    pub(crate) fn put(&mut self, cell: usize, side: usize) {
        self.cells[cell] = side as u8;
        self.through[cell].iter().for_each(|&line| self.stones[line as usize][side] += 1);
    }

    pub(crate) fn clear(&mut self, cell: usize) {
        let side = usize::from(std::mem::replace(&mut self.cells[cell], EMPTY));
        self.through[cell].iter().for_each(|&line| self.stones[line as usize][side] -= 1);
    }

    /// Whether a stone can be put there now.
    pub(crate) fn playable(&self, cell: usize) -> bool {
        let held = |cell: usize| cell < self.cols || self.cells[cell - self.cols] != EMPTY;
        self.cells.get(cell) == Some(&EMPTY) && (!self.gravity || held(cell))
    }

    /// Whether a line is without stones of the other side, and so may still become this side's.
    fn is_live(&self, line: usize, side: usize) -> bool {
        self.stones[line][1 - side] == 0
    }

    /// The cells of every line that may still become this side's.
    pub(crate) fn live(&self, side: usize) -> impl Iterator<Item = &[u16]> {
        let lines = self.lines.chunks_exact(self.k).enumerate();
        lines.filter(move |&(line, _)| self.is_live(line, side)).map(|(_, cells)| cells)
    }

    /// Whether such a line goes through the cell.
    pub(crate) fn serves(&self, cell: usize, side: usize) -> bool {
        self.through[cell].iter().any(|&line| self.is_live(line as usize, side))
    }

    /// Whether a stone of this side on an empty cell completes a line.
    pub(crate) fn completes(&self, cell: usize, side: usize) -> bool {
        self.through[cell].iter().any(|&line| usize::from(self.stones[line as usize][side]) + 1 == self.k)
    }

    /// A cell where this side can complete a line with its next stone.
    pub(crate) fn completion(&self, side: usize) -> Option<usize> {
        let almost = |line: &usize| self.is_live(*line, side) && usize::from(self.stones[*line][side]) + 1 == self.k;
        let cells = |line: usize| self.lines[line * self.k..][..self.k].iter().map(|&cell| usize::from(cell));
        (0..self.stones.len()).filter(almost).flat_map(cells).find(|&cell| self.playable(cell))
    }

    /// The position up to symmetry and up to what no longer matters, four cells a byte. `counts` says whose lines count.
    ///
    /// Without gravity a cell on no live line that counts is as good as a wall, whatever it holds: nobody gains by playing
    /// there, and nothing that it blocks is still open.
    pub(crate) fn canonical(&self, counts: [bool; 2]) -> Box<[u8]> {
        let mut seen = self.cells.clone();
        if !self.gravity {
            seen.fill(WALL);
            let live = (0..2).filter(|&side| counts[side]).flat_map(|side| self.live(side)).flatten();
            live.for_each(|&cell| seen[cell as usize] = self.cells[cell as usize]);
        }
        let of = |image: &'_ Vec<u16>, i: usize| seen[image[i] as usize];
        let order =
            |a: &&Vec<u16>, b: &&Vec<u16>| (0..seen.len()).map(|i| of(a, i)).cmp((0..seen.len()).map(|i| of(b, i)));
        let least = self.images.iter().min_by(order).expect("the identity is a symmetry");
        least.chunks(4).map(|four| four.iter().fold(0, |byte, &cell| byte << 2 | seen[cell as usize])).collect()
    }
}
