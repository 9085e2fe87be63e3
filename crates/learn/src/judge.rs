//! The network as the search's judge of k-in-a-row positions.

use filetto_engine::Position;
use filetto_rules::{Board as _, Cell, Game, Symmetry, Word};
use filetto_search::{Game as _, PolicyValue, Verdicts};

use crate::network::{Input, Network, Workspace, moved};

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

/// Answers as [`Network::infer`] does, with the mean over the board's symmetries: a position and its mirror image are one question,
/// and where the network's answers to them differ the mean is the better one.
pub(crate) fn averaged(
    network: &Network,
    inputs: &[Input],
    space: &mut Workspace,
    mut each: impl FnMut(usize, f32, &[f32]),
) {
    let rules = network.shape().rules;
    let symmetries: Vec<Symmetry> = Symmetry::of(rules).collect();
    let count = symmetries.len();
    let turned: Vec<Input> =
        inputs.iter().flat_map(|input| symmetries.iter().map(|&symmetry| input.turned(rules, symmetry))).collect();
    let (mut sum, mut sums) = (0.0, vec![0.0; rules.cells()]);
    network.infer(&turned, space, |i, value, logits| {
        if i % count == 0 {
            sum = 0.0;
            sums.fill(0.0);
        }
        sum += value / count as f32;
        for (cell, mean) in sums.iter_mut().enumerate() {
            *mean += logits[moved(rules, cell, symmetries[i % count])] / count as f32;
        }
        if i % count == count - 1 {
            each(i / count, sum, &sums);
        }
    });
}

/// What a network thinks of a position before any search.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// Its value for the player to move.
    pub value: f32,
    /// Every legal move with its share of the policy.
    pub policy: Vec<(Cell, f32)>,
}

/// A network's opinion, as the mean over the board's symmetries. None for a finished game, or for another board than the network's.
pub fn opinion(network: &Network, game: &Game) -> Option<Opinion> {
    if game.outcome().is_over() || game.rules() != network.shape().rules {
        return None;
    }
    let position = Position::<u32>::of(game)?;
    let mut found = None;
    averaged(network, &[input(&position)], &mut Workspace::default(), |_, value, logits| {
        let mut shares: Vec<(Cell, f32)> = position.legal().map(|cell| (cell, logits[position.index(cell)])).collect();
        let highest = shares.iter().map(|(_, logit)| *logit).fold(f32::MIN, f32::max);
        shares.iter_mut().for_each(|(_, share)| *share = (*share - highest).exp());
        let total: f32 = shares.iter().map(|(_, share)| *share).sum();
        shares.iter_mut().for_each(|(_, share)| *share /= total);
        found = Some(Opinion { value, policy: shares });
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

#[cfg(test)]
mod tests {
    use filetto_rules::Rules;

    use super::*;
    use crate::network::Shape;

    #[test]
    fn mirror_images_are_judged_alike() {
        let network = Network::random(Shape { rules: Rules::CONNECT4, blocks: 1 }, 3);
        let game = |columns: &[usize]| {
            let mut game = Game::new(Rules::CONNECT4);
            for (&col, row) in columns.iter().zip([0, 0, 1]) {
                game.play(Cell::new(row, col)).unwrap();
            }
            opinion(&network, &game).unwrap()
        };
        let (Opinion { value, policy: shares }, Opinion { value: mirrored, policy: others }) =
            (game(&[1, 2, 1]), game(&[5, 4, 5]));
        assert!((value - mirrored).abs() < 1e-5);
        for (cell, share) in &shares {
            let other = others.iter().find(|(other, _)| other.col() == 6 - cell.col()).unwrap().1;
            assert!((share - other).abs() < 1e-5, "{cell}");
        }
        assert!(shares.iter().any(|(cell, share)| (share - shares[6 - cell.col()].1).abs() > 1e-3));
    }
}
