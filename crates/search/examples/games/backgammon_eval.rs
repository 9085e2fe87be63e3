//! Two heuristics for backgammon: the race alone, and the race with what a player looks at besides.

use filetto_search::{Evaluator, Game, Limits, Rng, Score, Star1, Stochastic};

use crate::backgammon::{Backgammon, Men, Play, Position};
use crate::tally::Tally;

/// Who has fewer pips to go is ahead: ten pips are worth a third of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PipCount;

fn race(position: &Position) -> f64 {
    f64::from(position.pips(1 - position.turn) - position.pips(position.turn)) / 30.0
}

fn score(value: f64) -> Score {
    Score::new((1000.0 * value.tanh()).round() as i32)
}

impl Evaluator<Backgammon> for PipCount {
    fn evaluate(&mut self, game: &Backgammon, _: Option<Play>) -> Score {
        score(race(game.now()))
    }
}

/// The race, blots by how many rolls hit them, made points (in the home board most), walls in a row, men on the bar.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Structure;

impl Evaluator<Backgammon> for Structure {
    fn evaluate(&mut self, game: &Backgammon, _: Option<Play>) -> Score {
        let position = game.now();
        let (mine, theirs) = position.sides();
        let contact = rearmost(mine) + rearmost(theirs) > 25;
        let shape = if contact { shape(mine, theirs) - shape(theirs, mine) } else { 0.0 };
        score(race(position) + shape)
    }
}

fn rearmost(men: &Men) -> usize {
    men.iter().rposition(|&men| men > 0).unwrap_or(0)
}

/// The share of 36 rolls with which a man `distance` pips away hits, blocks left out.
const HITS: [f64; 25] = [
    0.0, 11.0, 12.0, 14.0, 15.0, 15.0, 17.0, 6.0, 6.0, 5.0, 3.0, 2.0, 3.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0,
    0.0, 0.0, 1.0,
];

/// What the places of `own` men are worth, in the units of [`race`].
fn shape(own: &Men, other: &Men) -> f64 {
    let mut worth = -0.25 * f64::from(own[25]);
    let mut wall = 0;
    for (point, &men) in own.iter().enumerate().take(25).skip(1) {
        wall = if men > 1 { wall + 1 } else { 0 };
        if men > 1 {
            worth += if point <= 6 { 0.09 } else { 0.04 } + 0.03 * f64::from(wall);
        }
        if men == 1 {
            // The other's man on its point q stands on 25 - q here and hits downwards in its own count.
            let nearest = (1..=24).filter(|&distance| own_view(other, point, distance) > 0);
            let risk = nearest.map(|distance| HITS[distance] / 36.0).fold(0.0, f64::max);
            // A hit costs what the man has come: little far behind, much near home.
            worth -= risk * (25 - point) as f64 / 20.0;
        }
    }
    worth
}

/// The other's men that have `distance` pips to go to the point that `own` calls `point`.
fn own_view(other: &Men, point: usize, distance: usize) -> u8 {
    other.get(25 - point + distance).copied().unwrap_or(0)
}

/// What `first` wins a game against `second`, both looking `depth` plies ahead; each pair of games has the same dice with
/// the sides changed.
pub(crate) fn compare<A: Evaluator<Backgammon>, B: Evaluator<Backgammon>>(
    (first, first_depth): (&mut A, u32),
    (second, second_depth): (&mut B, u32),
    pairs: u64,
) -> (Tally, Tally) {
    let (mut points, mut wins) = (Tally::default(), Tally::default());
    for seed in 0..pairs {
        let (mut sum, mut won) = (0.0, 0.0);
        for side in 0..2 {
            let (mut game, mut rng) = (Backgammon::new(), Rng::new(seed));
            let result = loop {
                let firsts_turn = game.now().turn == side;
                if let Some(payoff) = game.payoff() {
                    break if firsts_turn { payoff } else { -payoff };
                }
                let (high, low) = (rng.below(6) as u8 + 1, rng.below(6) as u8 + 1);
                game.play(Play::Roll(high.max(low), high.min(low)));
                let deep = |depth| Limits::none().depth(depth);
                let found = if firsts_turn {
                    Star1::new().run(&mut game, first, &deep(first_depth))
                } else {
                    Star1::new().run(&mut game, second, &deep(second_depth))
                };
                let Some(best) = found.report.best else { break 0.0 };
                game.play(best);
            };
            sum += result;
            won += f64::from(result > 0.0);
        }
        points.add(sum / 2.0);
        wins.add(won / 2.0);
    }
    (points, wins)
}
