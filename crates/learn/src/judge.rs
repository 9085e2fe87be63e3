//! The network as the search's judge of k-in-a-row positions.

use filetto_engine::Position;
use filetto_rules::{Board as _, Cell, Game, Word};
use filetto_search::{Game as _, PolicyValue, Verdicts};

use crate::network::{Input, Network, Workspace};

/// A network with the memory it works in.
#[derive(Clone, Debug)]
pub struct Judge<'a> {
    network: &'a Network,
    space: Workspace,
}

impl<'a> Judge<'a> {
    /// A judge by this network.
    pub fn new(network: &'a Network) -> Judge<'a> {
        Judge { network, space: Workspace::default() }
    }
}

/// The position as a network sees it.
pub fn input<W: Word>(position: &Position<W>) -> Input {
    let mover = position.to_move();
    let stone = |cell| position.get(cell).map_or(0, |side| if side == mover { 1 } else { 2 });
    let cells = position.board().rules().all_cells().map(stone).collect();
    Input { cells, first: mover == filetto_rules::Side::First }
}

/// What a network thinks of a position before any search: its value for the player to move, and every legal move with its share of
/// the policy. None for a finished game, or for another board than the network's.
pub fn opinion(network: &Network, game: &Game) -> Option<(f32, Vec<(Cell, f32)>)> {
    if game.outcome().is_over() || game.rules() != network.shape().rules {
        return None;
    }
    let position = Position::<u32>::of(game)?;
    let mut found = None;
    network.infer(&[input(&position)], &mut Workspace::default(), |_, value, logits| {
        let mut shares: Vec<(Cell, f32)> = position.legal().map(|cell| (cell, logits[position.index(cell)])).collect();
        let highest = shares.iter().map(|(_, logit)| *logit).fold(f32::MIN, f32::max);
        shares.iter_mut().for_each(|(_, share)| *share = (*share - highest).exp());
        let total: f32 = shares.iter().map(|(_, share)| *share).sum();
        shares.iter_mut().for_each(|(_, share)| *share /= total);
        found = Some((value, shares));
    });
    found
}

impl<W: Word> PolicyValue<Position<W>> for Judge<'_> {
    type Input = Input;

    fn input(&mut self, game: &Position<W>) -> Input {
        input(game)
    }

    fn evaluate(&mut self, inputs: &[Input], verdicts: &mut Verdicts) {
        verdicts.clear();
        self.network.infer(inputs, &mut self.space, |_, value, logits| verdicts.push(value, logits));
    }
}
