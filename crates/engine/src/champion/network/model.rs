//! A network as integers, and its file.
//!
//! Each cell has a code for the side to move and one for the side that waits. Each code has a row of two times eight numbers: what it means as
//! one's own and what it means as the other's. A cell gives the sum of its own row and the other's, as far as that is positive; the
//! sums over all cells, once as either side sees them, go through eight units to one number, which is added to the estimate.
//!
//! ```text
//! "FILETTO-SUMS-1\n"                 15 bytes
//! provenance and newline             one line of text
//! u16                                how many rows there are; those of other codes are zero
//! u16 and 16 times i16, each         the code; its row
//! i16, i32, i16, i16, i32            the head: hidden weights, their biases, direct weights, weights out, bias
//! u64                                FNV-1a of everything before
//! ```
//!
//! All little-endian.

use std::fmt;

use super::codes::CODES;

/// How many sums each side has.
pub const WIDTH: usize = 8;
/// How many hidden units the head has.
pub const HIDDEN: usize = 8;
/// One in the rows and sums.
pub const ROW_UNIT: i32 = 64;
/// One in the weights of the head.
pub const HEAD_UNIT: i32 = 1024;
/// Rows are found without a check: as many as the bits of a code allow.
pub(super) const ROWS: usize = CODES.next_power_of_two();
/// The largest number of a row: a flush of cells (`sums.rs`) stays within 16 bits.
pub const LARGEST_ROW: i16 = 255;
/// The largest sum that the head sees, and the largest of its weights: products of all fit into 32 bits.
pub(super) const LARGEST_SUM: i32 = 4095;
/// See `LARGEST_SUM`.
pub const LARGEST_WEIGHT: i16 = 4095;

/// A number for each sum of one side.
pub type Half = [i16; WIDTH];

/// The row of a code: as one's own, then as the other's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Row(pub [Half; 2]);

/// A network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// Where it comes from.
    pub about: String,
    /// By code.
    pub rows: Vec<Row>,
    /// From the sums, those of the side to move first.
    pub hidden: [[Half; 2]; HIDDEN],
    /// Of the hidden units.
    pub biases: [i32; HIDDEN],
    /// From the sums to the end.
    pub direct: [Half; 2],
    /// From the hidden units to the end.
    pub out: [i16; HIDDEN],
    /// Of the end.
    pub bias: i32,
}

/// Why bytes are no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// They begin otherwise.
    #[error("this is no network of an evaluation: cargo xtask tune network writes one")]
    NotANetwork,
    /// They were cut off or changed.
    #[error("the network is damaged: copy it again")]
    Damaged,
    /// A number is larger than the integers of the evaluation allow.
    #[error("a weight of the network is too large")]
    TooLarge,
}

const MAGIC: &[u8] = b"FILETTO-SUMS-1\n";

impl Network {
    /// One that says nothing.
    pub fn silent() -> Network {
        Network {
            about: String::new(),
            rows: vec![Row([[0; WIDTH]; 2]); ROWS],
            hidden: [[[0; WIDTH]; 2]; HIDDEN],
            biases: [0; HIDDEN],
            direct: [[0; WIDTH]; 2],
            out: [0; HIDDEN],
            bias: 0,
        }
    }

    /// What the sums are worth to the side to move, whose own come first, in thousandths of the logarithm of the odds.
    #[inline]
    pub(super) fn judge(&self, mine: &[i32; WIDTH], theirs: &[i32; WIDTH]) -> i32 {
        let input = [saturated(mine), saturated(theirs)];
        let mut worth = self.bias + dot(&self.direct, &input);
        for ((weights, bias), out) in self.hidden.iter().zip(self.biases).zip(self.out) {
            let unit = (bias + dot(weights, &input)) / HEAD_UNIT;
            worth += i32::from(out) * unit.clamp(0, LARGEST_SUM);
        }
        (i64::from(worth) * 1000 / i64::from(ROW_UNIT * HEAD_UNIT)) as i32
    }

    /// As the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = [MAGIC, self.about.replace('\n', " ").as_bytes(), b"\n"].concat();
        let used: Vec<(usize, &Row)> =
            self.rows.iter().enumerate().filter(|(_, row)| row.0 != [[0; WIDTH]; 2]).collect();
        bytes.extend((used.len() as u16).to_le_bytes());
        for (code, row) in used {
            bytes.extend((code as u16).to_le_bytes());
            bytes.extend(row.0.iter().flatten().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(self.hidden.iter().flatten().flatten().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.biases.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.direct.iter().flatten().chain(&self.out).flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.bias.to_le_bytes());
        let sum = fnv(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::NotANetwork)?;
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or(NetworkError::Damaged)?;
        if fnv(body) != u64::from_le_bytes(*sum) {
            return Err(NetworkError::Damaged);
        }
        let end = rest.iter().position(|byte| *byte == b'\n').ok_or(NetworkError::Damaged)?;
        let about = String::from_utf8_lossy(&rest[..end]).into_owned();
        let mut reader = Reader(&rest[end + 1..rest.len() - sum.len()]);
        let mut network = Network { about, ..Network::silent() };
        for _ in 0..reader.short()? as u16 {
            let code = usize::from(reader.short()? as u16);
            let row = network.rows.get_mut(code).filter(|_| code > 0 && code < CODES).ok_or(NetworkError::Damaged)?;
            reader.shorts(row.0.as_flattened_mut())?;
        }
        network.hidden.iter_mut().try_for_each(|weights| reader.shorts(weights.as_flattened_mut()))?;
        network.biases.iter_mut().try_for_each(|bias| reader.long().map(|read| *bias = read))?;
        reader.shorts(network.direct.as_flattened_mut())?;
        reader.shorts(&mut network.out)?;
        network.bias = reader.long()?;
        if !reader.0.is_empty() {
            return Err(NetworkError::Damaged);
        }
        if network.fits() { Ok(network) } else { Err(NetworkError::TooLarge) }
    }

    /// Whether no computation with it can overflow.
    fn fits(&self) -> bool {
        let mut weights = self.hidden.iter().chain([&self.direct]).flatten().flatten().chain(&self.out);
        let mut biases = self.biases.iter().chain([&self.bias]);
        self.rows.iter().flat_map(|row| row.0).flatten().all(|number| number.unsigned_abs() <= LARGEST_ROW as u16)
            && weights.all(|weight| weight.unsigned_abs() <= LARGEST_WEIGHT as u16)
            && biases.all(|bias| bias.unsigned_abs() <= 1 << 28)
    }
}

/// The product of weights and inputs: eight at a time even on the oldest machines.
#[inline]
fn dot(weights: &[Half; 2], input: &[Half; 2]) -> i32 {
    let mut sum = 0;
    for (weights, input) in weights.iter().zip(input) {
        sum += weights.iter().zip(input).map(|(weight, input)| i32::from(*weight) * i32::from(*input)).sum::<i32>();
    }
    sum
}

/// Sums as the head sees them. In two steps: first to what 16 bits hold, which is one instruction for eight of them.
#[inline]
fn saturated(sums: &[i32; WIDTH]) -> Half {
    let most = LARGEST_SUM as i16;
    sums.map(|sum| sum.clamp(i16::MIN.into(), i16::MAX.into()) as i16).map(|sum| sum.clamp(-most, most))
}

// Direct and hidden products, two for each sum, and one for each unit.
const _: () =
    assert!(((2 * WIDTH + HIDDEN) as i64) * LARGEST_SUM as i64 * (LARGEST_WEIGHT as i64) + (1 << 28) < i32::MAX as i64);

fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Bytes that are read from the front.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], NetworkError> {
        let (taken, rest) = self.0.split_first_chunk::<N>().ok_or(NetworkError::Damaged)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn short(&mut self) -> Result<i16, NetworkError> {
        self.take().map(i16::from_le_bytes)
    }

    fn long(&mut self) -> Result<i32, NetworkError> {
        self.take().map(i32::from_le_bytes)
    }

    fn shorts(&mut self, numbers: &mut [i16]) -> Result<(), NetworkError> {
        numbers.iter_mut().try_for_each(|number| self.short().map(|read| *number = read))
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.about)
    }
}

#[cfg(test)]
mod tests {
    use filetto_rules::Rng;

    use super::*;

    #[test]
    fn a_network_is_read_as_it_was_written_and_a_damaged_one_refused() {
        let mut rng = Rng::new(1);
        let mut network = Network { about: "by lot".to_owned(), bias: -7, ..Network::silent() };
        for row in &mut network.rows[1..400] {
            row.0 = std::array::from_fn(|_| std::array::from_fn(|_| rng.below(200) as i16 - 100));
        }
        network.hidden[3][0][5] = -2000;
        network.biases[2] = 1 << 20;
        let bytes = network.to_bytes();
        assert_eq!(Network::read(&bytes), Ok(network.clone()));
        assert_eq!(Network::read(b"nothing"), Err(NetworkError::NotANetwork));
        for _ in 0..200 {
            let mut other = bytes.clone();
            let at = MAGIC.len() + rng.below(bytes.len() - MAGIC.len());
            if rng.below(2) == 0 {
                other.truncate(at)
            } else {
                other[at] ^= 1 << rng.below(8)
            }
            assert_eq!(Network::read(&other), Err(NetworkError::Damaged));
        }
        network.rows[9].0[1][0] = 300;
        assert_eq!(Network::read(&network.to_bytes()), Err(NetworkError::TooLarge));
    }
}
