//! Tiles: one small game that holds a strip, or the plane, and with it every board inside. The proof is in `docs/certificates.md`.

use filetto_rules::Side;

use super::proof_board::ProofBoard;
use super::walk::records;
use super::{Strategy, Unwritten, number, pack};

/// A set of cells whose copies cover a strip or the plane, and the sets of its cells that X must not get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The rows of the strip; none for the plane.
    pub strip: Option<usize>,
    /// How many in a row the lines have.
    pub k: usize,
    /// Copies repeat after so many columns.
    pub period: usize,
    /// In the plane they also repeat after so many rows, moved by so many columns.
    pub rows: (usize, usize),
    /// Row and column of each cell.
    pub cells: Vec<(usize, usize)>,
    /// The sets, each in rising order of the cells' numbers.
    pub targets: Vec<Vec<u16>>,
}

impl Tile {
    /// The certificate for every board of the strip or plane. The strategy is the second player's on a board of one row, on which
    /// column n is cell n of the tile.
    pub fn certificate(&self, strategy: &mut impl Strategy) -> Result<Vec<u8>, Unwritten> {
        let mut payload = Vec::new();
        let plane = self.strip.is_none().then_some([self.rows.0, self.rows.1]);
        let cells = self.cells.iter().flat_map(|&(row, col)| [row, col]);
        let target = |target: &Vec<u16>| {
            [target.len()].into_iter().chain(target.iter().map(|&cell| cell.into())).collect::<Vec<_>>()
        };
        let numbers = [self.period].into_iter().chain(plane.into_iter().flatten());
        let numbers = numbers.chain([self.cells.len()]).chain(cells).chain([self.targets.len()]);
        numbers.chain(self.targets.iter().flat_map(target)).for_each(|n| number(&mut payload, n));
        let board = ProofBoard::tile(self.cells.len(), self.cells.len(), self.targets.clone());
        payload.extend(records(board, Side::Second, false, &[], strategy)?);
        let rows = self.strip.map_or("N".to_owned(), |rows| rows.to_string());
        Ok(pack(&format!("{rows}xNx{} weak O holds", self.k), &payload))
    }
}
