//! Heuristics compared: what each says of one position, and what each is worth in games.
//!
//! "Find and compare heuristics" is the laboratory's exercise. In games each is used by the same search with the same nodes a
//! move, every pair of games starting from the same random moves with the sides changed.

use std::time::Duration;

use filetto_rules::{Cell, Game as Record, Rng, Word};
use filetto_search::{
    AlphaBeta, Deepening, Evaluator as _, FixedDepth, Game as _, History, Killers, Limits, Outcome, Score,
};

use crate::heuristics::Heuristic;
use crate::{OnPosition, Position, on_position};

/// What a heuristic says of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// The heuristic's name.
    pub heuristic: &'static str,
    /// Its word on the position itself, for the player to move.
    pub at_once: Score,
    /// The value after a search of the depth, if the search came to its end.
    pub value: Option<Score>,
    /// The move that it prefers then.
    pub best: Option<Cell>,
    /// Positions visited.
    pub nodes: u64,
    /// Positions estimated.
    pub evaluations: u64,
    /// Wall time.
    pub elapsed: Duration,
}

/// What each heuristic says of the position that a game has reached, by alpha-beta of this depth.
pub fn opinions(game: &Record, heuristics: &[Heuristic], depth: u32, limits: &Limits) -> Vec<Opinion> {
    struct Ask<'a>(&'a [Heuristic], Limits, Option<Cell>);
    impl OnPosition for Ask<'_> {
        type Output = Vec<Opinion>;
        fn run<W: Word>(self, mut position: Position<W>) -> Vec<Opinion> {
            let mut opinion = |heuristic: &Heuristic| {
                let mut evaluator = heuristic.clone();
                evaluator.start(&position);
                let at_once = evaluator.evaluate(&position, self.2);
                let report = AlphaBeta::new().run(&mut position, &mut evaluator, &self.1);
                Opinion {
                    heuristic: heuristic.name(),
                    at_once,
                    value: report.stopped.is_none().then_some(report.score),
                    best: report.best,
                    nodes: report.stats.nodes,
                    evaluations: report.stats.evaluations,
                    elapsed: report.stats.elapsed,
                }
            };
            self.0.iter().map(&mut opinion).collect()
        }
    }
    on_position(game, Ask(heuristics, limits.clone().depth(depth), game.cells().last()))
}

/// A round robin of heuristics.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Who plays.
    pub heuristics: Vec<Heuristic>,
    /// Pairs of games between each two.
    pub pairs: u32,
    /// Nodes a move.
    pub nodes: u64,
    /// Random moves before a game.
    pub opening: u32,
    /// Where they come from.
    pub seed: u64,
    /// What ends the contest early.
    pub limits: Limits,
}

/// How two heuristics did against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Result {
    /// The first heuristic.
    pub first: &'static str,
    /// The second.
    pub second: &'static str,
    /// Games that the first won, drew, lost.
    pub games: [u32; 3],
    /// The first's share of the points, from 0 to 1.
    pub score: f64,
    /// Half of the interval that holds the true share with 95 %, from the spread of the pairs.
    pub error: f64,
}

impl Contest {
    /// Plays all games from the position that a game has reached; `done` hears of each result as it comes.
    pub fn run(&self, game: &Record, mut done: impl FnMut(&Result)) -> Vec<Result> {
        struct Play<'a, F>(&'a Contest, &'a mut F);
        impl<F: FnMut(&Result)> OnPosition for Play<'_, F> {
            type Output = Vec<Result>;
            fn run<W: Word>(self, position: Position<W>) -> Vec<Result> {
                let Play(contest, done) = self;
                let mut results = Vec::new();
                for (i, first) in contest.heuristics.iter().enumerate() {
                    for second in &contest.heuristics[i + 1..] {
                        let result = contest.between(&position, first, second);
                        done(&result);
                        results.push(result);
                    }
                }
                results
            }
        }
        on_position(game, Play(self, &mut done))
    }

    fn between<W: Word>(&self, start: &Position<W>, first: &Heuristic, second: &Heuristic) -> Result {
        let (mut games, mut pairs) = ([0; 3], Vec::new());
        for pair in 0..self.pairs {
            let Some(opened) = self.opened(start, u64::from(pair)) else { continue };
            let mut points = 0.0;
            for side in 0..2 {
                let Some(result) = self.game(opened.clone(), [first, second], side) else { break };
                games[usize::from(result < 0.5) + usize::from(result < 1.0)] += 1;
                points += result / 2.0;
                if side == 1 {
                    pairs.push(points);
                }
            }
        }
        let count = pairs.len().max(1) as f64;
        let score = pairs.iter().sum::<f64>() / count;
        let spread = pairs.iter().map(|points| (points - score).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        let error = 1.96 * (spread / count).sqrt();
        Result { first: first.name(), second: second.name(), games, score, error }
    }

    fn opened<W: Word>(&self, start: &Position<W>, pair: u64) -> Option<Position<W>> {
        let (mut rng, mut position) = (Rng::new(self.seed.wrapping_mul(1 << 20) + pair), start.clone());
        for _ in 0..self.opening {
            let legal: Vec<Cell> = position.legal().collect();
            position.play(*rng.pick(&legal)?);
        }
        position.outcome().is_none().then_some(position)
    }

    /// What the first heuristic gets out of one game: 1, a half or 0; nothing if the contest was stopped.
    fn game<W: Word>(&self, mut position: Position<W>, players: [&Heuristic; 2], side: usize) -> Option<f64> {
        let mut ply = 0;
        loop {
            let first_moves = (ply + side).is_multiple_of(2);
            if let Some(outcome) = position.outcome() {
                return Some(match outcome {
                    Outcome::Draw => 0.5,
                    Outcome::Win => f64::from(first_moves),
                    Outcome::Loss => f64::from(!first_moves),
                });
            }
            let search = AlphaBeta::new().order((Killers::new(), History::new()));
            let mut evaluator = players[usize::from(!first_moves)].clone();
            let limits = self.limits.clone().nodes(self.nodes);
            let report = Deepening::new(search).run(&mut position, &mut evaluator, &limits, |_| {});
            if report.stopped.is_some_and(|stopped| stopped != filetto_search::Stopped::Nodes) {
                return None;
            }
            position.play(report.best?);
            ply += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str]) -> Vec<Heuristic> {
        names.iter().map(|name| Heuristic::named(name).unwrap()).collect()
    }

    #[test]
    fn heuristics_are_asked_side_by_side() {
        let game = Record::new("6x7x4g".parse().unwrap());
        let heuristics = named(&["chua", "luccioli", "cirone-rigosi"]);
        let told = opinions(&game, &heuristics, 3, &Limits::none());
        assert_eq!(
            told.iter().map(|opinion| opinion.heuristic).collect::<Vec<_>>(),
            ["chua", "luccioli", "cirone-rigosi"]
        );
        assert!(
            told.iter().all(|opinion| opinion.value.is_some() && opinion.best.is_some() && opinion.evaluations > 0)
        );
        let stopped = opinions(&game, &heuristics, 30, &Limits::none().nodes(100));
        assert!(stopped.iter().all(|opinion| opinion.value.is_none()));
    }

    #[test]
    fn a_heuristic_is_its_own_equal_and_games_are_counted() {
        let contest = |names: &[&str]| Contest {
            heuristics: named(names),
            pairs: 6,
            nodes: 300,
            opening: 2,
            seed: 1,
            limits: Limits::none(),
        };
        let game = Record::new("5x5x4".parse().unwrap());
        let results = contest(&["chua", "chua"]).run(&game, |_| {});
        assert_eq!((results[0].score, results[0].games.iter().sum::<u32>()), (0.5, 12), "{results:?}");
        let three = contest(&["chua", "shevchenko", "mrrobot"]).run(&game, |_| {});
        assert_eq!(three.len(), 3, "every two meet");
    }
}
