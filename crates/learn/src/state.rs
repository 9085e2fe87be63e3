//! What a training must remember between two generations, as bytes.

use crate::adam::Adam;
use crate::network::{Network, Shape};

/// A training after a generation.
pub(crate) struct State {
    pub(crate) generation: u32,
    pub(crate) best: Network,
    pub(crate) adam: Adam,
}

const MAGIC: &[u8; 16] = b"FILETTO-STATE-1\n";

/// Generation, steps, then the weights, their mean, Adam's moments and the weights that passed the gate.
pub(crate) fn to_bytes(generation: u32, best: &Network, adam: &Adam) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(generation.to_le_bytes());
    bytes.extend(adam.steps.to_le_bytes());
    for part in [&adam.network.weights, &adam.mean.weights, &adam.first, &adam.second, &best.weights] {
        part.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    }
    bytes
}

pub(crate) fn from_bytes(shape: Shape, bytes: &[u8]) -> Option<State> {
    let (generation, rest) = bytes.strip_prefix(MAGIC)?.split_first_chunk::<4>()?;
    let (steps, rest) = rest.split_first_chunk::<8>()?;
    let (numbers, left) = rest.as_chunks::<4>();
    let count = shape.parameters();
    if !left.is_empty() || numbers.len() != 5 * count {
        return None;
    }
    let mut parts = numbers.chunks(count).map(|part| part.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect());
    let mut next = || parts.next();
    let mut adam = Adam::new(Network::with_weights(shape, next()?)?);
    adam.mean = Network::with_weights(shape, next()?)?;
    (adam.first, adam.second) = (next()?, next()?);
    adam.steps = u64::from_le_bytes(*steps);
    Some(State { generation: u32::from_le_bytes(*generation), best: Network::with_weights(shape, next()?)?, adam })
}
