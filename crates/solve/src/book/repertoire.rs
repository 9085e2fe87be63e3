//! Repertoires: one good move for every position that can come up against it, for each side that does not lose, or for one of them.
//!
//! A book knows every position of the first plies, and there are many. Whoever follows a repertoire meets few: its own moves do not
//! branch, so that it reaches twice as many plies with as many entries, far enough for a solver to take over.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use filetto_rules::{Game, Rules, Side};

use super::file::{BookError, is_complete, number, pack, read_line, unpack};
use super::positions::{After, Keys};
use super::{Book, Watch, from_centre, shipped};
use crate::Value;
use crate::gravity::{Goal, GravitySolver, PositionError, Request, Score};

/// A position in which a repertoire has been followed to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastPosition {
    /// Who has followed it.
    pub side: Side,
    /// The columns played.
    pub moves: Vec<usize>,
}

/// Positions by their keys, each with moves that lead there.
type Level = BTreeMap<u128, Vec<usize>>;

/// Moves that keep the value of a board with gravity up to some ply, for each side that does not lose.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use filetto_rules::{Game, Placement, Rules};
/// use filetto_solve::Value;
/// use filetto_solve::book::Repertoire;
/// use filetto_solve::gravity::GravitySolver;
///
/// let rules = Rules::new(4, 5, 4, Placement::Gravity)?;
/// let solver = GravitySolver::new(rules, 1 << 20, 1)?;
/// let mut repertoire = Repertoire::new(rules, Value::Draw, 6)?;
/// assert!(repertoire.build(&solver, &mut |_, _| ControlFlow::Continue(())));
/// assert_ne!(repertoire.column(&Game::new(rules)), Some(0), "on an edge the first player loses");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repertoire {
    rules: Rules,
    value: Value,
    plies: usize,
    complete: bool,
    /// If it is for one side only.
    only: Option<Side>,
    /// Columns, as seen from the side from which the key is the smaller one.
    columns: BTreeMap<u128, i8>,
}

impl Repertoire {
    /// An empty one for a board of this value, for all positions with fewer than so many stones.
    pub fn new(rules: Rules, value: Value, plies: usize) -> Result<Repertoire, BookError> {
        Book::check_board(rules)?;
        Ok(Repertoire { rules, value, plies, complete: false, only: None, columns: BTreeMap::new() })
    }

    /// The same for one side only: the other's may take far longer to find.
    #[must_use]
    pub fn only(self, side: Side) -> Repertoire {
        Repertoire { only: Some(side), complete: false, ..self }
    }

    /// The one of a board that comes with the program, if there is one and it is here.
    pub fn shipped(rules: Rules) -> Option<&'static Repertoire> {
        shipped::repertoire(rules)
    }

    /// The board.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Its value.
    pub fn value(&self) -> Value {
        self.value
    }

    /// Up to how many stones it reaches.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Whether nothing is missing.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// The column to play in the position that a game has reached, from 0, if it is one of the repertoire.
    pub fn column(&self, game: &Game) -> Option<usize> {
        let open = game.rules() == self.rules && game.setup().is_default() && !game.outcome().is_over();
        let moves: Vec<usize> = game.cells().map(|cell| cell.col()).collect();
        (open && moves.len() < self.plies).then(|| self.of(&moves)).flatten()
    }

    fn of(&self, moves: &[usize]) -> Option<usize> {
        let (key, turned) = self.key(moves);
        let column = usize::try_from(*self.columns.get(&key)?).ok().filter(|c| *c < self.rules.cols())?;
        Some(if turned { self.rules.cols() - 1 - column } else { column })
    }

    fn key(&self, moves: &[usize]) -> (u128, bool) {
        let keys = Keys::of(self.rules);
        keys.canonical(keys.played(moves.iter().copied()))
    }

    fn insert(&mut self, moves: &[usize], column: usize) {
        let (key, turned) = self.key(moves);
        let seen = if turned { self.rules.cols() - 1 - column } else { column };
        self.columns.insert(key, seen as i8);
    }

    /// Finds what is missing; says whether all is done. What is there already is believed.
    pub fn build(&mut self, solver: &GravitySolver, watch: Watch) -> bool {
        let mut stopped = false;
        let mut watch = |done: usize, all: usize| {
            stopped = stopped || watch(done, all).is_break();
            if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        for side in self.sides() {
            let mut level = first_of(self.rules, side);
            while let Some(ply) = level.values().next().map(Vec::len).filter(|ply| *ply < self.plies) {
                for (i, moves) in level.values().enumerate() {
                    if self.of(moves).is_none() {
                        let done = self.columns.len();
                        let all = done + level.len() - i;
                        let Some(column) = self.keep(solver, moves, &mut || watch(done, all)) else { return false };
                        self.insert(moves, column);
                    }
                }
                level = self.after(&level, ply);
            }
        }
        self.complete = true;
        true
    }

    /// Who has a repertoire: who does not lose.
    pub fn sides(&self) -> impl Iterator<Item = Side> + use<> {
        let (value, only) = (self.value, self.only);
        let wanted = move |side: &Side| only.is_none_or(|only| only == *side);
        Side::BOTH.into_iter().filter(move |side| value != Value::of(Some(side.other()))).filter(wanted)
    }

    /// A move that keeps the value. The easier it is to prove, the sooner it is found: each is given a little, then more.
    fn keep(
        &self,
        solver: &GravitySolver,
        moves: &[usize],
        stop: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<usize> {
        let wanted = if self.value == Value::Draw { Score::DRAW } else { Score::LAST_WIN };
        let mut columns: Vec<usize> = from_centre(self.rules.cols()).collect();
        let mut most = 256;
        while !columns.is_empty() {
            let mut failed = Vec::new();
            for &column in &columns {
                let line: Vec<usize> = moves.iter().copied().chain([column]).collect();
                let mut until = || stop().is_break();
                if until() {
                    return None;
                }
                let goal = Goal::Above(-wanted);
                let request = Request { goal, max_nodes: Some(most), until: Some(&mut until), ..Request::default() };
                match solver.solve_with(&line, request) {
                    Ok(solution) if solution.hi <= -wanted => return Some(column),
                    Ok(solution) if solution.lo <= -wanted => {}
                    // It wins at once, or there is no such move.
                    Err(PositionError::Over { ply }) if ply == line.len() => return Some(column),
                    Ok(_) | Err(_) => failed.push(column),
                }
            }
            columns.retain(|column| !failed.contains(column));
            most *= 4;
        }
        None
    }

    /// The positions of the same side two plies later.
    fn after(&self, level: &Level, ply: usize) -> Level {
        let keys = Keys::of(self.rules);
        let mut played = Level::new();
        for moves in level.values() {
            let column = self.of(moves);
            let after = keys.after(keys.played(moves.iter().copied()), ply).find(|(at, _)| Some(*at) == column);
            if let Some((column, After::Open(next))) = after {
                let line = moves.iter().copied().chain([column]).collect();
                played.entry(keys.canonical(next).0).or_insert(line);
            }
        }
        if ply + 2 > self.rules.cells() { Level::new() } else { next_level(self.rules, &played) }
    }

    /// Checks that every position that can come up has a legal move and no other is there; gives those after which the solver is on its own: only a
    /// solver can check them.
    pub fn check(&self) -> Result<Vec<LastPosition>, BookError> {
        if !self.complete {
            return Err(BookError::File("it is not complete: go on with filetto book lines".to_owned()));
        }
        let (mut last, mut seen) = (Vec::new(), 0);
        for side in self.sides() {
            let mut level = first_of(self.rules, side);
            while let Some(ply) = level.values().next().map(Vec::len).filter(|ply| *ply < self.plies) {
                for moves in level.values() {
                    let keys = Keys::of(self.rules);
                    let key = keys.played(moves.iter().copied());
                    let legal = |column: &usize| keys.after(key, moves.len()).any(|(at, _)| at == *column);
                    if self.of(moves).filter(legal).is_none() {
                        let moves: Vec<String> = moves.iter().map(|column| (column + 1).to_string()).collect();
                        let what = "the position has no move".to_owned();
                        return Err(BookError::Entry { moves: moves.join(" "), what });
                    }
                }
                seen += level.len();
                level = self.after(&level, ply);
            }
            last.extend(level.into_values().map(|moves| LastPosition { side, moves }));
        }
        if seen != self.columns.len() {
            return Err(BookError::File(format!("it has {} entries for {seen} positions", self.columns.len())));
        }
        Ok(last)
    }

    /// The repertoire as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let state = if self.complete { "complete" } else { "partial" };
        let Repertoire { rules, value, plies, columns, .. } = self;
        let only = self.only.map_or(String::new(), |side| format!(" {side}"));
        pack(&format!("filetto-lines 1 {rules} {} {plies} {state} {}{only}\n", value.word(), columns.len()), columns)
    }

    /// The repertoire that a file holds.
    pub fn from_bytes(file: &[u8]) -> Result<Repertoire, BookError> {
        let bad = |what: &str| BookError::File(what.to_owned());
        let (rules, words) = read_line(file, ["filetto-lines", "1"])?;
        let (words, only) = match &words[..] {
            [words @ .., "X"] => (words, Some(Side::First)),
            [words @ .., "O"] => (words, Some(Side::Second)),
            words => (words, None),
        };
        let &[value, plies, state, entries] = words else {
            return Err(bad("it is no repertoire of a version that is known here"));
        };
        let known = [Value::First, Value::Draw, Value::Second].into_iter().find(|known| known.word() == value);
        let value = known.ok_or_else(|| bad("its first line says neither first, draw nor second"))?;
        let (plies, complete) = (number(plies)?, is_complete(state)?);
        Ok(Repertoire { rules, value, plies, complete, only, columns: unpack(file, number(entries)?)? })
    }
}

/// The first positions in which this side is to move.
fn first_of(rules: Rules, side: Side) -> Level {
    let empty = Level::from([(Keys::of(rules).empty(), Vec::new())]);
    if side == Side::First { empty } else { next_level(rules, &empty) }
}

/// The positions after one ply more that are not over.
fn next_level(rules: Rules, level: &Level) -> Level {
    let keys = Keys::of(rules);
    let mut next = Level::new();
    for moves in level.values() {
        for (column, after) in keys.after(keys.played(moves.iter().copied()), moves.len()) {
            if let After::Open(key) = after {
                let line = || moves.iter().copied().chain([column]).collect();
                next.entry(keys.canonical(key).0).or_insert_with(line);
            }
        }
    }
    next
}
