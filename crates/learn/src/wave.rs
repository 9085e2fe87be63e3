//! Many searches at once, their leaves judged as one batch.
//!
//! A network judges a hundred positions in little more time than it needs to fetch its weights for one. So a hundred games are
//! played side by side: each walks to its next leaf, all leaves are judged together. What a game does depends on its
//! own seed alone, not on the games beside it, so any number of threads plays the same games.

use filetto_engine::Position;
use filetto_rules::Cell;
use filetto_search::{Descent, Gumbel, GumbelRoot, MoveList, PolicyValue, Puct, PuctTree, Verdicts};

use crate::judge::{Judge, input};
use crate::network::Network;

/// One game of a wave.
pub(crate) struct Seat<T> {
    pub(crate) position: Position<u32>,
    pub(crate) tree: PuctTree<Cell>,
    pub(crate) root: GumbelRoot,
    /// Which of the networks judges for the side to move.
    pub(crate) judge: usize,
    /// What the caller keeps about the game.
    pub(crate) data: T,
}

impl<T> Seat<T> {
    pub(crate) fn new(position: Position<u32>, search: Gumbel, seed: u64, data: T) -> Seat<T> {
        // Room for the walks of this search and as many kept from the last; a tree that is full starts anew.
        let room = search.simulations as usize * 3 * position.rules().cells().min(64) * 64;
        let tree = PuctTree::new(room.max(1 << 16));
        Seat { position, tree, root: GumbelRoot::new(search, seed), judge: 0, data }
    }
}

/// What to do with a game whose search is done.
pub(crate) enum Next {
    /// It has a new root; search on.
    Search,
    /// It is over; its place goes to another.
    Leave,
}

/// Plays until no game is left, or `go_on`, which is asked before every batch, says no: then none. `fill` brings new games while there
/// are any, `decide` is called when a search is done.
pub(crate) fn drive<T>(
    networks: &[&Network],
    places: usize,
    mut go_on: impl FnMut() -> bool,
    mut fill: impl FnMut() -> Option<Seat<T>>,
    mut decide: impl FnMut(&mut Seat<T>) -> Next,
) -> Option<()> {
    let puct = Puct::default();
    let mut judges: Vec<Judge<'_>> = networks.iter().map(|network| Judge::new(network)).collect();
    let mut seats: Vec<Seat<T>> = Vec::new();
    let mut list = MoveList::new();
    let mut nodes = 0;
    loop {
        while seats.len() < places {
            match fill() {
                Some(seat) => seats.push(seat),
                None => break,
            }
        }
        if seats.is_empty() {
            return Some(());
        }
        if !go_on() {
            return None;
        }
        let mut waiting = vec![(Vec::new(), Vec::new()); networks.len()];
        let mut at = 0;
        while at < seats.len() {
            match walk(&puct, &mut seats[at], &mut list, &mut nodes, &mut decide) {
                Some((leaf, input)) => {
                    let (leaves, inputs) = &mut waiting[seats[at].judge];
                    leaves.push((at, leaf));
                    inputs.push(input);
                    at += 1;
                }
                None => match fill() {
                    Some(seat) => seats[at] = seat,
                    // The last seat is looked at in this place; nobody waits for it yet.
                    None => drop(seats.swap_remove(at)),
                },
            }
        }
        for (judge, (leaves, inputs)) in judges.iter_mut().zip(waiting) {
            let mut verdicts = Verdicts::default();
            PolicyValue::<Position<u32>>::evaluate(judge, &inputs, &mut verdicts);
            for (i, (seat, leaf)) in leaves.iter().enumerate() {
                seats[*seat].tree.answer(leaf, verdicts.value(i), verdicts.logits(i));
            }
        }
    }
}

type Awaited = (filetto_search::Leaf, crate::network::Input);

/// Walks one game on until it needs a verdict; none says that the game is over.
fn walk<T>(
    puct: &Puct,
    seat: &mut Seat<T>,
    list: &mut MoveList<Cell>,
    nodes: &mut u64,
    decide: &mut impl FnMut(&mut Seat<T>) -> Next,
) -> Option<Awaited> {
    loop {
        if seat.root.is_done(&seat.tree) {
            match decide(seat) {
                Next::Search => continue,
                Next::Leave => return None,
            }
        }
        match puct.descend(&mut seat.tree, Some(&mut seat.root), &mut seat.position, list, nodes, input) {
            Descent::Leaf(leaf, input) => return Some((leaf, input)),
            Descent::Settled => {}
            Descent::Full | Descent::Waiting => seat.tree.reset(),
        }
    }
}
