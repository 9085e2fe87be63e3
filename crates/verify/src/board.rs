//! The rules, once more and as plainly as possible: cells, lines of K, who has how many stones in each.

/// What a cell holds: 0 for X's stone, 1 for O's, or this.
pub(crate) const EMPTY: u8 = 2;
/// A cell that no longer matters, when positions are compared.
const WALL: u8 = 3;

pub(crate) struct Board {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) gravity: bool,
    /// The rows and columns from the bottom left that every board has of which something is claimed: all, if it is one board.
    inner: [usize; 2],
    pub(crate) cells: Vec<u8>,
    /// Every K cells in a row, or the targets of a tile.
    lines: Vec<Vec<u16>>,
    /// For each line whether it counts for X and for O.
    counts: Vec<[bool; 2]>,
    /// For each cell the lines through it.
    through: Vec<Vec<u32>>,
    /// For each line how many stones X and O have in it.
    stones: Vec<[u8; 2]>,
    /// For each symmetry of the board where the image has its cells from.
    images: Vec<Vec<u16>>,
}

impl Board {
    /// A board whose lines are K cells in a row. X plays only on the inner part, and may complete lines only there; O's lines are
    /// those that meet it.
    pub(crate) fn new(
        [rows, cols]: [usize; 2],
        k: usize,
        gravity: bool,
        counts: [bool; 2],
        inner: [usize; 2],
    ) -> Board {
        let mut lines = Vec::new();
        for start in 0..rows * cols {
            for (up, right) in [(0, 1), (1, 0), (1, 1), (-1, 1)] {
                let cell = |i: isize| {
                    let (row, col) = ((start / cols) as isize + up * i, (start % cols) as isize + right * i);
                    let on_board = (0..rows as isize).contains(&row) && col < cols as isize;
                    on_board.then_some((row * cols as isize + col) as u16)
                };
                if cell(k as isize - 1).is_some() {
                    lines.push((0..k as isize).filter_map(cell).collect());
                }
            }
        }
        let mut board = Board::tile(rows * cols, lines);
        (board.rows, board.cols, board.gravity, board.inner) = (rows, cols, gravity, inner);
        let inside: Vec<bool> = (0..rows * cols).map(|cell| board.is_inner(cell)).collect();
        let inside = |&cell: &u16| inside[usize::from(cell)];
        let whose = |line: &Vec<u16>| [line.iter().all(inside), line.iter().any(inside)];
        board.counts = board.lines.iter().map(|line| [0, 1].map(|side| counts[side] && whose(line)[side])).collect();
        let image = |symmetry: usize| {
            let from = |cell: usize| {
                let (row, col) = (cell / cols, cell % cols);
                let (row, col) = if symmetry & 4 == 0 { (row, col) } else { (col, row) };
                let row = if symmetry & 2 == 0 { row } else { rows - 1 - row };
                let col = if symmetry & 1 == 0 { col } else { cols - 1 - col };
                (row * cols + col) as u16
            };
            (0..rows * cols).map(from).collect::<Vec<u16>>()
        };
        let symmetries = [4, 8, 2][if gravity { 2 } else { usize::from(rows == cols) }];
        let keeps = |image: &Vec<u16>| (0..rows * cols).all(|cell| inside(&image[cell]) == inside(&(cell as u16)));
        board.images = (0..symmetries).map(image).filter(keeps).collect();
        board
    }

    /// Cells in no order, of which X wants to own one of the sets.
    pub(crate) fn tile(cells: usize, lines: Vec<Vec<u16>>) -> Board {
        let mut through = vec![Vec::new(); cells];
        for (index, line) in lines.iter().enumerate() {
            line.iter().for_each(|&cell| through[cell as usize].push(index as u32));
        }
        let (counts, stones) = (vec![[true, false]; lines.len()], vec![[0; 2]; lines.len()]);
        let (rows, cols, gravity, inner, images) = (1, cells, false, [1, cells], vec![(0..cells as u16).collect()]);
        Board { rows, cols, gravity, inner, cells: vec![EMPTY; cells], lines, counts, through, stones, images }
    }

    /// Cells and lines together: what a look at everything costs.
    pub(crate) fn size(&self) -> u64 {
        let lines = self.lines.iter().map(Vec::len).sum::<usize>();
        (lines + self.cells.len() * self.images.len()) as u64
    }

    /// Whether the cell is on every board of which something is claimed.
    pub(crate) fn is_inner(&self, cell: usize) -> bool {
        cell / self.cols < self.inner[0] && cell % self.cols < self.inner[1]
    }

    /// Whether there are cells that some of these boards do not have.
    pub(crate) fn grows(&self) -> bool {
        self.inner != [self.rows, self.cols]
    }

    /// Puts a stone; the cell after the last is a pass.
    pub(crate) fn put(&mut self, cell: usize, side: usize) {
        if cell == self.cells.len() {
            return;
        }
        self.cells[cell] = side as u8;
        self.through[cell].iter().for_each(|&line| self.stones[line as usize][side] += 1);
    }

    pub(crate) fn clear(&mut self, cell: usize) {
        if cell == self.cells.len() {
            return;
        }
        let side = usize::from(std::mem::replace(&mut self.cells[cell], EMPTY));
        self.through[cell].iter().for_each(|&line| self.stones[line as usize][side] -= 1);
    }

    /// Whether a stone can be put there now.
    pub(crate) fn playable(&self, cell: usize) -> bool {
        let held = |cell: usize| cell < self.cols || self.cells[cell - self.cols] != EMPTY;
        self.cells.get(cell) == Some(&EMPTY) && (!self.gravity || held(cell))
    }

    /// Whether a line counts for this side and is without stones of the other, so that it may still be completed.
    fn is_live(&self, line: usize, side: usize) -> bool {
        self.counts[line][side] && self.stones[line][1 - side] == 0
    }

    /// The cells of every line that may still be completed by this side.
    pub(crate) fn live(&self, side: usize) -> impl Iterator<Item = &[u16]> {
        (0..self.lines.len()).filter(move |&line| self.is_live(line, side)).map(|line| &self.lines[line][..])
    }

    /// Whether such a line of either side goes through the cell.
    pub(crate) fn serves(&self, cell: usize) -> bool {
        let live = |&line: &u32| (0..2).any(|side| self.is_live(line as usize, side));
        self.through[cell].iter().any(live)
    }

    /// Whether this side lacks one stone in the line.
    fn is_almost(&self, line: usize, side: usize) -> bool {
        usize::from(self.stones[line][side]) + 1 == self.lines[line].len()
    }

    /// Whether a stone of this side on an empty cell completes a line, whether or not it counts.
    pub(crate) fn completes(&self, cell: usize, side: usize) -> bool {
        self.through[cell].iter().any(|&line| self.is_almost(line as usize, side))
    }

    /// Whether a stone of this side on an empty cell completes a line that counts.
    pub(crate) fn wins(&self, cell: usize, side: usize) -> bool {
        self.through[cell].iter().any(|&line| self.is_live(line as usize, side) && self.is_almost(line as usize, side))
    }

    /// A cell where this side can complete a line with its next stone.
    pub(crate) fn completion(&self, side: usize) -> Option<usize> {
        let almost = |line: &usize| self.is_live(*line, side) && self.is_almost(*line, side);
        let cells = |line: usize| self.lines[line].iter().map(|&cell| usize::from(cell));
        (0..self.lines.len()).filter(almost).flat_map(cells).find(|&cell| self.playable(cell))
    }

    /// The position up to symmetry and up to what no longer matters, four cells a byte, after a number that belongs to it.
    ///
    /// Without gravity a cell on no live line that counts is as good as a wall, whatever it holds: nobody gains by playing
    /// there, and nothing that it blocks is still open.
    pub(crate) fn canonical(&self, number: u8) -> Box<[u8]> {
        let mut seen = self.cells.clone();
        if !self.gravity {
            seen.fill(WALL);
            let live = (0..2).flat_map(|side| self.live(side)).flatten();
            live.for_each(|&cell| seen[cell as usize] = self.cells[cell as usize]);
        }
        let of = |image: &'_ Vec<u16>, i: usize| seen[image[i] as usize];
        let order =
            |a: &&Vec<u16>, b: &&Vec<u16>| (0..seen.len()).map(|i| of(a, i)).cmp((0..seen.len()).map(|i| of(b, i)));
        let least = self.images.iter().min_by(order).expect("the identity is a symmetry");
        let bytes = least.chunks(4).map(|four| four.iter().fold(0, |byte, &cell| byte << 2 | seen[cell as usize]));
        std::iter::once(number).chain(bytes).collect()
    }
}
