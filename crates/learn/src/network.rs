//! The network: residual convolutions over the board, a policy and a value.
//!
//! ```text
//! planes 8 -> conv 32 + a number a cell and channel -> relu -> blocks of (conv, relu, conv, + input, relu)
//!   -> 1x1 conv to 8: seven features a cell -> relu -> dense 64 -> relu -> value (sigmoid), dense to a logit a cell
//!                     the eighth is added to the cell's logit
//! ```
//!
//! The numbers a cell and channel let it learn where a cell lies (with gravity the parity of a row decides games) without being told.
//! Batch normalisation is left out: with the last convolution of each block starting at zero a net of this depth trains without, and inference needs no folding.
//! The inputs are the rules' alone: own stones, other stones, empty cells, cells that may be played, whether the first player is to move.

use std::ops::Range;

use filetto_rules::{Cell, Rng, Rules, Symmetry};

use crate::kernel::{Conv, Layout, wide};

/// Channels of the body.
pub const CHANNELS: usize = 32;
/// Planes of the input, the unused ones zero.
pub(crate) const PLANES: usize = 8;
/// Outputs of the 1x1 convolution before the heads; the last is the policy's.
pub(crate) const FEATURES: usize = 8;
/// Units of the heads' hidden layer.
pub(crate) const HIDDEN: usize = 64;
/// The largest side that a network is made for.
pub const MAX_SIDE: usize = 32;

/// A position as the network sees it: a byte a cell, row by row from the bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// 0 empty, 1 the mover's stone, 2 the other's.
    pub cells: Box<[u8]>,
    /// Whether the first player is to move.
    pub first: bool,
}

/// Where a symmetry takes a cell, both as numbers row by row.
pub(crate) fn moved(rules: Rules, index: usize, symmetry: Symmetry) -> usize {
    let cell = symmetry.map(rules, Cell::new(index / rules.cols(), index % rules.cols()));
    cell.row() * rules.cols() + cell.col()
}

impl Input {
    /// The same position on a turned or mirrored board.
    pub(crate) fn turned(&self, rules: Rules, symmetry: Symmetry) -> Input {
        let mut cells = self.cells.clone();
        for (index, &stone) in self.cells.iter().enumerate() {
            cells[moved(rules, index, symmetry)] = stone;
        }
        Input { cells, first: self.first }
    }
}

/// Which board a network is for and how large it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The board.
    pub rules: Rules,
    /// Residual blocks.
    pub blocks: usize,
}

impl Shape {
    pub(crate) fn layout(self) -> Layout {
        Layout { rows: self.rules.rows(), cols: self.rules.cols() }
    }

    fn sizes(self) -> Vec<usize> {
        let cells = self.rules.cells();
        let mut sizes = vec![9 * PLANES * CHANNELS, cells * CHANNELS];
        for _ in 0..2 * self.blocks {
            sizes.extend([9 * CHANNELS * CHANNELS, CHANNELS]);
        }
        sizes.extend([CHANNELS * FEATURES, FEATURES]);
        sizes.extend([cells * FEATURES * HIDDEN, HIDDEN, HIDDEN, 1, HIDDEN * cells, cells]);
        sizes
    }

    /// How many parameters it has.
    pub fn parameters(self) -> usize {
        self.sizes().iter().sum()
    }

    /// Where the parameters of each part lie.
    pub(crate) fn parts(self) -> Parts {
        let mut end = 0;
        let mut ranges = self.sizes().into_iter().map(|size| {
            end += size;
            end - size..end
        });
        let mut next = || ranges.next().expect("one range a part");
        Parts {
            stem: next(),
            place: next(),
            convs: (0..2 * self.blocks).map(|_| (next(), next())).collect(),
            features: next(),
            feature_bias: next(),
            hidden: next(),
            hidden_bias: next(),
            value: next(),
            value_bias: next(),
            policy: next(),
            policy_bias: next(),
        }
    }
}

/// The parts of the parameters.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    pub(crate) stem: Range<usize>,
    pub(crate) place: Range<usize>,
    pub(crate) convs: Vec<(Range<usize>, Range<usize>)>,
    pub(crate) features: Range<usize>,
    pub(crate) feature_bias: Range<usize>,
    pub(crate) hidden: Range<usize>,
    pub(crate) hidden_bias: Range<usize>,
    pub(crate) value: Range<usize>,
    pub(crate) value_bias: Range<usize>,
    pub(crate) policy: Range<usize>,
    pub(crate) policy_bias: Range<usize>,
}

/// A network with its parameters.
#[derive(Clone, Debug)]
pub struct Network {
    pub(crate) shape: Shape,
    pub(crate) parts: Parts,
    pub(crate) weights: Vec<f32>,
}

impl Network {
    /// A network that knows nothing: random weights.
    pub fn random(shape: Shape, seed: u64) -> Network {
        let mut network = Network { shape, parts: shape.parts(), weights: vec![0.0; shape.parameters()] };
        let mut rng = Rng::new(seed);
        // A sum of uniforms is near enough to a normal distribution, and the same on every machine.
        let mut normal = |deviation: f32| {
            let sum: f64 = (0..12).map(|_| (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64).sum();
            (sum - 6.0) as f32 * deviation
        };
        let mut fill = |range: &Range<usize>, inputs: usize| {
            let deviation = (2.0 / inputs as f32).sqrt();
            network.weights[range.clone()].iter_mut().for_each(|weight| *weight = normal(deviation));
        };
        let parts = network.parts.clone();
        fill(&parts.stem, 9 * 5);
        parts.convs.iter().step_by(2).for_each(|(weights, _)| fill(weights, 9 * CHANNELS));
        fill(&parts.features, CHANNELS);
        fill(&parts.hidden, shape.rules.cells() * FEATURES);
        network
    }

    /// A network with these parameters; none if their number is not the shape's.
    pub fn with_weights(shape: Shape, weights: Vec<f32>) -> Option<Network> {
        (weights.len() == shape.parameters()).then(|| Network { shape, parts: shape.parts(), weights })
    }

    /// Its shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Its parameters.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    pub(crate) fn part(&self, range: &Range<usize>) -> &[f32] {
        &self.weights[range.clone()]
    }
}

/// The memory of a network at work.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    planes: Vec<[f32; PLANES]>,
    body: Vec<[f32; CHANNELS]>,
    inner: Vec<[f32; CHANNELS]>,
    outer: Vec<[f32; CHANNELS]>,
}

impl Network {
    /// Judges the inputs: calls back with each value, -1 to 1 for the player to move, and the logits of its cells.
    pub fn infer(&self, inputs: &[Input], space: &mut Workspace, mut each: impl FnMut(usize, f32, &[f32])) {
        let (layout, boards) = (self.shape.layout(), inputs.len());
        let len = layout.len(boards);
        space.planes.resize(len, [0.0; PLANES]);
        for array in [&mut space.body, &mut space.inner, &mut space.outer] {
            // What was a cell of a larger batch may be an empty cell now.
            if array.len() != len {
                array.clear();
                array.resize(len, [0.0; CHANNELS]);
            }
        }
        draw(self.shape.rules, inputs, &mut space.planes);
        let x = &space.planes;
        Conv { layout, boards, x, w: rows(self.part(&self.parts.stem)), y: &mut space.body }.run();
        wide(|| place(layout, boards, &mut space.body, rows(self.part(&self.parts.place))));
        for pair in self.parts.convs.chunks_exact(2) {
            let [(w1, b1), (w2, b2)] = pair else { continue };
            Conv { layout, boards, x: &space.body, w: rows(self.part(w1)), y: &mut space.inner }.run();
            wide(|| finish(layout, boards, &mut space.inner, self.part(b1), None));
            Conv { layout, boards, x: &space.inner, w: rows(self.part(w2)), y: &mut space.outer }.run();
            wide(|| finish(layout, boards, &mut space.outer, self.part(b2), Some(&space.body)));
            std::mem::swap(&mut space.body, &mut space.outer);
        }
        let mut heads = Heads::new(self.shape.rules.cells());
        for board in 0..boards {
            wide(|| heads.run(self, layout, board, &space.body));
            each(board, 2.0 * sigmoid(heads.value) - 1.0, &heads.logits);
        }
    }
}

/// What lies behind the body, for one board.
#[derive(Clone, Debug)]
pub(crate) struct Heads {
    pub(crate) features: Vec<[f32; FEATURES]>,
    pub(crate) hidden: [f32; HIDDEN],
    pub(crate) value: f32,
    pub(crate) logits: Vec<f32>,
}

impl Heads {
    pub(crate) fn new(cells: usize) -> Heads {
        Heads { features: vec![[0.0; FEATURES]; cells], hidden: [0.0; HIDDEN], value: 0.0, logits: vec![0.0; cells] }
    }

    /// The features keep what is before their relu in the last place only, which has none.
    #[inline(always)]
    pub(crate) fn run(&mut self, net: &Network, layout: Layout, board: usize, body: &[[f32; CHANNELS]]) {
        let weights: &[[f32; FEATURES]] = rows(net.part(&net.parts.features));
        let bias = net.part(&net.parts.feature_bias);
        for row in 0..layout.rows {
            let from = layout.row(board, row);
            for (col, cell) in body[from..from + layout.cols].iter().enumerate() {
                let mut sums = [0.0; FEATURES];
                sums.copy_from_slice(bias);
                for (value, weights) in cell.iter().zip(weights) {
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += value * weight;
                    }
                }
                sums[..FEATURES - 1].iter_mut().for_each(|sum| *sum = sum.max(0.0));
                self.features[row * layout.cols + col] = sums;
            }
        }
        self.hidden.copy_from_slice(net.part(&net.parts.hidden_bias));
        let weights: &[[f32; HIDDEN]] = rows(net.part(&net.parts.hidden));
        for (features, weights) in self.features.iter().zip(weights.chunks_exact(FEATURES)) {
            for (&feature, weights) in features[..FEATURES - 1].iter().zip(weights) {
                if feature != 0.0 {
                    for (sum, weight) in self.hidden.iter_mut().zip(weights) {
                        *sum += feature * weight;
                    }
                }
            }
        }
        self.hidden.iter_mut().for_each(|unit| *unit = unit.max(0.0));
        self.value = net.part(&net.parts.value_bias)[0];
        self.logits.copy_from_slice(net.part(&net.parts.policy_bias));
        let (value, policy) = (net.part(&net.parts.value), net.part(&net.parts.policy));
        let cells = self.logits.len();
        for ((&unit, value), policy) in self.hidden.iter().zip(value).zip(policy.chunks_exact(cells)) {
            self.value += unit * value;
            for (logit, weight) in self.logits.iter_mut().zip(policy) {
                *logit += unit * weight;
            }
        }
        for (logit, features) in self.logits.iter_mut().zip(&self.features) {
            *logit += features[FEATURES - 1];
        }
    }
}

/// Draws the planes of the inputs.
pub(crate) fn draw(rules: Rules, inputs: &[Input], planes: &mut [[f32; PLANES]]) {
    let layout = Layout { rows: rules.rows(), cols: rules.cols() };
    planes.fill([0.0; PLANES]);
    for (board, input) in inputs.iter().enumerate() {
        for (cell, &stone) in input.cells.iter().enumerate() {
            let held = !rules.gravity() || cell < layout.cols || input.cells[cell - layout.cols] > 0;
            let plane = &mut planes[layout.row(board, cell / layout.cols) + cell % layout.cols];
            plane[0] = f32::from(u8::from(stone == 1));
            plane[1] = f32::from(u8::from(stone == 2));
            plane[2] = f32::from(u8::from(stone == 0));
            plane[3] = f32::from(u8::from(stone == 0 && held));
            plane[4] = f32::from(u8::from(input.first));
        }
    }
}

/// Adds to each cell its own numbers, keeps what is positive, clears the empty cells.
#[inline(always)]
pub(crate) fn place(layout: Layout, boards: usize, y: &mut [[f32; CHANNELS]], place: &[[f32; CHANNELS]]) {
    for board in 0..boards {
        for row in 0..layout.rows {
            let at = layout.row(board, row);
            let own = &place[row * layout.cols..][..layout.cols];
            for (cell, own) in y[at..at + layout.cols].iter_mut().zip(own) {
                cell.iter_mut().zip(own).for_each(|(value, own)| *value = (*value + own).max(0.0));
            }
            y[at + layout.cols] = [0.0; CHANNELS];
        }
    }
}

/// Adds the bias and what goes past the block, keeps what is positive, clears the empty cells.
#[inline(always)]
pub(crate) fn finish(
    layout: Layout,
    boards: usize,
    y: &mut [[f32; CHANNELS]],
    bias: &[f32],
    past: Option<&[[f32; CHANNELS]]>,
) {
    let bias: &[f32; CHANNELS] = bias.first_chunk().expect("one bias a channel");
    for board in 0..boards {
        for row in 0..layout.rows {
            let at = layout.row(board, row);
            let cells = &mut y[at..at + layout.cols];
            if let Some(past) = past {
                for (cell, past) in cells.iter_mut().zip(&past[at..at + layout.cols]) {
                    for i in 0..CHANNELS {
                        cell[i] = (cell[i] + bias[i] + past[i]).max(0.0);
                    }
                }
            } else {
                for cell in cells {
                    for i in 0..CHANNELS {
                        cell[i] = (cell[i] + bias[i]).max(0.0);
                    }
                }
            }
            y[at + layout.cols] = [0.0; CHANNELS];
        }
    }
}

/// A flat array as rows.
pub(crate) fn rows<const N: usize>(flat: &[f32]) -> &[[f32; N]] {
    flat.as_chunks().0
}

pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
