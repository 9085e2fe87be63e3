//! Judges of positions that say where to look as well: a policy beside the value.
//!
//! An [`Evaluator`](crate::Evaluator) answers one position at a time with one number. A network answers with a number and a
//! preference for every move, and answers many positions at once far more cheaply than one after the other. So the trait has
//! two steps: [`input`](PolicyValue::input) takes down what the network needs to see while the search stands on the
//! position, [`evaluate`](PolicyValue::evaluate) answers all that were taken down.

use crate::game::Game;

/// Judges positions by a value and a policy.
pub trait PolicyValue<G: Game> {
    /// What is kept of a position until it is judged.
    type Input;

    /// Takes down the position, which is not over.
    fn input(&mut self, game: &G) -> Self::Input;

    /// Judges the positions; one verdict each, in their order.
    fn evaluate(&mut self, inputs: &[Self::Input], verdicts: &mut Verdicts);
}

/// What was judged: for each position a value and as many logits as the game has move numbers.
#[derive(Clone, Debug, Default)]
pub struct Verdicts {
    values: Vec<f32>,
    logits: Vec<f32>,
}

impl Verdicts {
    /// Forgets all verdicts, keeps the memory.
    pub fn clear(&mut self) {
        self.values.clear();
        self.logits.clear();
    }

    /// Adds the verdict on the next position: its value for the player to move, -1 (lost) to 1 (won), and the logit of every
    /// move at its [`Game::index`]. Logits of moves that do not exist are not looked at.
    pub fn push(&mut self, value: f32, logits: &[f32]) {
        self.values.push(value);
        self.logits.extend_from_slice(logits);
    }

    /// How many positions were judged.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether none was judged.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of the `i`-th position.
    pub fn value(&self, i: usize) -> f32 {
        self.values[i]
    }

    /// The logits of the `i`-th position.
    pub fn logits(&self, i: usize) -> &[f32] {
        let width = self.logits.len() / self.values.len().max(1);
        &self.logits[i * width..(i + 1) * width]
    }
}
