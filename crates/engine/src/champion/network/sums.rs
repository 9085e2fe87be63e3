//! The sums of a network over all cells, kept while a search plays and takes back.
//!
//! Nothing is done when a stone is put: three nodes of ten end without an estimate. Where one is asked for, the cells that the field has changed
//! since the last one are looked at, some six of which mean something else now; what they and the sums were is kept, and put back when that move is undone.

use super::codes::{Code, Codes};
use super::model::{Half, LARGEST_ROW, Network, ROWS, WIDTH};
use crate::knowledge::{Field, Id};

/// So many cells are summed in 16 bits: each changes a sum by at most twice the largest row.
const FLUSH: usize = 64;

const _: () = assert!(FLUSH * 2 * (LARGEST_ROW as usize) <= i16::MAX as usize);

/// The sums as the first side sees them and as the second does.
type Pair = [[i32; WIDTH]; 2];

/// The codes of a cell for both sides.
type Both = [Code; 2];

/// A network at work on a position.
#[derive(Clone, Debug)]
pub struct Sums<'a> {
    network: &'a Network,
    codes: &'static Codes,
    /// The codes of every cell, as they are summed.
    known: Vec<Both>,
    /// The sums of the positions on the way for which an estimate was asked, the present one last.
    states: Vec<State>,
    /// What cells were before.
    log: Vec<(Id, Both)>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    /// How many moves the position has.
    moves: usize,
    /// Where its changes begin.
    logged: usize,
    sums: Pair,
}

impl<'a> Sums<'a> {
    /// The sums of a position.
    pub fn of(field: &Field, network: &'a Network) -> Sums<'a> {
        let (codes, cells) = (Codes::of(field.rules().k()), field.rules().cells());
        let known = vec![[0; 2]; cells];
        let mut sums = Sums { network, codes, known, states: Vec::with_capacity(128), log: Vec::new() };
        let state = sums.counted(field, 0..cells as Id, [[0; WIDTH]; 2]);
        sums.log.clear();
        sums.states.push(State { logged: 0, ..state });
        sums
    }

    /// What the network adds to the estimate of the side to move, in thousandths of the logarithm of the odds.
    #[inline]
    pub fn judge(&mut self, field: &Field) -> i32 {
        let Some(&State { moves, mut sums, .. }) = self.states.last() else { return 0 };
        if field.moves() > moves {
            let state = self.counted(field, field.changed_since(moves), sums);
            self.states.push(state);
            sums = state.sums;
        }
        let me = field.to_move().index();
        self.network.judge(&sums[me], &sums[1 - me])
    }

    /// The last move has been taken back.
    #[inline]
    pub fn undo(&mut self, field: &Field) {
        let Some(&State { moves, logged, .. }) = self.states.last() else { return };
        if moves <= field.moves() {
            return;
        }
        if self.states.len() == 1 {
            // Taken back beyond where it began.
            *self = Sums::of(field, self.network);
            return;
        }
        self.states.pop();
        // A cell is logged once between two estimates.
        for &(id, codes) in &self.log[logged..] {
            self.known[usize::from(id)] = codes;
        }
        self.log.truncate(logged);
    }

    /// Brings these cells up to date.
    #[inline]
    fn counted(&mut self, field: &Field, cells: impl Iterator<Item = Id>, mut sums: Pair) -> State {
        let logged = self.log.len();
        let Some(rows) = self.network.rows.first_chunk::<ROWS>() else {
            return State { moves: field.moves(), logged, sums };
        };
        let mut change = [[0; WIDTH]; 2];
        let mut last = Id::MAX;
        for id in cells {
            // Both sides of a cell change one after the other.
            if id == last {
                continue;
            }
            last = id;
            let codes = field.packed_of_both(id).map(|packed| self.codes.get(packed));
            let known = &mut self.known[usize::from(id)];
            if *known == codes {
                continue;
            }
            let before = std::mem::replace(known, codes);
            self.log.push((id, before));
            let [then, now] = [before, codes].map(|codes| codes.map(|code| &rows[usize::from(code) % ROWS].0));
            for (side, change) in change.iter_mut().enumerate() {
                let other = 1 - side;
                step(change, (&then[side][0], &then[other][1]), (&now[side][0], &now[other][1]));
            }
            if (self.log.len() - logged).is_multiple_of(FLUSH) {
                add(&mut sums, &mut change);
            }
        }
        add(&mut sums, &mut change);
        State { moves: field.moves(), logged, sums }
    }

    /// Whether the sums, brought up to date, are those of this position.
    #[cfg(feature = "internals")]
    pub fn agrees_with(&mut self, field: &Field) -> bool {
        self.judge(field);
        let mut fresh = Sums::of(field, self.network);
        self.known == fresh.known
            && self.states.last().map(|state| state.sums) == fresh.states.last().map(|state| state.sums)
            && self.judge(field) == fresh.judge(field)
    }
}

/// What a cell gave and gives to one side: the sum of its own row and the other's, as far as it is positive. A plain loop: written with
/// closures it is compiled to half as wide vectors.
#[inline(always)]
fn step(change: &mut Half, then: (&Half, &Half), now: (&Half, &Half)) {
    for (i, change) in change.iter_mut().enumerate() {
        let (now, then) = (now.0[i] + now.1[i], then.0[i] + then.1[i]);
        *change += now.max(0) - then.max(0);
    }
}

#[inline]
fn add(sums: &mut Pair, change: &mut [Half; 2]) {
    for (sums, change) in sums.iter_mut().zip(change) {
        for (sum, change) in sums.iter_mut().zip(change) {
            *sum += i32::from(std::mem::take(change));
        }
    }
}

/// What a network sees of a position: the codes of every cell that counts, for the side to move and the other.
pub fn seen(field: &Field) -> impl Iterator<Item = Both> {
    let codes = Codes::of(field.rules().k());
    let me = field.to_move();
    (0..field.rules().cells() as Id)
        .map(move |id| [me, me.other()].map(|side| codes.get(field.packed(id, side))))
        .filter(|codes| *codes != [0; 2])
}
