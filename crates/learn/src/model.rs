//! The model file: a network that anybody can play with.
//!
//! ```text
//! "FILETTO-NET-1\n"             14 bytes
//! rules and newline             "6x7x4g\n"
//! one line of JSON              what it learnt from: generation, games, positions, core-hours, seed, blocks
//! f32 little-endian, each       the parameters in the order of network.rs
//! u64 little-endian             FNV-1a of everything before
//! ```

use filetto_rules::Rules;
use serde::{Deserialize, Serialize};

use crate::network::{MAX_SIDE, Network, Shape};

const MAGIC: &[u8] = b"FILETTO-NET-1\n";
/// No network of this architecture is larger.
const MOST_BLOCKS: usize = 64;

/// How a network came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// Residual blocks.
    pub blocks: usize,
    /// Generations of self-play and training.
    pub generation: u32,
    /// Games played.
    pub games: u64,
    /// Positions learnt from.
    pub positions: u64,
    /// Hours times cores.
    pub core_hours: f64,
    /// The seed of it all.
    pub seed: u64,
}

/// A network and how it came about.
#[derive(Clone, Debug)]
pub struct Model {
    /// The network.
    pub network: Network,
    /// How it came about.
    pub origin: Origin,
}

/// Why a file is no model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// It does not begin as one.
    #[error("this is no network: filetto learn writes one as model.net")]
    NotAModel,
    /// Its board cannot be read or is too large.
    #[error("the network is for the board '{0}', which cannot be played")]
    Board(String),
    /// Something in it was changed or is missing.
    #[error("the network is damaged: copy or train it again")]
    Damaged,
}

impl Model {
    /// The board it is for.
    pub fn rules(&self) -> Rules {
        self.network.shape().rules
    }

    /// As the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(format!("{}\n", self.rules()).bytes());
        bytes.extend(serde_json::to_vec(&self.origin).expect("numbers can be written"));
        bytes.push(b'\n');
        self.network.weights().iter().for_each(|weight| bytes.extend(weight.to_le_bytes()));
        bytes.extend(fnv(&bytes).to_le_bytes());
        bytes
    }

    /// From the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Model, ModelError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(ModelError::NotAModel)?;
        let (whole, sum) = bytes.split_last_chunk::<8>().ok_or(ModelError::Damaged)?;
        if fnv(whole) != u64::from_le_bytes(*sum) {
            return Err(ModelError::Damaged);
        }
        let mut lines = rest[..rest.len() - 8].splitn(3, |&byte| byte == b'\n');
        let mut line = || lines.next().ok_or(ModelError::Damaged);
        let board = String::from_utf8_lossy(line()?).into_owned();
        let rules: Rules = board.parse().map_err(|_| ModelError::Board(board.clone()))?;
        if rules.rows().max(rules.cols()) > MAX_SIDE {
            return Err(ModelError::Board(board));
        }
        let origin: Origin = serde_json::from_slice(line()?).map_err(|_| ModelError::Damaged)?;
        let (numbers, left) = line()?.as_chunks::<4>();
        let shape = Shape { rules, blocks: origin.blocks.min(MOST_BLOCKS) };
        let weights: Vec<f32> = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        if !left.is_empty() || weights.iter().any(|weight| !weight.is_finite()) {
            return Err(ModelError::Damaged);
        }
        let network = Network::with_weights(shape, weights).ok_or(ModelError::Damaged)?;
        Ok(Model { network, origin })
    }
}

fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_gives_back_its_network_and_damage_is_noticed() {
        let shape = Shape { rules: "3x3x3".parse().unwrap(), blocks: 1 };
        let origin = Origin { blocks: 1, generation: 3, games: 10, positions: 50, core_hours: 0.25, seed: 7 };
        let model = Model { network: Network::random(shape, 1), origin };
        let bytes = model.to_bytes();
        let back = Model::from_bytes(&bytes).unwrap();
        assert_eq!((back.network.weights(), back.origin), (model.network.weights(), origin));
        assert_eq!(Model::from_bytes(b"hello").unwrap_err(), ModelError::NotAModel);
        for at in (14..bytes.len()).step_by(997) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(Model::from_bytes(&damaged).unwrap_err(), ModelError::Damaged);
            assert!(Model::from_bytes(&bytes[..at]).is_err());
        }
    }
}
