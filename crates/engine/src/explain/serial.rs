//! How cells, sides and rules are written in JSON: as people write them. The ground floor has no dependency, so it cannot say this
//! itself.

use filetto_rules::{Cell, Rules, Side};
use serde::Serializer;
use serde::ser::SerializeSeq;

pub(crate) fn rules<S: Serializer>(rules: &Rules, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(rules)
}

pub(crate) fn side<S: Serializer>(side: &Side, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(word(*side))
}

pub(crate) fn winner<S: Serializer>(winner: &Option<Side>, out: S) -> Result<S::Ok, S::Error> {
    match winner {
        Some(side) => out.serialize_str(word(*side)),
        None => out.serialize_none(),
    }
}

pub(crate) fn cell<S: Serializer>(cell: &Cell, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(cell)
}

pub(crate) fn maybe<S: Serializer>(cell: &Option<Cell>, out: S) -> Result<S::Ok, S::Error> {
    match cell {
        Some(cell) => out.collect_str(cell),
        None => out.serialize_none(),
    }
}

pub(crate) fn cells<S: Serializer>(cells: &[Cell], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(cells.iter().map(ToString::to_string))
}

pub(crate) fn pairs<S: Serializer>(pairs: &[[Cell; 2]], out: S) -> Result<S::Ok, S::Error> {
    let mut seq = out.serialize_seq(Some(pairs.len()))?;
    for pair in pairs {
        seq.serialize_element(&pair.map(|cell| cell.to_string()))?;
    }
    seq.end()
}

/// The word for a side in every file and output.
pub(crate) fn word(side: Side) -> &'static str {
    if side == Side::First { "first" } else { "second" }
}
