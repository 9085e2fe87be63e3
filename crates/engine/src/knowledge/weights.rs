//! What the counts of a position are worth.
//!
//! The estimate is linear: each class, each grade and (with gravity) each kind of threat has a weight, one for the side to move
//! and one for the side that waits, because a threat is worth more to the one who may carry it out. An estimate of 200 is a
//! chance of winning of 73 %, 600 of 95 %; weights are finer by [`Weights::UNIT`], since some counts are in the hundreds. Where
//! weights were not fitted to games of their own, the model says what estimate means 73 % (`sure`): long rows are seldom completed.
//!
//! The weights come from our own games: `cargo xtask tune` plays, fits by logistic regression and writes one small text for each
//! class of K, with and without gravity, in `models/`. Each says how it was made.

use std::sync::OnceLock;

use filetto_rules::Rules;

use super::{Grade, class};

/// How many weights there are for one role: 16 classes, 16 grades, 8 kinds of threats.
pub const FEATURES: usize = 40;

/// The weights of one role, or the numbers that they multiply.
pub type Features = [i32; FEATURES];

/// The weights of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// For the side to move.
    pub mover: Features,
    /// For the other side.
    pub waiter: Features,
    /// For having the move.
    pub tempo: i32,
    /// For rows that answering above completes when the opponent has none, and for having such rows at all when it is the opponent
    /// who can answer above to the end: see the evaluation with gravity.
    pub follow: [i32; 2],
    /// The estimate that is a chance of winning of 73 %.
    pub sure: i32,
}

/// The models by name; what has none of its own takes that of the nearest K.
const MODELS: [(&str, &str); 8] = [
    ("k3", include_str!("../../models/k3.txt")),
    ("k4", include_str!("../../models/k4.txt")),
    ("k5", include_str!("../../models/k5.txt")),
    ("k6", include_str!("../../models/k6.txt")),
    ("k9", include_str!("../../models/k9.txt")),
    ("g4", include_str!("../../models/g4.txt")),
    ("g5", include_str!("../../models/g5.txt")),
    ("g9", include_str!("../../models/g9.txt")),
];

impl Weights {
    /// What weights are divided by after summing.
    pub const UNIT: i32 = 16;
    /// The estimate that is a chance of winning of 73 % when weights are fitted to games.
    pub const SURE: i32 = 200;

    /// The name of the model for a board.
    pub fn model(rules: Rules) -> &'static str {
        match (rules.gravity(), rules.k()) {
            (false, ..=3) => "k3",
            (false, 4) => "k4",
            (false, 5) => "k5",
            (false, 6..=8) => "k6",
            (false, _) => "k9",
            (true, ..=4) => "g4",
            (true, 5..=6) => "g5",
            (true, _) => "g9",
        }
    }

    /// The weights for a board.
    pub fn of(rules: Rules) -> &'static Weights {
        static PARSED: OnceLock<Vec<Weights>> = OnceLock::new();
        let all =
            PARSED.get_or_init(|| MODELS.iter().map(|(_, text)| Weights::parse(text).unwrap_or_default()).collect());
        let name = Weights::model(rules);
        let index = MODELS.iter().position(|(model, _)| *model == name).unwrap_or(0);
        &all[index]
    }

    /// The chance of winning that an estimate stands for.
    pub fn chance(&self, estimate: i32) -> f64 {
        1.0 / (1.0 + (-f64::from(estimate) / f64::from(self.sure)).exp())
    }

    /// Reads a model; none if a line makes no sense.
    pub fn parse(text: &str) -> Option<Weights> {
        let mut weights =
            Weights { mover: [0; FEATURES], waiter: [0; FEATURES], tempo: 0, follow: [0; 2], sure: Weights::SURE };
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["tempo", value] => weights.tempo = value.parse().ok()?,
                ["follow", sure, hope] => weights.follow = [sure.parse().ok()?, hope.parse().ok()?],
                ["sure", value] => weights.sure = value.parse().ok().filter(|sure| *sure > 0)?,
                [name, mover, waiter] => {
                    let index = names().iter().position(|known| known == name)?;
                    weights.mover[index] = mover.parse().ok()?;
                    weights.waiter[index] = waiter.parse().ok()?;
                }
                _ => return None,
            }
        }
        Some(weights)
    }

    /// The model as text.
    pub fn text(&self) -> String {
        let mut text = format!("tempo {}\n", self.tempo);
        if self.sure != Weights::SURE {
            text += &format!("sure {}\n", self.sure);
        }
        if self.follow != [0; 2] {
            text += &format!("follow {} {}\n", self.follow[0], self.follow[1]);
        }
        for (i, name) in names().iter().enumerate().filter(|(i, _)| self.mover[*i] != 0 || self.waiter[*i] != 0) {
            text += &format!("{name} {} {}\n", self.mover[i], self.waiter[i]);
        }
        text
    }

    /// Set by hand: where the tuning started from.
    pub fn by_hand() -> Weights {
        // dead, 7, 7 open, 6, 6 open, 5, 5 open, 4, 4 open, 3, 3 open, 2, 2 open, 1, 1 open, win
        let classes = [0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 6, 6, 14, 10, 40, 60];
        // none, alive, four, fours, three, two, threes, open 2, open 2 more, double open 2, one, one more, one open 2, mate, win
        let mover = [0, 0, 0, 1, 2, 3, 8, 14, 26, 70, 18, 32, 180, 400, 900, 0];
        let waiter = [0, 0, 0, 1, 1, 2, 5, 8, 16, 40, 12, 20, 90, 200, 300, 0];
        // Threats that parity gives to their owner, by the rows below them; then the others.
        let threats = [260, 240, 220, 160, 60, 50, 40, 30];
        let join = |grades: [i32; 16]| {
            let mut all = [0; FEATURES];
            all[..16].copy_from_slice(&classes);
            all[16..32].copy_from_slice(&grades);
            all[32..].copy_from_slice(&threats);
            all.map(|weight| weight * Weights::UNIT)
        };
        Weights { mover: join(mover), waiter: join(waiter), tempo: 0, follow: [0; 2], sure: Weights::SURE }
    }
}

impl Default for Weights {
    fn default() -> Weights {
        Weights::by_hand()
    }
}

/// The names of the features, as the models spell them.
fn names() -> &'static [String; FEATURES] {
    static NAMES: OnceLock<[String; FEATURES]> = OnceLock::new();
    NAMES.get_or_init(|| {
        std::array::from_fn(|i| match i {
            0 => "dead".to_owned(),
            15 => "win".to_owned(),
            1..16 => format!("{}{}", if i % 2 == 0 { "open-" } else { "line-" }, (16 - i) / 2),
            16..32 => format!("grade-{}", i - 16),
            32..36 => format!("threat-{}", i - 32),
            _ => format!("poor-threat-{}", i - 36),
        })
    })
}

const _: () = assert!(class::WIN == 15 && class::OPEN_1 == 14 && class::TWO == 11 && Grade::COUNT <= 16);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_is_read_and_written_alike() {
        for (name, text) in MODELS {
            let weights = Weights::parse(text).unwrap_or_else(|| panic!("{name} is not a model"));
            assert_eq!(Weights::parse(&weights.text()), Some(weights), "{name}");
            assert!(text.starts_with("# "), "{name} says where it comes from");
        }
        assert_eq!(Weights::parse("open-2 1"), None);
        assert_eq!(Weights::parse("nonsense 1 2"), None);
    }

    #[test]
    fn every_board_has_a_model() {
        for board in ["3x3x3", "8x8x4", "15x15x5", "19x19x6", "20x20x8", "70x70x10", "6x7x4g", "7x7x5g", "100x100x30g"]
        {
            let name = Weights::model(board.parse().unwrap());
            assert!(MODELS.iter().any(|(model, _)| *model == name), "{board}");
        }
    }
}
