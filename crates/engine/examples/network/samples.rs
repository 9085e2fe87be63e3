//! What is learnt from: the cells of each position that count, what the present estimate says, and what it should have said.

use std::path::Path;

use filetto_engine::champion::parts::{CODES, Code, Evaluation, LineEvaluation, seen};
use filetto_engine::knowledge::{Field, Weights};
use filetto_rules::{Game, Side};

use crate::shards::{self, Opinion, Ply, Record};

/// The result's share in what is learnt, where the result is known; the rest is the search's opinion. The result alone overfits.
const RESULT: f32 = 0.5;
/// One game of so many is held out: no multiple of the number of boards, which come in turn.
pub(crate) const HELD_OUT: usize = 17;

/// Cells of a kind: the codes for the side to move and the other, by number in [`Samples::codes`], and how many there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cells {
    pub(crate) mine: u16,
    pub(crate) theirs: u16,
    pub(crate) count: u16,
}

#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// The present estimate, as the logarithm of the odds.
    pub(crate) estimate: f32,
    /// The chance that should have been told.
    pub(crate) wanted: f32,
    /// How the game ended for the side to move, if it says anything.
    pub(crate) result: Option<f32>,
    cells: std::ops::Range<usize>,
}

/// Positions and the cells in them.
pub(crate) struct Samples {
    pub(crate) learnt: Vec<Sample>,
    pub(crate) held_out: Vec<Sample>,
    /// The codes that occur; the first is nothing.
    pub(crate) codes: Vec<Code>,
    cells: Vec<Cells>,
    pub(crate) games: usize,
}

impl Samples {
    /// All that a folder has.
    pub(crate) fn read(folder: &Path) -> Result<Samples, String> {
        let mut samples =
            Samples { learnt: Vec::new(), held_out: Vec::new(), codes: vec![0], cells: Vec::new(), games: 0 };
        let mut numbers = vec![0u16; CODES];
        for path in shards::list(folder) {
            let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            for line in text.lines() {
                let record = Record::read(line).ok_or_else(|| format!("{}: no game: {line}", path.display()))?;
                samples.add(&record, &mut numbers).ok_or_else(|| format!("{}: {line}", path.display()))?;
            }
        }
        if samples.held_out.is_empty() {
            return Err(format!("{} has too few games: play some first", folder.display()));
        }
        Ok(samples)
    }

    pub(crate) fn cells(&self, sample: &Sample) -> &[Cells] {
        &self.cells[sample.cells.clone()]
    }

    fn add(&mut self, record: &Record, numbers: &mut [u16]) -> Option<()> {
        let held_out = self.games.is_multiple_of(HELD_OUT);
        self.games += 1;
        let weights = Weights::of(record.rules);
        // The result says nothing about positions before a random move.
        let fair = record.plies.iter().rposition(|ply| ply.random).map_or(0, |last| last + 1);
        each_position(record, |field, number, ply| {
            let Some(opinion) = ply.opinion else { return };
            let mut seen: Vec<[Code; 2]> = seen(field).collect();
            seen.sort_unstable();
            let first = self.cells.len();
            for kind in seen.chunk_by(|a, b| a == b) {
                let [mine, theirs] = kind[0].map(|code| {
                    let number = &mut numbers[usize::from(code)];
                    if *number == 0 && code != 0 {
                        *number = self.codes.len() as u16;
                        self.codes.push(code);
                    }
                    *number
                });
                self.cells.push(Cells { mine, theirs, count: kind.len() as u16 });
            }
            let result = if field.to_move() == Side::First { record.result } else { 1.0 - record.result };
            let result = (number >= fair).then_some(result);
            let chance = match opinion {
                Opinion::Win => 1.0,
                Opinion::Loss => 0.0,
                Opinion::Estimate(estimate) => weights.chance(estimate) as f32,
            };
            let wanted = result.map_or(chance, |result| RESULT * result + (1.0 - RESULT) * chance);
            let estimate = LineEvaluation::of(field, weights).evaluate(field) as f32 / weights.sure as f32;
            let sample = Sample { estimate, wanted, result, cells: first..self.cells.len() };
            if held_out { self.held_out.push(sample) } else { self.learnt.push(sample) }
        })
    }

    /// The loss of these chances, as logarithms of the odds: against what was wanted, and against results where they are known.
    pub(crate) fn losses(samples: &[Sample], mut logit: impl FnMut(&Sample) -> f32) -> [f32; 2] {
        let (mut wanted, mut result, mut known) = (0.0f64, 0.0f64, 0);
        for sample in samples {
            let logit = logit(sample);
            wanted += f64::from(loss(sample.wanted, logit));
            if let Some(ended) = sample.result {
                result += f64::from(loss(ended, logit));
                known += 1;
            }
        }
        [wanted / samples.len() as f64, result / f64::from(known)].map(|loss| loss as f32)
    }
}

/// Visits the positions of a game before each move; none if a move is not legal.
pub(crate) fn each_position(record: &Record, mut visit: impl FnMut(&Field, usize, &Ply)) -> Option<()> {
    let (mut game, mut field) = (Game::new(record.rules), Field::new(record.rules));
    for (number, ply) in record.plies.iter().enumerate() {
        visit(&field, number, ply);
        game.play(ply.cell).ok()?;
        field.play(field.shape().id(ply.cell));
    }
    Some(())
}

/// The logistic loss of a chance that is told as the logarithm of the odds.
pub(crate) fn loss(wanted: f32, logit: f32) -> f32 {
    // ln(1 + e^x) without overflow.
    logit.max(0.0) + (-logit.abs()).exp().ln_1p() - wanted * logit
}
