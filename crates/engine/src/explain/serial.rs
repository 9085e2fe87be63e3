//! How cells, sides and rules are written in JSON: as people write them. The ground floor has no dependency, so it cannot say this
//! itself.

use filetto_rules::{Cell, Rules, Side};
use serde::Serializer;
use serde::ser::SerializeSeq;

pub(super) fn rules<S: Serializer>(rules: &Rules, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(rules)
}

pub(super) fn side<S: Serializer>(side: &Side, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(word(*side))
}

pub(super) fn winner<S: Serializer>(winner: &Option<Side>, out: S) -> Result<S::Ok, S::Error> {
    match winner {
        Some(side) => out.serialize_str(word(*side)),
        None => out.serialize_none(),
    }
}

pub(super) fn cell<S: Serializer>(cell: &Cell, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(cell)
}

pub(super) fn maybe<S: Serializer>(cell: &Option<Cell>, out: S) -> Result<S::Ok, S::Error> {
    match cell {
        Some(cell) => out.collect_str(cell),
        None => out.serialize_none(),
    }
}

pub(super) fn cells<S: Serializer>(cells: &[Cell], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(cells.iter().map(ToString::to_string))
}

pub(super) fn pairs<S: Serializer>(pairs: &[[Cell; 2]], out: S) -> Result<S::Ok, S::Error> {
    let mut seq = out.serialize_seq(Some(pairs.len()))?;
    for pair in pairs {
        seq.serialize_element(&pair.map(|cell| cell.to_string()))?;
    }
    seq.end()
}

/// The word for a side in every file and output.
pub(super) fn word(side: Side) -> &'static str {
    if side == Side::First { "first" } else { "second" }
}
