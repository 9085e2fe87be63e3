//! The steps down the loss: Adam with decoupled weight decay, and a running mean of the weights that is what plays.
//!
//! Kingma and Ba 2015, Loshchilov and Hutter 2019. The mean over the last steps plays better than the last step itself and
//! makes a falling learning rate less important (Polyak averaging).

use crate::gradient::{Loss, Sample, Worker};
use crate::network::Network;

/// The state of a training between two steps.
#[derive(Clone, Debug)]
pub(crate) struct Adam {
    pub(crate) network: Network,
    /// The running mean of the weights.
    pub(crate) mean: Network,
    pub(crate) first: Vec<f32>,
    pub(crate) second: Vec<f32>,
    pub(crate) steps: u64,
    workers: Vec<Worker>,
}

/// Weights shrink by this share of the learning rate at each step.
const DECAY: f32 = 1e-2;
/// What is kept of the mean at each step: it spans about 200.
const KEPT: f32 = 0.995;

impl Adam {
    pub(crate) fn new(network: Network) -> Adam {
        let zeros = vec![0.0; network.weights.len()];
        Adam { mean: network.clone(), network, first: zeros.clone(), second: zeros, steps: 0, workers: Vec::new() }
    }

    /// One step on the mean loss of the samples; returns the sum.
    pub(crate) fn step(&mut self, samples: &[Sample], rate: f32, threads: usize) -> Loss {
        let share = samples.len().div_ceil(threads.max(1)).max(1);
        let parts: Vec<&[Sample]> = samples.chunks(share).collect();
        self.workers.resize_with(parts.len().max(1), Worker::default);
        let network = &self.network;
        let losses: Vec<Loss> = std::thread::scope(|scope| {
            let mut jobs = self.workers.iter_mut().zip(&parts).map(|(worker, part)| move || worker.run(network, part));
            let first = jobs.next();
            let others: Vec<_> = jobs.map(|job| scope.spawn(job)).collect();
            let first = first.map(|mut job| job());
            first.into_iter().chain(others.into_iter().filter_map(|other| other.join().ok())).collect()
        });
        let (sum, rest) = self.workers.split_at_mut(1);
        for other in rest {
            sum[0].gradient.iter_mut().zip(&other.gradient).for_each(|(sum, more)| *sum += more);
        }
        self.steps += 1;
        let gradient = std::mem::take(&mut self.workers[0].gradient);
        self.apply(&gradient, 1.0 / samples.len() as f32, rate);
        self.workers[0].gradient = gradient;
        losses
            .iter()
            .fold(Loss::default(), |sum, loss| Loss { policy: sum.policy + loss.policy, value: sum.value + loss.value })
    }

    fn apply(&mut self, gradient: &[f32], scale: f32, rate: f32) {
        let (b1, b2) = (0.9f32, 0.999f32);
        let steps = self.steps.min(1 << 20) as i32;
        let (c1, c2) = (1.0 - b1.powi(steps), 1.0 - b2.powi(steps));
        // Early on the mean follows quickly, else it would remember the random start.
        let kept = KEPT.min(1.0 - 1.0 / (1.0 + self.steps as f32 / 2.0));
        let moments = self.first.iter_mut().zip(&mut self.second);
        let weights = self.network.weights.iter_mut().zip(&mut self.mean.weights);
        for (((first, second), (weight, mean)), gradient) in moments.zip(weights).zip(gradient) {
            let gradient = gradient * scale;
            *first = b1 * *first + (1.0 - b1) * gradient;
            *second = b2 * *second + (1.0 - b2) * gradient * gradient;
            *weight -= rate * ((*first / c1) / ((*second / c2).sqrt() + 1e-8) + DECAY * *weight);
            *mean = kept * *mean + (1.0 - kept) * *weight;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Input, Shape};

    #[test]
    fn steps_lessen_the_loss_and_any_number_of_threads_takes_the_same() {
        let shape = Shape { rules: "3x3x3".parse().unwrap(), blocks: 1 };
        let sample = |cell: u8| Sample {
            input: Input { cells: (0..9).map(|i| u8::from(i == cell)).collect(), first: true },
            policy: vec![(u16::from(cell + 1), 1.0), (8, 0.0)],
            value: if cell < 4 { 1.0 } else { -1.0 },
        };
        let samples: Vec<Sample> = (0..7).map(sample).collect();
        let run = |threads| {
            let mut adam = Adam::new(Network::random(shape, 1));
            let losses: Vec<Loss> = (0..150).map(|_| adam.step(&samples, 3e-3, threads)).collect();
            (losses[0], losses[149])
        };
        let (before, after) = run(1);
        assert!(after.policy < 0.2 * before.policy && after.value < 0.2 * before.value, "{before:?} {after:?}");
        let (_, split) = run(3);
        assert!((split.policy - after.policy).abs() < 0.2, "{split:?} {after:?}");
    }
}
