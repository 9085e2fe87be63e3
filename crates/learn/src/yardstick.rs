//! How well a network plays, on positions whose exact values are known.
//!
//! One line a position: the moves that lead to it, then every legal move with its value for the player who makes it. The
//! larger number is better, its sign says whether the move wins, draws or loses:
//!
//! ```text
//! 32164625 a2=-3 b2=11 c2=0 ...
//! ```
//!
//! A move keeps the value if its sign is the best one, it is perfect if its number is. Nothing here is learnt from.

use filetto_engine::Position;
use filetto_rules::{Cell, Game as Record, Notation, Rules, read_moves};
use filetto_search::{Game as _, Gumbel};
use serde::{Deserialize, Serialize};

use crate::judge::{averaged, input};
use crate::network::{Network, Workspace};
use crate::wave::{Next, Seat, drive};

/// A position, and its moves with their exact values.
type Labelled = (Position<u32>, Vec<(Cell, i32)>);

/// Positions with the exact values of their moves.
#[derive(Clone, Debug)]
pub struct Yardstick {
    positions: Vec<Labelled>,
}

/// How many moves were right, as shares of the positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Moves that keep the value of the position.
    pub keeps: f64,
    /// Moves that win soonest, or lose latest.
    pub perfect: f64,
}

/// Why a yardstick cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the yardstick: {why}")]
pub struct YardstickError {
    line: usize,
    why: String,
}

impl Yardstick {
    /// Reads the positions of a board.
    pub fn read(rules: Rules, text: &str) -> Result<Yardstick, YardstickError> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        let read = |(number, line): (usize, &str)| {
            position(rules, line).map_err(|why| YardstickError { line: number + 1, why })
        };
        Ok(Yardstick { positions: lines.map(read).collect::<Result<_, _>>()? })
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Every `n`-th position only.
    #[must_use]
    pub fn thinned(&self, n: usize) -> Yardstick {
        Yardstick { positions: self.positions.iter().step_by(n.max(1)).cloned().collect() }
    }

    /// The network's moves after so many simulations; with none, those its policy likes best. `go_on` is asked now and then.
    pub fn measure(&self, network: &Network, simulations: u32, go_on: &mut dyn FnMut() -> bool) -> Option<Measured> {
        let chosen =
            if simulations == 0 { self.by_policy(network) } else { self.by_search(network, simulations, go_on)? };
        let mut right = Measured::default();
        for ((_, moves), chosen) in self.positions.iter().zip(chosen) {
            let best = moves.iter().map(|(_, value)| *value).max().unwrap_or(0);
            let value = moves.iter().find(|(cell, _)| Some(*cell) == chosen).map(|(_, value)| *value);
            right.keeps += f64::from(u8::from(value.map(i32::signum) == Some(best.signum())));
            right.perfect += f64::from(u8::from(value == Some(best)));
        }
        let all = self.len().max(1) as f64;
        Some(Measured { keeps: right.keeps / all, perfect: right.perfect / all })
    }

    fn by_policy(&self, network: &Network) -> Vec<Option<Cell>> {
        let mut space = Workspace::default();
        let mut chosen = Vec::new();
        for part in self.positions.chunks(64) {
            let inputs: Vec<_> = part.iter().map(|(position, _)| input(position)).collect();
            averaged(network, &inputs, &mut space, |i, _, logits| {
                let (position, moves) = &part[i];
                let logit = |cell: Cell| logits[position.index(cell)];
                let best = moves.iter().map(|(cell, _)| *cell).max_by(|a, b| logit(*a).total_cmp(&logit(*b)));
                chosen.push(best);
            });
        }
        chosen
    }

    fn by_search(
        &self,
        network: &Network,
        simulations: u32,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Option<Cell>>> {
        let mut chosen = vec![None; self.len()];
        let mut next = self.positions.iter().enumerate();
        let search = Gumbel::new(simulations);
        let fill = || next.next().map(|(i, (position, _))| Seat::new(position.clone(), search, 0, i));
        let decide = |seat: &mut Seat<usize>| {
            chosen[seat.data] = seat.root.choice(&seat.tree);
            Next::Leave
        };
        drive(&[network], 64, go_on, fill, decide)?;
        Some(chosen)
    }
}

fn position(rules: Rules, line: &str) -> Result<Labelled, String> {
    let (values, moves): (Vec<&str>, Vec<&str>) = line.split_whitespace().partition(|word| word.contains('='));
    let read = |game: &Record, text: &str, notation| {
        read_moves(game, text, notation).map(|reading| reading.moves).map_err(|error| error.to_string())
    };
    let mut game = Record::new(rules);
    for cell in read(&game, &moves.join(" "), None)? {
        game.play(cell).map_err(|error| error.to_string())?;
    }
    let position = Position::<u32>::of(&game).ok_or("the board is too large for a network")?;
    let value = |word: &&str| {
        let (cell, value) = word.split_once('=').unwrap_or_default();
        let value = value.parse().map_err(|_| format!("'{value}' is no number"))?;
        let cell = read(&game, cell, Some(Notation::Cells))?.first().copied().ok_or("a value without a move")?;
        Ok((cell, value))
    };
    let values = values.iter().map(value).collect::<Result<Vec<_>, String>>()?;
    if game.outcome().is_over() || !position.legal().all(|cell| values.iter().any(|(known, _)| *known == cell)) {
        return Err("a legal move has no value, or there is none".to_owned());
    }
    Ok((position, values))
}
