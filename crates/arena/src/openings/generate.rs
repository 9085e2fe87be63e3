//! Openings made up: random moves near the centre, and the most nearly equal of several.

use std::time::Duration;

use filetto_engine::Player;
use filetto_rules::{Board, Cell, Game, Grid, Keyed, Rng, Rules};
use filetto_search::Budget;

use crate::seat::Factory;
use crate::spec::Builtin;

/// How many openings are looked at for one that is balanced.
const CANDIDATES: usize = 8;
/// In so many rounds no opening comes twice.
const ROUNDS: u32 = 256;
/// How hard the judge looks at each. Nodes first, so that the same seed gives the same opening on every machine.
const NODES: u64 = 20_000;
const PATIENCE: Duration = Duration::from_secs(2);

/// The random numbers of a round.
pub(super) fn source(rules: Rules, round: u32, seed: u64) -> Rng {
    let board = rules.to_string().bytes().fold(0u64, |sum, b| sum.wrapping_mul(257).wrapping_add(b.into()));
    let mut mixed = Rng::new(seed ^ board.rotate_left(32) ^ u64::from(round).wrapping_mul(0x9e37_79b9));
    Rng::new(mixed.next_u64())
}

/// Random moves of a round that no other round has, turned and mirrored neither: each opening belongs to one of so many rounds. Where
/// a board has too few openings for that, any; on large boards any too, since there are millions.
pub(super) fn of_round(rules: Rules, plies: usize, round: u32, rng: &mut Rng) -> Vec<Cell> {
    let few = rules.gravity() && rules.cols() < 16 || rules.cells() < 120;
    let tries = if few { 4 * ROUNDS } else { 0 };
    for _ in 0..tries {
        let opening = random(rules, plies, rng);
        if belongs_to(rules, &opening) == round % ROUNDS {
            return opening;
        }
    }
    random(rules, plies, rng)
}

/// The round of an opening: a hash of the position, the same for all its images.
fn belongs_to(rules: Rules, opening: &[Cell]) -> u32 {
    let Some(mut board) = Keyed::<Grid<u128>>::fitting(rules) else { return 0 };
    opening.iter().for_each(|cell| {
        let _ = board.play(*cell);
    });
    (Rng::new(board.canonical().key.0).next_u64() % u64::from(ROUNDS)) as u32
}

/// Random moves that leave the game open. A third of a small board at most is used up.
fn random(rules: Rules, plies: usize, rng: &mut Rng) -> Vec<Cell> {
    let plies = plies.min(rules.cells() / 3);
    // On a board where almost everything wins at once there may be no such opening: the empty board then.
    for _ in 0..100 {
        let mut game = Game::new(rules);
        for _ in 0..plies {
            let near: Vec<Cell> = game.board().legal_moves().into_iter().filter(|cell| central(rules, *cell)).collect();
            let all = game.board().legal_moves();
            if let Some(cell) = rng.pick(if near.is_empty() { &all } else { &near }) {
                let _ = game.play(*cell);
            }
        }
        if !game.outcome().is_over() {
            return game.cells().collect();
        }
    }
    Vec::new()
}

/// In the middle of the board, where stones can reach each other; with gravity only columns count.
fn central(rules: Rules, cell: Cell) -> bool {
    let near = |at: usize, side: usize| (2 * at + 1).abs_diff(side) <= (2 * rules.k()).max(5);
    near(cell.col(), rules.cols()) && (rules.gravity() || near(cell.row(), rules.rows()))
}

/// Of several random openings the one that the judge finds most nearly equal.
pub(super) fn balanced(
    rules: Rules,
    plies: usize,
    round: u32,
    seed: u64,
    judge: &Builtin,
    factory: &Factory,
) -> Vec<Cell> {
    let mut rng = source(rules, round, seed);
    let candidates: Vec<Vec<Cell>> = (0..CANDIDATES).map(|_| of_round(rules, plies, round, &mut rng)).collect();
    let Ok(mut judge) = factory(judge, rules, seed) else { return candidates.into_iter().next().unwrap_or_default() };
    let mut best: Option<(i32, &Vec<Cell>)> = None;
    for opening in &candidates {
        if let Some(unfair) = unfairness(rules, opening, judge.as_mut())
            && best.is_none_or(|(least, _)| unfair < least)
        {
            best = Some((unfair, opening));
        }
    }
    best.map(|(_, opening)| opening).or(candidates.first()).cloned().unwrap_or_default()
}

/// How far from equal the judge finds an opening; none if it has no opinion or finds it decided.
fn unfairness(rules: Rules, opening: &[Cell], judge: &mut dyn Player) -> Option<i32> {
    let mut game = Game::new(rules);
    for cell in opening {
        game.play(*cell).ok()?;
    }
    judge.new_game();
    let choice = judge.choose(&game, &Budget::none().nodes(NODES).time(PATIENCE), &mut |_| {})?;
    choice.score.filter(|score| !score.is_decisive()).map(|score| score.raw().abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use filetto_engine::{Choice, Info};
    use filetto_search::Score;

    /// Likes positions whose first stone is on the left.
    struct Leftist;

    impl Player for Leftist {
        fn choose(&mut self, game: &Game, _: &Budget, _: &mut dyn FnMut(&Info)) -> Option<Choice> {
            let cell = game.board().legal_moves()[0];
            let worth = game.cells().next().map_or(0, |cell| cell.col() as i32);
            Some(Choice { score: Some(Score::new(worth)), ..Choice::of(cell) })
        }
    }

    #[test]
    fn random_openings_are_open_games_and_the_same_for_the_same_seed() {
        for board in ["1x1x1", "2x2x2", "3x3x3", "6x7x4g", "15x15x5", "128x128x5"] {
            let rules: Rules = board.parse().unwrap();
            for round in 0..20 {
                let opening = random(rules, 6, &mut source(rules, round, 1));
                assert_eq!(opening, random(rules, 6, &mut source(rules, round, 1)));
                let mut game = Game::new(rules);
                opening.iter().for_each(|cell| assert!(!game.play(*cell).unwrap().is_over()));
            }
        }
        let of = |seed| random(Rules::GOMOKU, 6, &mut source(Rules::GOMOKU, 0, seed));
        assert_ne!(of(1), of(2));
    }

    #[test]
    fn no_opening_comes_twice_turned_and_mirrored_neither() {
        for (board, plies) in [("6x7x4g", 6), ("15x15x5", 4), ("7x7x4", 4)] {
            let rules: Rules = board.parse().unwrap();
            let mut seen = std::collections::HashSet::new();
            for round in 0..60 {
                let opening = of_round(rules, plies, round, &mut source(rules, round, 1));
                let mut keyed = Keyed::<Grid<u128>>::fitting(rules).unwrap();
                opening.iter().for_each(|cell| assert!(keyed.play(*cell).is_ok()));
                assert!(seen.insert(keyed.canonical().key), "{board} round {round}");
            }
        }
    }

    #[test]
    fn the_judge_chooses_the_most_nearly_equal_candidate() {
        let judge = Builtin { name: "leftist".to_owned(), options: Default::default() };
        let made = |_: &Builtin, _: Rules, _: u64| -> Result<Box<dyn Player>, String> { Ok(Box::new(Leftist)) };
        let chosen = balanced(Rules::GOMOKU, 4, 0, 1, &judge, &made);
        let mut rng = source(Rules::GOMOKU, 0, 1);
        let least = (0..CANDIDATES).map(|_| of_round(Rules::GOMOKU, 4, 0, &mut rng)[0].col()).min();
        assert_eq!(Some(chosen[0].col()), least);
        let unknown = |_: &Builtin, _: Rules, _: u64| -> Result<Box<dyn Player>, String> { Err("nobody".to_owned()) };
        assert_eq!(balanced(Rules::GOMOKU, 4, 0, 1, &judge, &unknown).len(), 4);
    }
}
