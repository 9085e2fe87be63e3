//! What a position forces, without search.
//!
//! With "A threatens" for a cell where A completes a row, and no such cell for the side to move:
//!
//! - two cells where the opponent completes a row cannot both be taken: lost in two;
//! - one must be taken: the only move;
//! - a *mate* (an open K-1, or two K-1 at once) wins in three, since the opponent has no row to complete and can take one of
//!   two cells;
//! - a K-1 that also makes an open K-2 wins in five if the forced answer makes no K-1 of its own: the two lines meet only in the
//!   cell played, so the answer cannot touch the open one;
//! - two open K-2 win in five if the opponent has nowhere a K-1 to make: one stone cannot touch both lines;
//! - against a mate that the opponent threatens, only three kinds of moves do not lose at once: its cell, the cells of the
//!   windows that it would complete, and K-1 moves.
//!
//! The last four hold without gravity only; with it, cells that cannot be played yet are no threats yet. Tests compare each
//! claim with exhaustive search: on small boards for K = 3, 4, 5, on crowded ones for K = 6 to 9.

use filetto_rules::Side;

use crate::knowledge::{Field, Grade, Id, class};

/// What the side to move is obliged to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obligation {
    /// It wins in so many plies, beginning with this move.
    Wins(Id, u32),
    /// It loses in two plies whatever it plays; this move takes one of the cells.
    Lost(Id),
    /// The only move that does not lose at once.
    Forced(Id),
    /// The opponent threatens a mate: see [`hindering`].
    Defend,
    /// Nothing.
    Free,
}

/// The first cell where a side completes a row now, and whether there is another.
#[inline]
pub fn wins_now(field: &Field, side: Side) -> Option<(Id, bool)> {
    let set = field.wins(side);
    if set.is_empty() {
        return None;
    }
    let mut cells = set.iter().map(|place| field.id(place)).filter(|&id| field.is_playable(id));
    cells.next().map(|id| (id, cells.next().is_some()))
}

/// What the side to move is obliged to, in a game that is not over.
#[inline]
pub fn obligation(field: &Field) -> Obligation {
    let (me, other) = (field.to_move(), field.to_move().other());
    if let Some((id, _)) = wins_now(field, me) {
        return Obligation::Wins(id, 1);
    }
    match wins_now(field, other) {
        Some((id, true)) => return Obligation::Lost(id),
        Some((id, false)) => return Obligation::Forced(id),
        None if field.rules().gravity() => return Obligation::Free,
        None => {}
    }
    if field.forcing(me, Grade::Mate) > 0
        && let Some(id) = fours(field, me).find(|&id| field.grade(id, me) == Grade::Mate)
    {
        return Obligation::Wins(id, 3);
    }
    if field.forcing(me, Grade::OneOpen2) > 0
        && let Some(id) = fours(field, me).find(|&id| field.grade(id, me) == Grade::OneOpen2 && is_sure(field, id, me))
    {
        return Obligation::Wins(id, 5);
    }
    if field.forcing(me, Grade::DoubleOpen2) > 0
        && field.fours(other).is_empty()
        && let Some(id) = threes(field, me).find(|&id| field.grade(id, me) == Grade::DoubleOpen2)
    {
        return Obligation::Wins(id, 5);
    }
    if field.forcing(other, Grade::Mate) > 0 { Obligation::Defend } else { Obligation::Free }
}

/// The cells where a side makes a K-1 or more.
#[inline]
pub(super) fn fours(field: &Field, side: Side) -> impl Iterator<Item = Id> + '_ {
    field.fours(side).iter().map(|place| field.id(place))
}

/// The cells where a side makes an open K-2 and nothing better.
#[inline]
pub(super) fn threes(field: &Field, side: Side) -> impl Iterator<Item = Id> + '_ {
    field.threes(side).iter().map(|place| field.id(place))
}

/// Whether the forced answer to a K-1 on this cell makes no K-1 of the opponent's. After the move, a line through the answer
/// is no better for the opponent than before.
fn is_sure(field: &Field, id: Id, side: Side) -> bool {
    let mut sure = true;
    for d in (0..4).filter(|&d| field.class(id, side, d) == class::ONE) {
        field.windows_lacking(id, side, d, 1, |answer| sure &= !field.grade(answer, side.other()).is_four());
    }
    sure
}

/// The cells where the other side can hinder a mate on this cell: no other move does, unless it is a K-1.
pub fn hindering(field: &Field, mate: Id, side: Side, mut visit: impl FnMut(Id)) {
    visit(mate);
    for d in (0..4).filter(|&d| field.class(mate, side, d) >= class::ONE) {
        field.windows_lacking(mate, side, d, 1, &mut visit);
    }
}

/// The moves that answer every mate that the opponent of the side to move threatens, its own K-1 moves included. `marks` is
/// room for a count a cell, all zero before and after.
pub fn defences(field: &Field, marks: &mut [u8], mut visit: impl FnMut(Id)) {
    let (me, other) = (field.to_move(), field.to_move().other());
    let mates = || fours(field, other).filter(|&id| field.grade(id, other) == Grade::Mate);
    // A cell counts once for each mate that it hinders; the cells of the first are all that can hinder every one.
    let mut wanted = 0u8;
    for mate in mates().take(200) {
        hindering(field, mate, other, |id| {
            let mark = &mut marks[usize::from(id)];
            if *mark == wanted {
                *mark += 1;
            }
        });
        wanted += 1;
    }
    if let Some(first) = mates().next() {
        hindering(field, first, other, |id| {
            if std::mem::take(&mut marks[usize::from(id)]) == wanted && !field.grade(id, me).is_four() {
                visit(id);
            }
        });
    }
    mates().take(200).for_each(|mate| hindering(field, mate, other, |id| marks[usize::from(id)] = 0));
    fours(field, me).for_each(visit);
}
