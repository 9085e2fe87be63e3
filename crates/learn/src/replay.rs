//! The replay buffer: one file a generation, and the window of samples that training draws from.
//!
//! A file, all numbers little-endian:
//!
//! ```text
//! "FILETTO-REPLAY-1\n"   17 bytes
//! rules and newline      "6x7x4g\n"
//! u32                    number of samples
//! each sample:
//!   u8                   1 if the first player is to move, else 0
//!   cells bytes          row by row from the bottom: 0 empty, 1 the mover's, 2 the other's
//!   f32                  value to learn, -1 to 1 for the mover
//!   u16                  number of legal moves
//!   each move: u16       row * columns + column
//!              u16       its share of the policy in 65,535ths
//! ```

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use filetto_rules::{Rng, Rules, Symmetry};

use crate::gradient::Sample;
use crate::network::{Input, moved};

const MAGIC: &[u8] = b"FILETTO-REPLAY-1\n";

/// The samples as the bytes of a file.
pub fn to_bytes(rules: Rules, samples: &[Sample]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(format!("{rules}\n").bytes());
    bytes.extend((samples.len() as u32).to_le_bytes());
    for sample in samples {
        bytes.push(u8::from(sample.input.first));
        bytes.extend(&sample.input.cells);
        bytes.extend(sample.value.to_le_bytes());
        bytes.extend((sample.policy.len() as u16).to_le_bytes());
        for &(cell, share) in &sample.policy {
            bytes.extend(cell.to_le_bytes());
            bytes.extend(((share * 65535.0).round() as u16).to_le_bytes());
        }
    }
    bytes
}

/// The samples of a file; none if it is damaged or of another board.
pub fn from_bytes(rules: Rules, bytes: &[u8]) -> Option<Vec<Sample>> {
    let mut rest = bytes.strip_prefix(MAGIC)?.strip_prefix(format!("{rules}\n").as_bytes())?;
    let cells = rules.cells();
    let mut take = |n: usize| {
        let (taken, left) = rest.split_at_checked(n)?;
        rest = left;
        Some(taken)
    };
    let count = u32::from_le_bytes(*take(4)?.first_chunk()?);
    let mut samples = Vec::new();
    for _ in 0..count {
        let first = take(1)?[0] == 1;
        let stones: Box<[u8]> = take(cells)?.into();
        let value = f32::from_le_bytes(*take(4)?.first_chunk()?);
        let moves = u16::from_le_bytes(*take(2)?.first_chunk()?);
        let mut policy = Vec::with_capacity(usize::from(moves).min(cells));
        for _ in 0..moves {
            let cell = u16::from_le_bytes(*take(2)?.first_chunk()?);
            let share = u16::from_le_bytes(*take(2)?.first_chunk()?);
            if usize::from(cell) >= cells {
                return None;
            }
            policy.push((cell, f32::from(share) / 65535.0));
        }
        if !(-1.0..=1.0).contains(&value) || policy.is_empty() {
            return None;
        }
        samples.push(Sample { input: Input { cells: stones, first }, policy, value });
    }
    Some(samples)
}

/// The latest samples of a training, generation by generation.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    rules: Rules,
    folder: PathBuf,
    generations: Vec<(u32, Vec<Sample>)>,
}

fn name(generation: u32) -> String {
    format!("{generation:05}.replay")
}

impl Window {
    /// The window after `generation` as its folder has it; later files are rests of a generation that was broken off.
    pub(crate) fn open(rules: Rules, folder: &Path, generation: u32, size: usize) -> io::Result<Window> {
        fs::create_dir_all(folder)?;
        let mut window = Window { rules, folder: folder.to_owned(), generations: Vec::new() };
        for number in (1..=generation).rev() {
            let Ok(bytes) = fs::read(folder.join(name(number))) else { break };
            let damaged = || io::Error::new(io::ErrorKind::InvalidData, format!("{} is damaged", name(number)));
            window.generations.insert(0, (number, from_bytes(rules, &bytes).ok_or_else(damaged)?));
            if window.len() > size {
                break;
            }
        }
        Ok(window)
    }

    pub(crate) fn len(&self) -> usize {
        self.generations.iter().map(|(_, samples)| samples.len()).sum()
    }

    /// The games of a generation that was broken off after they were written; they need not be played again.
    pub(crate) fn rest(&self, generation: u32) -> Option<Vec<Sample>> {
        from_bytes(self.rules, &fs::read(self.folder.join(name(generation))).ok()?)
    }

    /// Adds a generation, on disk first, and drops the oldest ones that are not needed for `size` samples.
    pub(crate) fn push(&mut self, generation: u32, samples: Vec<Sample>, size: usize) -> io::Result<()> {
        let bytes = to_bytes(self.rules, &samples);
        replace(&self.folder.join(name(generation)), &bytes)?;
        // A file rounds shares. What is learnt from is the file's, so that a training that was resumed is the same to the last bit.
        self.generations.push((generation, from_bytes(self.rules, &bytes).unwrap_or(samples)));
        while self.generations.len() > 1 && self.len() - self.generations[0].1.len() >= size {
            let (old, _) = self.generations.remove(0);
            let _ = fs::remove_file(self.folder.join(name(old)));
        }
        Ok(())
    }

    /// Forgets the newest generation, which was broken off.
    pub(crate) fn pop(&mut self) {
        self.generations.pop();
    }

    /// A sample of the window, each equally likely, under a random symmetry of the board.
    pub(crate) fn draw(&self, rng: &mut Rng) -> Option<Sample> {
        let mut at = rng.below(self.len());
        let symmetry = Symmetry::numbered(rng.below(Symmetry::MOST), self.rules);
        for (_, samples) in &self.generations {
            match samples.get(at) {
                Some(sample) => return Some(turned(self.rules, sample, symmetry)),
                None => at -= samples.len(),
            }
        }
        None
    }
}

/// The same sample on a turned or mirrored board.
fn turned(rules: Rules, sample: &Sample, symmetry: Symmetry) -> Sample {
    let map = |&(cell, share): &(u16, f32)| (moved(rules, usize::from(cell), symmetry) as u16, share);
    let policy = sample.policy.iter().map(map).collect();
    Sample { input: sample.input.turned(rules, symmetry), policy, value: sample.value }
}

/// Replaces a file in one step: a kill leaves the old or the new one, never half of it.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("part");
    fs::write(&beside, bytes)?;
    fs::rename(&beside, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Sample {
        let cells = [1, 2, 0, 0, 1, 0, 0, 0, 2].into();
        Sample { input: Input { cells, first: true }, policy: vec![(2, 1.0), (3, 0.0)], value: -0.5 }
    }

    #[test]
    fn a_file_gives_back_its_samples_and_damage_is_noticed() {
        let rules: Rules = "3x3x3".parse().unwrap();
        let bytes = to_bytes(rules, &[sample(), sample()]);
        assert_eq!(from_bytes(rules, &bytes), Some(vec![sample(), sample()]));
        assert_eq!(from_bytes("3x4x3".parse().unwrap(), &bytes), None);
        assert!((0..bytes.len()).all(|n| from_bytes(rules, &bytes[..n]).is_none()));
    }

    #[test]
    fn a_turned_sample_keeps_its_stones_and_policy_together() {
        let rules: Rules = "3x3x3".parse().unwrap();
        for symmetry in Symmetry::of(rules) {
            let there = turned(rules, &sample(), symmetry);
            assert_eq!(turned(rules, &there, symmetry.inverse()), sample());
            assert!(there.policy.iter().all(|&(cell, _)| there.input.cells[usize::from(cell)] == 0));
        }
    }
}
