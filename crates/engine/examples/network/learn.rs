//! The network in floating point, its gradient, and steps down the loss by Adam.
//!
//! The row of a code is the sum of what its four classes mean anywhere and of what is its own, so that rare codes begin with what their
//! classes taught; only the sum is written into the model.

use filetto_engine::champion::parts::{
    Code, HEAD_UNIT, HIDDEN, LARGEST_ROW, LARGEST_WEIGHT, Network, ROW_UNIT, WIDTH, classes,
};
use filetto_rules::Rng;

use crate::samples::{Cells, Sample, Samples};

const ROW: usize = 2 * WIDTH;
const CLASSES: usize = 16;
/// What is shrunk of a row of its own at each step, as a share of the rate.
const DECAY: f32 = 0.02;

/// The parameters by their places in one list.
#[derive(Clone, Copy)]
struct Places {
    classes: usize,
    hidden: usize,
    biases: usize,
    direct: usize,
    out: usize,
    bias: usize,
}

impl Places {
    fn of(codes: usize) -> Places {
        let classes = codes * ROW;
        let hidden = classes + CLASSES * ROW;
        let biases = hidden + HIDDEN * ROW;
        let direct = biases + HIDDEN;
        let out = direct + ROW;
        Places { classes, hidden, biases, direct, out, bias: out + HIDDEN }
    }
}

/// A network while it learns.
pub(crate) struct Learner {
    places: Places,
    codes: Vec<Code>,
    /// The classes of every code.
    classes: Vec<[usize; 4]>,
    pub(crate) parameters: Vec<f32>,
    pub(crate) first: Vec<f32>,
    pub(crate) second: Vec<f32>,
    pub(crate) steps: u64,
    gradient: Vec<f32>,
    /// The rows of codes, their classes included, and what the loss says of them.
    rows: Vec<[f32; ROW]>,
    row_gradient: Vec<[f32; ROW]>,
}

/// What a network thought of a position on the way to its answer.
struct Thought {
    input: [f32; ROW],
    units: [f32; HIDDEN],
    logit: f32,
}

impl Learner {
    pub(crate) fn new(codes: &[Code], seed: u64) -> Learner {
        let places = Places::of(codes.len());
        let mut rng = Rng::new(seed);
        let mut noise = |width: f32| (rng.below(2001) as f32 / 1000.0 - 1.0) * width;
        let mut parameters = vec![0.0; places.bias + 1];
        parameters[..places.classes].iter_mut().for_each(|p| *p = noise(0.05));
        parameters[places.classes..places.hidden].iter_mut().for_each(|p| *p = noise(0.1));
        parameters[places.hidden..places.biases].iter_mut().for_each(|p| *p = noise(0.1));
        parameters[places.out..places.bias].iter_mut().for_each(|p| *p = noise(0.1));
        let zeros = vec![0.0; parameters.len()];
        Learner {
            places,
            codes: codes.to_vec(),
            classes: codes.iter().map(|code| classes(*code).map(usize::from)).collect(),
            first: zeros.clone(),
            second: zeros.clone(),
            gradient: zeros,
            parameters,
            steps: 0,
            rows: vec![[0.0; ROW]; codes.len()],
            row_gradient: vec![[0.0; ROW]; codes.len()],
        }
    }

    /// One step on these samples; returns their mean loss before it.
    pub(crate) fn step(&mut self, samples: &Samples, batch: &[&Sample], rate: f32) -> f32 {
        self.gather();
        self.gradient.fill(0.0);
        self.row_gradient.fill([0.0; ROW]);
        let mut sum = 0.0;
        for sample in batch {
            let cells = samples.cells(sample);
            let thought = self.think(cells);
            let logit = sample.estimate + thought.logit;
            sum += crate::samples::loss(sample.wanted, logit);
            let error = 1.0 / (1.0 + (-logit).exp()) - sample.wanted;
            self.blame(cells, &thought, error / batch.len() as f32);
        }
        self.spread();
        self.adam(rate);
        sum / batch.len() as f32
    }

    /// What the network adds to the estimate, as the logarithm of the odds. After [`Learner::gather`].
    pub(crate) fn judge(&self, cells: &[Cells]) -> f32 {
        self.think(cells).logit
    }

    /// Brings the rows up to date with the parameters.
    pub(crate) fn gather(&mut self) {
        let Learner { places, classes, parameters, rows, .. } = self;
        for (number, (row, classes)) in rows.iter_mut().zip(classes).enumerate().skip(1) {
            row.copy_from_slice(&parameters[number * ROW..(number + 1) * ROW]);
            for class in classes {
                let from = places.classes + *class * ROW;
                row.iter_mut().zip(&parameters[from..from + ROW]).for_each(|(row, part)| *row += part);
            }
        }
    }

    fn think(&self, cells: &[Cells]) -> Thought {
        let mut input = [0.0; ROW];
        let (one, other) = input.split_at_mut(WIDTH);
        for cell in cells {
            let (mine, theirs) = (&self.rows[usize::from(cell.mine)], &self.rows[usize::from(cell.theirs)]);
            let count = f32::from(cell.count);
            for i in 0..WIDTH {
                one[i] += count * (mine[i] + theirs[WIDTH + i]).max(0.0);
                other[i] += count * (theirs[i] + mine[WIDTH + i]).max(0.0);
            }
        }
        let p = &self.parameters;
        let mut units = [0.0; HIDDEN];
        let mut logit = p[self.places.bias] + dot(&p[self.places.direct..], &input);
        for (j, unit) in units.iter_mut().enumerate() {
            *unit = (p[self.places.biases + j] + dot(&p[self.places.hidden + j * ROW..], &input)).max(0.0);
            logit += *unit * p[self.places.out + j];
        }
        Thought { input, units, logit }
    }

    /// Adds to the gradient what an error at the end says of every parameter.
    fn blame(&mut self, cells: &[Cells], thought: &Thought, error: f32) {
        let Learner { places, parameters: p, gradient: g, rows, row_gradient, .. } = self;
        g[places.bias] += error;
        let mut input = [0.0; ROW];
        for i in 0..ROW {
            g[places.direct + i] += error * thought.input[i];
            input[i] = error * p[places.direct + i];
        }
        for (j, unit) in thought.units.iter().enumerate().filter(|(_, unit)| **unit > 0.0) {
            g[places.out + j] += error * unit;
            let error = error * p[places.out + j];
            g[places.biases + j] += error;
            let from = places.hidden + j * ROW;
            for i in 0..ROW {
                g[from + i] += error * thought.input[i];
                input[i] += error * p[from + i];
            }
        }
        for cell in cells {
            let (m, t) = (usize::from(cell.mine), usize::from(cell.theirs));
            let count = f32::from(cell.count);
            let mut change = [[0.0f32; ROW]; 2];
            for i in 0..WIDTH {
                let one = if rows[m][i] + rows[t][WIDTH + i] > 0.0 { count * input[i] } else { 0.0 };
                let other = if rows[t][i] + rows[m][WIDTH + i] > 0.0 { count * input[WIDTH + i] } else { 0.0 };
                (change[0][i], change[1][WIDTH + i]) = (one, one);
                (change[1][i], change[0][WIDTH + i]) = (other, other);
            }
            for (number, change) in [m, t].into_iter().zip(&change) {
                row_gradient[number].iter_mut().zip(change).for_each(|(sum, change)| *sum += change);
            }
        }
    }

    /// Hands what the loss says of rows on to codes and classes. Nothing has no row.
    fn spread(&mut self) {
        let Learner { places, classes, gradient, row_gradient, .. } = self;
        for (number, (row, classes)) in row_gradient.iter().zip(classes).enumerate().skip(1) {
            gradient[number * ROW..(number + 1) * ROW].copy_from_slice(row);
            for class in classes {
                let from = places.classes + *class * ROW;
                gradient[from..from + ROW].iter_mut().zip(row).for_each(|(sum, row)| *sum += row);
            }
        }
    }

    fn adam(&mut self, rate: f32) {
        let (kept, kept_squares) = (0.9f32, 0.999f32);
        self.steps += 1;
        let steps = self.steps.min(1 << 20) as i32;
        let rate_now = rate * (1.0 - kept_squares.powi(steps)).sqrt() / (1.0 - kept.powi(steps));
        let shrink = 1.0 - rate * DECAY;
        self.parameters[..self.places.classes].iter_mut().for_each(|p| *p *= shrink);
        let moments = self.first.iter_mut().zip(&mut self.second);
        for ((p, g), (first, second)) in self.parameters.iter_mut().zip(&self.gradient).zip(moments) {
            *first = kept * *first + (1.0 - kept) * g;
            *second = kept_squares * *second + (1.0 - kept_squares) * g * g;
            *p -= rate_now * *first / (second.sqrt() + 1e-8);
        }
    }

    /// The model in integers.
    pub(crate) fn network(&mut self, about: String) -> Network {
        self.gather();
        let mut network = Network { about, ..Network::silent() };
        let row = |number: f32| round(number, ROW_UNIT, LARGEST_ROW);
        let weight = |number: &f32| round(*number, HEAD_UNIT, LARGEST_WEIGHT);
        let bias = |number: f32| (number * (ROW_UNIT * HEAD_UNIT) as f32).round() as i32;
        for (code, found) in self.codes.iter().zip(&self.rows).skip(1) {
            network.rows[usize::from(*code)]
                .0
                .as_flattened_mut()
                .iter_mut()
                .zip(found)
                .for_each(|(to, from)| *to = row(*from));
        }
        let p = &self.parameters;
        for (j, hidden) in network.hidden.iter_mut().enumerate() {
            hidden
                .as_flattened_mut()
                .iter_mut()
                .zip(&p[self.places.hidden + j * ROW..])
                .for_each(|(to, from)| *to = weight(from));
            network.biases[j] = bias(p[self.places.biases + j]);
        }
        network
            .direct
            .as_flattened_mut()
            .iter_mut()
            .zip(&p[self.places.direct..])
            .for_each(|(to, from)| *to = weight(from));
        network.out.iter_mut().zip(&p[self.places.out..]).for_each(|(to, from)| *to = weight(from));
        network.bias = bias(p[self.places.bias]);
        network
    }
}

fn round(number: f32, unit: i32, largest: i16) -> i16 {
    (number * unit as f32).round().clamp(-f32::from(largest), f32::from(largest)) as i16
}

fn dot(weights: &[f32], input: &[f32; ROW]) -> f32 {
    // Four sums at a time: floating point is not reordered by itself.
    let mut sums = [0.0f32; 4];
    for (weights, input) in weights[..ROW].chunks_exact(4).zip(input.chunks_exact(4)) {
        (0..4).for_each(|i| sums[i] += weights[i] * input[i]);
    }
    sums.iter().sum()
}
