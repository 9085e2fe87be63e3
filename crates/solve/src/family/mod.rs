//! Whole families of boards at once: draws by one tile, and wins that carry over to larger boards (`larger`).
//!
//! The plane, or a strip of H rows, is cut into copies of a tile such that every K cells in a row contain a *target* inside one
//! copy; O answers every stone of X in the copy where it was put. So the game on one tile decides infinitely many boards: a weak draw
//! of the tile is a weak draw of all (`docs/certificates.md` has the proof, and `filetto-verify` checks it). Zetters 1980
//! proved K = 8 on every board; Czifra, Csoka, Zombori and Makay 2021 use tilings for K = 7 (of both we know the statement only).
//!
//! Here the tile is looked for: `lattice` knows how copies are arranged, `shape` anneals which cells belong together and chooses
//! targets that are enough, and the search of `free` plays the tile game, with a budget that grows from round to round.

mod larger;
mod lattice;
mod shape;

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use filetto_rules::Rng;

use crate::certificate::{Tile, Unwritten};
use crate::free::TileGame;
pub use larger::{Larger, LargerReport, LargerSearch};
use lattice::Lattice;
use shape::Shape;

/// Every board with at most so many rows, or of any size, and with K or more in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Family {
    /// The rows of the strip; none for boards of any size.
    pub rows: Option<usize>,
    /// How many in a row.
    pub k: usize,
}

/// Text that names no family.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is no family of boards: write 7xNx7 for draws on every board of 7 rows, NxNx8 for every board (K is 3 to 16, rows at most 16); \
     or 5+x6+x4 for wins on that board and larger ones"
)]
pub struct FamilyError(String);

impl FromStr for Family {
    type Err = FamilyError;

    fn from_str(text: &str) -> Result<Family, FamilyError> {
        let wrong = || FamilyError(text.chars().take(40).collect());
        let words: Vec<&str> = text.split('x').collect();
        let &[rows, cols, k] = &words[..] else { return Err(wrong()) };
        let number =
            |text: &str, least: usize| text.parse().ok().filter(|n| (least..=16).contains(n)).ok_or_else(wrong);
        let any = |text: &str| text.eq_ignore_ascii_case("n");
        match (any(rows), any(cols)) {
            (true, true) => Ok(Family { rows: None, k: number(k, 3)? }),
            (false, true) => Ok(Family { rows: Some(number(rows, 1)?), k: number(k, 3)? }),
            (true, false) => Ok(Family { rows: Some(number(cols, 1)?), k: number(k, 3)? }),
            (false, false) => Err(wrong()),
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rows {
            Some(rows) => write!(f, "{rows}xNx{}", self.k),
            None => write!(f, "NxNx{}", self.k),
        }
    }
}

/// How far the search for a tile is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FamilyProgress {
    /// Tiles whose game was played, and those of them where X gets a target.
    pub tiles: u64,
    #[allow(missing_docs)]
    pub lost: u64,
    /// Positions of the tile games.
    pub nodes: u64,
    /// The tile at hand: how copies repeat, its cells and targets, and the potential of Erdos and Selfridge, which proves it below 1/2.
    pub tile: String,
}

/// A tile that O holds, with its certificate.
#[derive(Clone, Debug)]
pub struct FoundTile {
    /// The tile.
    pub tile: Tile,
    /// The proof for `filetto-verify`.
    pub certificate: Vec<u8>,
    /// Positions of the game on this tile, and of all games.
    pub nodes: u64,
    #[allow(missing_docs)]
    pub all_nodes: u64,
}

/// Nodes of a tile game in the first round; each round allows four times as many.
const FIRST: u64 = 4_000;
/// Shapes of each lattice that are annealed in a round.
const THROWS: u64 = 4;
/// Tiles with a larger potential are not tried: a choice, not a measurement.
const HOPELESS: f64 = 3.0;

/// Looks for a tile until one is found or the report says stop, whose budget grows without end. `table` is in bytes.
pub fn find(
    family: Family,
    table: usize,
    report: &mut dyn FnMut(&FamilyProgress) -> ControlFlow<()>,
) -> Result<Option<FoundTile>, Unwritten> {
    let mut progress = FamilyProgress::default();
    let mut rng = Rng::new(0x7469_6c65_7321);
    let lattices = Lattice::all(family, TileGame::MOST);
    let mut lost: std::collections::HashSet<Vec<Vec<u16>>> = Default::default();
    for (round, lattice) in (0..).flat_map(|round| lattices.iter().map(move |lattice| (round, lattice))) {
        let budget = FIRST << (2 * round).min(40);
        progress.tile = format!("looking for targets, {lattice}");
        // The block first: its targets are as they fall.
        let mut shapes = vec![Shape::block(lattice)];
        for _ in 0..THROWS {
            let mut stopped = false;
            shapes.push(Shape::annealed(lattice, &mut rng, &mut || {
                stopped |= report(&progress).is_break();
                stopped
            }));
            if stopped {
                return Ok(None);
            }
        }
        shapes.retain(|shape| shape.potential() < HOPELESS);
        shapes.sort_by(|a, b| a.potential().total_cmp(&b.potential()));
        shapes.dedup_by(|a, b| a.tile() == b.tile());
        for shape in shapes {
            let tile = shape.tile();
            if lost.contains(&tile.targets) {
                continue;
            }
            progress.tiles += 1;
            progress.tile = shape.to_string();
            if report(&progress).is_break() {
                return Ok(None);
            }
            let mut game = TileGame::new(&tile, table);
            let (before, mut stopped) = (progress.nodes, false);
            let mut stop = |news: &crate::free::Progress| {
                progress.nodes = before + news.nodes;
                stopped |= report(&progress).is_break();
                stopped || news.nodes >= budget
            };
            let found = game.solve(&mut stop);
            if stopped {
                return Ok(None);
            }
            match found {
                Some(true) => {
                    progress.lost += 1;
                    lost.insert(tile.targets);
                }
                Some(false) => {
                    let nodes = game.nodes();
                    let mut stop = |_: &crate::free::Progress| report(&progress).is_break();
                    let certificate = game.certificate(&tile, &mut stop)?;
                    return Ok(Some(FoundTile { tile, certificate, nodes, all_nodes: progress.nodes }));
                }
                None => {}
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_read_and_written_and_anything_else_is_refused() {
        for (text, rows, k) in [("7xNx7", Some(7), 7), ("NxNx8", None, 8)] {
            assert_eq!(text.parse(), Ok(Family { rows, k }));
            assert_eq!(Family { rows, k }.to_string(), text);
        }
        assert_eq!("Nx6x6".parse(), Ok(Family { rows: Some(6), k: 6 }), "rows and columns may be exchanged");
        for wrong in ["", "7x7x7", "7xN", "NxNxN", "NxNx2", "17xNx7", "7xNx7g", "-1xNx7"] {
            let error = wrong.parse::<Family>().unwrap_err().to_string();
            assert!(error.contains("7xNx7"), "{error}");
        }
    }

    #[test]
    fn eight_in_a_row_is_drawn_on_every_board_by_a_tile_that_is_found() {
        let found = find("NxNx8".parse().unwrap(), 1 << 20, &mut |_| ControlFlow::Continue(())).unwrap().unwrap();
        assert!(
            found.tile.cells.len() <= 16
                && found.certificate.starts_with(b"filetto-certificate 1 NxNx8 weak O holds\n")
        );
    }

    #[test]
    fn a_search_without_end_stops_when_it_is_told() {
        // X wins 4x5x3, so no tile can hold four rows.
        let mut told = 0;
        let found = find("4xNx3".parse().unwrap(), 1 << 20, &mut |_| {
            told += 1;
            if told > 2000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(matches!(found, Ok(None)));
    }
}
