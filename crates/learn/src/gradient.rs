//! The way back through the network: what each parameter should do to lessen the loss.
//!
//! The loss of a sample is the cross entropy of the policy over the moves it names as legal, plus that of the value as a chance to win. The test holds every part's
//! gradient against finite differences.

use crate::kernel::{Conv, ConvGradient, wide};
use crate::network::{CHANNELS, FEATURES, HIDDEN, Heads, Input, Network, PLANES, draw, finish, place, rows, sigmoid};

/// A position to learn from.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The position.
    pub input: Input,
    /// Every legal cell with its share of the policy.
    pub policy: Vec<(u16, f32)>,
    /// The value for the player to move, -1 to 1.
    pub value: f32,
}

/// The losses of a batch, summed over its samples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Cross entropy of the policy.
    pub policy: f64,
    /// Cross entropy of the value.
    pub value: f64,
}

type Map = Vec<[f32; CHANNELS]>;

/// Memory of one worker: activations of every layer and the gradient.
#[derive(Clone, Debug, Default)]
pub(crate) struct Worker {
    planes: Vec<[f32; PLANES]>,
    maps: Vec<Map>,
    down: Map,
    side: Map,
    pub(crate) gradient: Vec<f32>,
}

impl Worker {
    /// Computes the gradient of the summed loss of the samples and returns that.
    pub(crate) fn run(&mut self, net: &Network, samples: &[Sample]) -> Loss {
        let (layout, boards) = (net.shape.layout(), samples.len());
        let len = layout.len(boards);
        self.gradient.clear();
        self.gradient.resize(net.weights.len(), 0.0);
        let fresh = |map: &mut Map| {
            map.clear();
            map.resize(len, [0.0; CHANNELS]);
        };
        self.maps.resize(1 + net.parts.convs.len(), Map::new());
        self.maps.iter_mut().for_each(fresh);
        [&mut self.down, &mut self.side].into_iter().for_each(fresh);
        self.planes.resize(len, [0.0; PLANES]);
        let inputs: Vec<Input> = samples.iter().map(|sample| sample.input.clone()).collect();
        draw(net.shape.rules, &inputs, &mut self.planes);

        let stem = rows(net.part(&net.parts.stem));
        Conv { layout, boards, x: &self.planes, w: stem, y: &mut self.maps[0] }.run();
        wide(|| place(layout, boards, &mut self.maps[0], rows(net.part(&net.parts.place))));
        for (i, (weights, bias)) in net.parts.convs.iter().enumerate() {
            let (before, after) = self.maps.split_at_mut(i + 1);
            Conv { layout, boards, x: &before[i], w: rows(net.part(weights)), y: &mut after[0] }.run();
            let past = (i % 2 == 1).then(|| before[i - 1].as_slice());
            wide(|| finish(layout, boards, &mut after[0], net.part(bias), past));
        }

        let loss = self.heads(net, samples);
        for i in (0..net.parts.convs.len()).rev() {
            let (weights, bias) = &net.parts.convs[i];
            // `down` is the gradient of the layer's result; its relu is open where the result is positive.
            wide(|| close(&mut self.down, &self.maps[i + 1]));
            if i % 2 == 1 {
                // The same gradient goes past the block.
                self.side.copy_from_slice(&self.down);
            }
            let dw = self.gradient[weights.clone()].as_chunks_mut().0;
            ConvGradient { layout, boards, x: &self.maps[i], dy: &self.down, dw }.run();
            let sums = &mut self.gradient[bias.clone()];
            wide(|| self.down.iter().for_each(|cell| sums.iter_mut().zip(cell).for_each(|(sum, value)| *sum += value)));
            let turned = turned(rows(net.part(weights)));
            // The layer's own result is not needed any more: its memory takes the gradient of its input.
            let target = &mut self.maps[i + 1];
            Conv { layout, boards, x: &self.down, w: &turned, y: target }.run();
            wide(|| clear_gaps(layout, boards, target));
            std::mem::swap(&mut self.down, target);
            if i % 2 == 0 {
                wide(|| add(&mut self.down, &self.side));
            }
        }
        wide(|| close(&mut self.down, &self.maps[0]));
        let dw = self.gradient[net.parts.stem.clone()].as_chunks_mut().0;
        ConvGradient { layout, boards, x: &self.planes, dy: &self.down, dw }.run();
        let own: &mut [[f32; CHANNELS]] = self.gradient[net.parts.place.clone()].as_chunks_mut().0;
        for board in 0..boards {
            for row in 0..layout.rows {
                let at = layout.row(board, row);
                add(&mut own[row * layout.cols..][..layout.cols], &self.down[at..at + layout.cols]);
            }
        }
        loss
    }

    /// Both heads forward and back; leaves the gradient of the body in `down`.
    fn heads(&mut self, net: &Network, samples: &[Sample]) -> Loss {
        let layout = net.shape.layout();
        let cells = net.shape.rules.cells();
        let body = &self.maps[self.maps.len() - 1];
        let (gradient, down) = (&mut self.gradient, &mut self.down);
        let mut heads = Heads::new(cells);
        let mut loss = Loss::default();
        let mut d_logits = vec![0.0f32; cells];
        for (board, sample) in samples.iter().enumerate() {
            wide(|| heads.run(net, layout, board, body));
            loss.policy += policy_loss(&heads.logits, &sample.policy, &mut d_logits);
            let (chance, wanted) = (sigmoid(heads.value), (sample.value + 1.0) / 2.0);
            let log = |p: f32| f64::from(p.max(1e-7).ln());
            loss.value -= f64::from(wanted) * log(chance) + f64::from(1.0 - wanted) * log(1.0 - chance);
            let d_value = chance - wanted;
            wide(|| {
                let mut d_hidden = [0.0f32; HIDDEN];
                let policy = net.part(&net.parts.policy);
                let d_policy = &mut gradient[net.parts.policy.clone()];
                let rows = policy.chunks_exact(cells).zip(d_policy.chunks_exact_mut(cells));
                for ((unit, d_unit), (weights, d_weights)) in heads.hidden.iter().zip(&mut d_hidden).zip(rows) {
                    if *unit > 0.0 {
                        let products = weights.iter().zip(&d_logits).map(|(weight, d)| weight * d);
                        *d_unit = products.sum();
                        d_weights.iter_mut().zip(&d_logits).for_each(|(d_weight, d)| *d_weight += unit * d);
                    }
                }
                add_to(&mut gradient[net.parts.policy_bias.clone()], &d_logits);
                for (i, unit) in heads.hidden.iter().enumerate().filter(|(_, unit)| **unit > 0.0) {
                    gradient[net.parts.value.start + i] += unit * d_value;
                    d_hidden[i] += net.weights[net.parts.value.start + i] * d_value;
                }
                gradient[net.parts.value_bias.start] += d_value;
                add_to(&mut gradient[net.parts.hidden_bias.clone()], &d_hidden);
                let mut d_bias = [0.0f32; FEATURES];
                for (cell, &d_logit) in d_logits.iter().enumerate() {
                    let at = layout.row(board, cell / layout.cols) + cell % layout.cols;
                    let mut d_features = [0.0f32; FEATURES];
                    d_features[FEATURES - 1] = d_logit;
                    for (f, &feature) in heads.features[cell][..FEATURES - 1].iter().enumerate() {
                        if feature > 0.0 {
                            let from = net.parts.hidden.start + (cell * FEATURES + f) * HIDDEN;
                            let weights = &net.weights[from..from + HIDDEN];
                            d_features[f] = weights.iter().zip(&d_hidden).map(|(weight, d)| weight * d).sum();
                            let d_weights = &mut gradient[from..from + HIDDEN];
                            d_weights.iter_mut().zip(&d_hidden).for_each(|(d_weight, d)| *d_weight += feature * d);
                        }
                    }
                    add_to(&mut d_bias, &d_features);
                    let weights: &[[f32; FEATURES]] = rows_of(&net.weights[net.parts.features.clone()]);
                    let d_weights: &mut [[f32; FEATURES]] = gradient[net.parts.features.clone()].as_chunks_mut().0;
                    for c in 0..CHANNELS {
                        let mut sum = 0.0;
                        for f in 0..FEATURES {
                            sum += weights[c][f] * d_features[f];
                            d_weights[c][f] += body[at][c] * d_features[f];
                        }
                        down[at][c] = sum;
                    }
                }
                add_to(&mut gradient[net.parts.feature_bias.clone()], &d_bias);
            });
        }
        loss
    }
}

fn rows_of<const N: usize>(flat: &[f32]) -> &[[f32; N]] {
    rows(flat)
}

/// The cross entropy over the legal cells, and its gradient by the logits.
fn policy_loss(logits: &[f32], policy: &[(u16, f32)], gradient: &mut [f32]) -> f64 {
    gradient.fill(0.0);
    let of = |cell: u16| logits[usize::from(cell)];
    let highest = policy.iter().map(|&(cell, _)| of(cell)).fold(f32::MIN, f32::max);
    let total: f32 = policy.iter().map(|&(cell, _)| (of(cell) - highest).exp()).sum();
    let mut loss = 0.0;
    for &(cell, share) in policy {
        let log = of(cell) - highest - total.ln();
        loss -= f64::from(share * log);
        gradient[usize::from(cell)] = log.exp() - share;
    }
    loss
}

/// Weights as the way back needs them: taps turned around, inputs and outputs exchanged.
fn turned(weights: &[[f32; CHANNELS]]) -> Vec<[f32; CHANNELS]> {
    let mut turned = vec![[0.0; CHANNELS]; weights.len()];
    for (i, row) in weights.iter().enumerate() {
        let (tap, input) = (i / CHANNELS, i % CHANNELS);
        for (output, &weight) in row.iter().enumerate() {
            turned[(8 - tap) * CHANNELS + output][input] = weight;
        }
    }
    turned
}

#[inline(always)]
fn close(gradient: &mut [[f32; CHANNELS]], result: &[[f32; CHANNELS]]) {
    for (gradient, result) in gradient.iter_mut().zip(result) {
        for i in 0..CHANNELS {
            gradient[i] = if result[i] > 0.0 { gradient[i] } else { 0.0 };
        }
    }
}

#[inline(always)]
fn clear_gaps(layout: crate::kernel::Layout, boards: usize, map: &mut [[f32; CHANNELS]]) {
    for board in 0..boards {
        for row in 0..layout.rows {
            map[layout.row(board, row) + layout.cols] = [0.0; CHANNELS];
        }
    }
}

#[inline(always)]
fn add(sum: &mut [[f32; CHANNELS]], more: &[[f32; CHANNELS]]) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| add_to(sum, more));
}

#[inline(always)]
fn add_to(sum: &mut [f32], more: &[f32]) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Shape, Workspace};
    use filetto_rules::Rng;

    fn samples(shape: Shape, count: usize, rng: &mut Rng) -> Vec<Sample> {
        let cells = shape.rules.cells();
        (0..count)
            .map(|_| {
                let input = Input { cells: (0..cells).map(|_| rng.below(3) as u8).collect(), first: rng.below(2) > 0 };
                let value = rng.below(3) as f32 - 1.0;
                Sample { input, policy: vec![(0, 0.25), (4, 0.75), (5, 0.0)], value }
            })
            .collect()
    }

    #[test]
    fn every_part_of_the_gradient_agrees_with_finite_differences() {
        for text in ["4x3x3", "3x4x3g"] {
            let shape = Shape { rules: text.parse().unwrap(), blocks: 2 };
            let mut net = Network::random(shape, 7);
            let mut rng = Rng::new(1);
            // Everything that starts at zero would hide mistakes.
            net.weights.iter_mut().for_each(|weight| *weight += (rng.below(201) as f32 - 100.0) / 2000.0);
            let samples = samples(shape, 5, &mut rng);
            let mut worker = Worker::default();
            worker.run(&net, &samples);
            let gradient = worker.gradient.clone();
            let parts = net.parts.clone();
            let mut ranges = vec![parts.stem, parts.place, parts.features, parts.feature_bias, parts.hidden];
            ranges.extend([parts.hidden_bias, parts.value, parts.value_bias, parts.policy, parts.policy_bias]);
            ranges.extend(parts.convs.into_iter().flat_map(|(weights, bias)| [weights, bias]));
            for range in ranges {
                // A step along the gradient of one part changes the loss by its squared length.
                let part = &gradient[range.clone()];
                let length = part.iter().map(|d| f64::from(*d).powi(2)).sum::<f64>().sqrt();
                assert!(length > 1e-3, "{range:?} learns nothing");
                let mut at = |step: f64| {
                    let mut moved = net.clone();
                    for (weight, d) in moved.weights[range.clone()].iter_mut().zip(part) {
                        *weight += (step * f64::from(*d) / length) as f32;
                    }
                    let loss = worker.run(&moved, &samples);
                    loss.policy + loss.value
                };
                let step = 2e-3;
                let slope = (at(step) - at(-step)) / (2.0 * step);
                assert!((slope - length).abs() < 0.03 * length + 1e-3, "{text} {range:?}: {slope} for {length}");
            }
        }
    }

    #[test]
    fn inference_is_the_forward_half_of_training_whatever_the_batch() {
        let shape = Shape { rules: "6x7x4g".parse().unwrap(), blocks: 2 };
        let net = Network::random(shape, 9);
        let mut rng = Rng::new(2);
        let inputs: Vec<Input> = samples(shape, 7, &mut rng).into_iter().map(|sample| sample.input).collect();
        let mut space = Workspace::default();
        let mut together = Vec::new();
        net.infer(&inputs, &mut space, |_, value, logits| together.push((value, logits.to_vec())));
        for (input, (value, logits)) in inputs.into_iter().zip(together) {
            net.infer(std::slice::from_ref(&input), &mut space, |_, alone, others| {
                assert!((alone - value).abs() < 1e-5);
                assert!(others.iter().zip(&logits).all(|(a, b)| (a - b).abs() < 1e-4));
            });
            let sample = Sample { input, policy: vec![(3, 1.0), (4, 0.0)], value: 1.0 };
            let loss = Worker::default().run(&net, &[sample]);
            assert!((loss.value + f64::from((value + 1.0) / 2.0).ln()).abs() < 1e-4);
            let share = 1.0 / (1.0 + f64::from(logits[4] - logits[3]).exp());
            assert!((loss.policy + share.ln()).abs() < 1e-4);
        }
    }
}
