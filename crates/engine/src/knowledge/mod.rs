//! What the champion knows about a position: for each empty cell and side, what a stone there would make on each of the four
//! lines through it, kept up to date move by move.
//!
//! The idea is that of the best five-in-a-row engines, freed of the five: only the terminal test knows K. A line is *classified*
//! by how many more stones it needs and whether it is open ([`class`]); the four classes of a cell make its [`Grade`]; a
//! [`Field`] keeps classes, grades, their counts and the sets of forcing cells, and undoes exactly. A move touches the cells
//! within K-1 steps on its four lines and nothing else, so its cost does not grow with the board.
//!
//! Deliberately absent: codes in base 3 for each cell. What lies behind an opponent's stone cannot matter, so a line is told by
//! the opponent-free interval around the cell and the own stones in it: (2^K - 1)^2 entries serve K, against 3^(2K-2), and no
//! code has to be kept for any cell.

mod cells;
mod classes;
mod field;
mod grade;
mod line_delta_cache;
mod near;
mod packed_weights;
mod sets;
mod shape;
mod sweep;
mod update;
mod weights;

pub use classes::{Class, Classes, class};
pub use field::{Counts, Field, Id};
pub use grade::{Grade, Packed, grade_of};
pub use sets::CellSet;
pub use shape::Shape;
pub use weights::{FEATURES, Features, Weights};
