//! A position against an opponent who plays anywhere: the game in which chance answers, for expectiminimax and Star1.
//!
//! What wins against best play is not always what wins against whoever does not look. A roll puts the opponent's stone and does not
//! change whose turn it is (see [`Stochastic`]); the opponent then passes. So a stone of either side is a ply, as elsewhere.

use filetto_rules::{Cell, Word};
use filetto_search::{
    Evaluator, Expectation, Expectiminimax, Game, Key, Limits, MoveList, Outcome, Report, Score, Star1, Stochastic,
    worth,
};

use super::SCALE;
use crate::Position;

/// What happens in a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ply {
    /// The player's stone, or the opponent's, which was rolled.
    Stone(Cell),
    /// The opponent's turn ends, after this stone.
    Pass(Cell),
}

impl Ply {
    /// The stone that is put.
    fn put(self) -> Option<Cell> {
        match self {
            Ply::Stone(cell) => Some(cell),
            Ply::Pass(_) => None,
        }
    }
}

/// The three parts of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The player chooses.
    Choice,
    /// The opponent's stone is rolled.
    Roll,
    /// It lies here; the turn ends.
    Rolled(Cell),
}

struct Careless<'a, W> {
    position: &'a mut Position<W>,
    phase: Phase,
}

impl<W: Word> Game for Careless<'_, W> {
    type Move = Ply;

    fn moves(&self, list: &mut MoveList<Ply>) {
        match self.phase {
            Phase::Rolled(cell) => list.push(Ply::Pass(cell)),
            _ => self.position.legal().for_each(|cell| list.push(Ply::Stone(cell))),
        }
    }

    fn play(&mut self, ply: Ply) {
        self.phase = match (ply, self.phase) {
            (Ply::Pass(_), _) => Phase::Choice,
            (Ply::Stone(_), Phase::Choice) => Phase::Roll,
            (Ply::Stone(cell), _) => Phase::Rolled(cell),
        };
        ply.put().into_iter().for_each(|cell| self.position.play(cell));
    }

    fn undo(&mut self, ply: Ply) {
        self.phase = match (ply, self.phase) {
            (Ply::Pass(cell), _) => Phase::Rolled(cell),
            (Ply::Stone(_), Phase::Roll) => Phase::Choice,
            (Ply::Stone(_), _) => Phase::Roll,
        };
        ply.put().into_iter().for_each(|cell| self.position.undo(cell));
    }

    fn outcome(&self) -> Option<Outcome> {
        let outcome = self.position.outcome()?;
        // The board's turn has moved on with the rolled stone, the game's has not.
        Some(match (outcome, self.phase) {
            (Outcome::Win, Phase::Rolled(_)) => Outcome::Loss,
            (Outcome::Loss, Phase::Rolled(_)) => Outcome::Win,
            _ => outcome,
        })
    }

    fn key(&self) -> Key {
        Key(self.position.key().0 ^ u64::from(matches!(self.phase, Phase::Rolled(_))))
    }

    fn index(&self, ply: Ply) -> usize {
        match ply {
            Ply::Stone(cell) | Ply::Pass(cell) => self.position.index(cell),
        }
    }

    fn indices(&self) -> usize {
        self.position.indices()
    }
}

impl<W: Word> Stochastic for Careless<'_, W> {
    fn rolls(&self, rolls: &mut Vec<(Ply, f64)>) {
        if self.phase == Phase::Roll {
            let share = 1.0 / self.position.legal().count() as f64;
            rolls.extend(self.position.legal().map(|cell| (Ply::Stone(cell), share)));
        }
    }
}

/// A heuristic, told in thousandths of a win.
struct Shares<'e, E>(&'e mut E);

impl<W: Word, E: Evaluator<Position<W>>> Evaluator<Careless<'_, W>> for Shares<'_, E> {
    fn evaluate(&mut self, game: &Careless<'_, W>, last: Option<Ply>) -> Score {
        let cell = last.map(|(Ply::Stone(cell) | Ply::Pass(cell))| cell);
        Score::new((1000.0 * worth(self.0.evaluate(game.position, cell), SCALE)).round() as i32)
    }

    fn start(&mut self, game: &Careless<'_, W>) {
        self.0.start(game.position);
    }

    fn playing(&mut self, game: &Careless<'_, W>, ply: Ply) {
        ply.put().into_iter().for_each(|cell| self.0.playing(game.position, cell));
    }

    fn played(&mut self, game: &Careless<'_, W>, ply: Ply) {
        ply.put().into_iter().for_each(|cell| self.0.played(game.position, cell));
    }

    fn undone(&mut self, game: &Careless<'_, W>, ply: Ply) {
        ply.put().into_iter().for_each(|cell| self.0.undone(game.position, cell));
    }
}

/// The best move against an opponent who plays anywhere; by Star1 with `cuts`.
pub(super) fn search<W: Word, E: Evaluator<Position<W>>>(
    position: &mut Position<W>,
    heuristic: &mut E,
    limits: &Limits,
    cuts: bool,
) -> Report<Cell> {
    let mut game = Careless { position, phase: Phase::Choice };
    let mut shares = Shares(heuristic);
    let Expectation { report, .. } = match cuts {
        true => Star1::new().run(&mut game, &mut shares, limits),
        false => Expectiminimax.run(&mut game, &mut shares, limits),
    };
    let Report { score, bound, best, line, solved, stopped, stats } = report;
    let line = line.into_iter().filter_map(Ply::put).collect();
    Report { score, bound, best: best.and_then(Ply::put), line, solved, stopped, stats }
}

#[cfg(test)]
mod tests {
    use filetto_rules::{Game as Record, read_moves};
    use filetto_search::Blind;

    use super::*;

    /// The share of games won minus the share lost when this side plays best and the other anywhere, by brute force.
    fn mean(position: &mut Position<u32>, mine: bool) -> f64 {
        match position.outcome() {
            Some(Outcome::Draw) => return 0.0,
            // Whoever is to move has lost.
            Some(_) => return if mine { -1.0 } else { 1.0 },
            None => {}
        }
        let cells: Vec<Cell> = position.legal().collect();
        let mut value = |cell| {
            position.play(cell);
            let value = mean(position, !mine);
            position.undo(cell);
            value
        };
        let values: Vec<f64> = cells.iter().map(|&cell| value(cell)).collect();
        match mine {
            true => values.into_iter().fold(f64::NEG_INFINITY, f64::max),
            false => values.iter().sum::<f64>() / values.len() as f64,
        }
    }

    #[test]
    fn both_find_the_mean_that_brute_force_finds() {
        for (rules, moves) in [("3x3x3", ""), ("3x3x3", "a1 b2"), ("3x3x3", "b2 a2 a3"), ("3x4x3g", "1 2")] {
            let mut game = Record::new(rules.parse().unwrap());
            for cell in read_moves(&game, moves, None).unwrap().moves {
                game.play(cell).unwrap();
            }
            let mut position: Position<u32> = Position::of(&game).unwrap();
            let expected = (1000.0 * mean(&mut position, true)).round() as i32;
            let all = search(&mut position, &mut Blind, &Limits::none(), false);
            let cut = search(&mut position, &mut Blind, &Limits::none(), true);
            assert_eq!((all.score.raw(), all.solved), (expected, true), "{rules} {moves}");
            assert_eq!((cut.score, cut.best), (all.score, all.best), "{rules} {moves}");
            assert!(cut.stats.nodes < all.stats.nodes, "{rules} {moves}");
        }
    }
}
