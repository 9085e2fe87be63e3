//! `kaggle_lines LINES TABLE [EASY]`: the positions of 6x7x4g that a search in Python would take too long for, each with a move that keeps its value.
//!
//! TABLE gets every position that the opening book has, with the move that Filetto plays there. LINES gets later ones of the agent's own games, on
//! either side, against every reply, until a fresh search decides within EASY nodes; what follows such a position is easier still. A line of the files has
//! the moves so far and the column to play, counted from 1. The same command goes on after a kill. `crates/filetto/kaggle/pack.py` makes the book of the files.

#![allow(clippy::disallowed_methods, clippy::print_stdout)]

use std::collections::{BTreeMap, HashMap};
use std::fs::{File, OpenOptions};
use std::io::Write;

use filetto_rules::{Game, Rules};
use filetto_solve::book::Book;
use filetto_solve::gravity::{Goal, GravitySolver, PositionError, Request, Score};
use filetto_solve::lookup::{book_move, repertoire_move};

const ROWS: u32 = 6;
const COLS: usize = 7;
const STRIDE: u32 = ROWS + 1;
/// The middle first, as the agent does.
const ORDER: [usize; COLS] = [3, 2, 4, 1, 5, 0, 6];
/// What is spent on how long a lost game lasts.
const RESISTANCE: u64 = 100_000;

type Positions = BTreeMap<u64, Vec<usize>>;

#[derive(Clone, Copy, Default)]
struct Board {
    own: u64,
    mask: u64,
}

impl Board {
    fn after(moves: &[usize]) -> Board {
        moves.iter().fold(Board::default(), |board, &col| board.drop(col).expect("columns with room"))
    }

    fn drop(self, col: usize) -> Option<Board> {
        let column = ((1 << ROWS) - 1) << (col as u32 * STRIDE);
        let stone = (self.mask + (1 << (col as u32 * STRIDE))) & column & !self.mask;
        (stone != 0).then_some(Board { own: self.own ^ self.mask, mask: self.mask | stone })
    }

    /// Whether the side that is not to move has four in a row.
    fn lost(self) -> bool {
        let stones = self.own ^ self.mask;
        [1, STRIDE, STRIDE - 1, STRIDE + 1].into_iter().any(|d| {
            let pairs = stones & (stones >> d);
            pairs & (pairs >> (2 * d)) != 0
        })
    }

    fn legal(self) -> impl Iterator<Item = (usize, Board)> {
        ORDER.into_iter().filter_map(move |col| Some((col, self.drop(col)?)))
    }

    /// The move that rules alone find: a win, a block, the only one.
    fn settled(self) -> Option<usize> {
        let other = Board { own: self.own ^ self.mask, mask: self.mask };
        let wins = |board: Board| board.legal().find(|(_, after)| after.lost()).map(|(col, _)| col);
        let only = (self.legal().count() == 1).then(|| self.legal().next().map(|(col, _)| col)).flatten();
        wins(self).or_else(|| wins(other)).or(only)
    }

    fn key(self) -> (u64, bool) {
        let mirror = |cells: u64| {
            (0..COLS as u32).fold(0, |out, col| (out << STRIDE) | ((cells >> (col * STRIDE)) & ((1 << STRIDE) - 1)))
        };
        let (key, mirrored) = (self.own + self.mask, mirror(self.own) + mirror(self.mask));
        (key.min(mirrored), mirrored < key)
    }
}

struct Maker {
    solver: GravitySolver,
    judge: GravitySolver,
    easy: u64,
    /// How many stones the table goes to.
    table: usize,
    known: HashMap<u64, usize>,
    file: File,
    /// The lines of the positions met.
    met: String,
}

impl Maker {
    fn easy(&mut self, moves: &[usize]) -> bool {
        self.judge.clear();
        let request = Request { goal: Goal::Outcome, max_nodes: Some(self.easy), ..Request::default() };
        let solution = self.judge.solve_with(moves, request).expect("a position that goes on");
        solution.lo.sign() == solution.hi.sign()
    }

    /// A column that keeps the value: of several the one that is proved soonest.
    fn chosen(&mut self, moves: &[usize], board: Board) -> usize {
        let (key, mirrored) = board.key();
        let turned = |col: usize| if mirrored { COLS - 1 - col } else { col };
        if let Some(&col) = self.known.get(&key) {
            return turned(col);
        }
        let col = repertoire(moves).unwrap_or_else(|| self.keeping(moves, board));
        self.known.insert(key, turned(col));
        self.file.write_all(line(moves, col).as_bytes()).expect("room for a line");
        col
    }

    fn keeping(&self, moves: &[usize], board: Board) -> usize {
        let line = |col: usize| -> Vec<usize> { moves.iter().copied().chain([col]).collect() };
        for wanted in [Score::LAST_WIN, Score::DRAW] {
            let mut columns: Vec<usize> = board.legal().map(|(col, _)| col).collect();
            let mut most = 1024;
            while !columns.is_empty() {
                let mut open = Vec::new();
                for &col in &columns {
                    let request = Request { goal: Goal::Above(-wanted), max_nodes: Some(most), ..Request::default() };
                    match self.solver.solve_with(&line(col), request) {
                        Ok(solution) if solution.hi <= -wanted => return col,
                        Ok(solution) if solution.lo > -wanted => {}
                        Ok(_) => open.push(col),
                        Err(PositionError::Over { .. }) => return col,
                        Err(error) => panic!("{error}"),
                    }
                }
                columns = open;
                most *= 4;
            }
        }
        // Lost: as long as can be seen.
        let request = Request { max_nodes: Some(RESISTANCE), ..Request::default() };
        let scores = self.solver.all_moves_with(moves, request).expect("a position that goes on");
        let safest = ORDER.into_iter().filter_map(|col| Some((scores[col]?.hi, col)));
        safest
            .max_by_key(|(score, col)| (*score, std::cmp::Reverse(ORDER.iter().position(|c| c == col))))
            .expect("a move")
            .1
    }

    /// Positions of a level that the agent meets, and those it meets two stones later.
    fn level(&mut self, level: &Positions) -> (usize, Positions) {
        let (mut hard, mut following) = (0, Positions::new());
        for moves in level.values() {
            let board = Board::after(moves);
            let later = moves.len() > self.table;
            let col = match board.settled() {
                Some(col) => col,
                None if later && !self.known.contains_key(&board.key().0) && self.easy(moves) => continue,
                None => {
                    let col = self.chosen(moves, board);
                    if later {
                        hard += 1;
                        self.met += &line(moves, col);
                    }
                    col
                }
            };
            let Some(played) = board.drop(col).filter(|after| !after.lost()) else { continue };
            for (reply, after) in played.legal().filter(|(_, after)| !after.lost()) {
                let line = moves.iter().copied().chain([col, reply]).collect();
                following.entry(after.key().0).or_insert(line);
            }
        }
        (hard, following)
    }
}

/// As first player what Filetto plays itself.
fn repertoire(moves: &[usize]) -> Option<usize> {
    repertoire_move(&game(moves)).map(|found| found.cell.col())
}

/// The best column by the opening book that comes with the program.
fn booked(moves: &[usize], book: &Book) -> Option<usize> {
    let game = game(moves);
    if let Some(found) = book_move(&game) {
        return Some(found.cell.col());
    }
    let mut best = None;
    for (place, col) in ORDER.into_iter().enumerate() {
        let mut after = game.clone();
        if after.drop(col).is_ok() {
            best = best.max(Some((-book.score(&after)?, std::cmp::Reverse(place), col)));
        }
    }
    best.map(|(_, _, col)| col)
}

/// Every position of the book that rules do not settle, with the move to play.
fn table(book: &Book) -> Vec<(Vec<usize>, usize)> {
    let (mut level, mut all) = (start(), Vec::new());
    for stones in 0..=book.plies() {
        for moves in level.values().filter(|moves| Board::after(moves).settled().is_none()) {
            let col = repertoire(moves).or_else(|| booked(moves, book)).expect("a position of the book");
            all.push((moves.clone(), col));
        }
        if stones < book.plies() {
            level = next(&level);
        }
    }
    all
}

fn start() -> Positions {
    Positions::from([(Board::default().key().0, Vec::new())])
}

fn line(moves: &[usize], col: usize) -> String {
    let text: String = moves.iter().map(|col| (b'1' + *col as u8) as char).collect();
    format!("{text} {}\n", col + 1)
}

fn game(moves: &[usize]) -> Game {
    let mut game = Game::new(Rules::CONNECT4);
    moves.iter().for_each(|&col| {
        game.drop(col).expect("columns with room");
    });
    game
}

/// All positions with one stone more.
fn next(level: &Positions) -> Positions {
    let mut following = Positions::new();
    for moves in level.values() {
        for (col, after) in Board::after(moves).legal().filter(|(_, after)| !after.lost()) {
            following.entry(after.key().0).or_insert_with(|| moves.iter().copied().chain([col]).collect());
        }
    }
    following
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [path, first, ..] = args.as_slice() else { panic!("kaggle_lines LINES TABLE [EASY]") };
    let easy = args.get(2).map_or(10_000, |text| text.parse().expect("a number"));
    let solver =
        |megabytes: usize| GravitySolver::new(Rules::CONNECT4, megabytes << 20, 1).expect("a board with gravity");
    let book = Book::shipped(Rules::CONNECT4).expect("the book of the board");
    let mut known = HashMap::new();
    let mut learn = |moves: &[usize], col: usize| {
        let (key, mirrored) = Board::after(moves).key();
        known.insert(key, if mirrored { COLS - 1 - col } else { col });
    };
    let table = table(book);
    table.iter().for_each(|(moves, col)| learn(moves, *col));
    let text: String = table.iter().map(|(moves, col)| line(moves, *col)).collect();
    std::fs::write(first, text).expect("a file to write");
    println!("{} positions in the table", table.len());
    for text in std::fs::read_to_string(path).unwrap_or_default().lines() {
        let (text, col) = text.rsplit_once(' ').expect("moves and a column");
        let moves: Vec<usize> = text.bytes().map(|byte| usize::from(byte - b'1')).collect();
        if moves.len() > book.plies() {
            learn(&moves, col.parse::<usize>().expect("a column") - 1);
        }
    }
    let file = OpenOptions::new().create(true).append(true).open(path).expect("a file to write");
    let (solver, judge, table, met) = (solver(1024), solver(1), book.plies(), String::new());
    let mut maker = Maker { solver, judge, easy, table, known, file, met };
    for (name, first) in [("first", start()), ("second", next(&start()))] {
        let mut level = first;
        while let Some(stones) = level.values().next().map(Vec::len) {
            let (hard, following) = maker.level(&level);
            println!("as {name} player, {stones} stones: {} positions, {hard} in the lines", level.len());
            level = following;
        }
    }
    // Lines of positions that no longer come up are left out.
    std::fs::write(path, &maker.met).expect("a file to write");
}
