//! The field against a slow twin that classifies every cell from scratch, by the recursive definition and by walking.

use filetto_engine::knowledge::{Class, Field, Grade, Weights, class, grade_of};
use filetto_rules::{Board, Cell, Direction, Game, Rng, Rules, Side, WinRule};

/// What a stone of this side on this cell makes of its line, by the definition: up to K cells each way, walls are blocks.
fn classify(game: &Game, cell: Cell, side: Side, direction: Direction) -> Class {
    let k = game.rules().k() as i32;
    let at = |n: i32| match cell.step(direction, n).filter(|&c| game.rules().contains(c)) {
        Some(cell) => game.board().get(cell).map_or('.', |stone| if stone == side { 'x' } else { 'o' }),
        None => 'o',
    };
    let mut line: Vec<char> = (-k..=k).map(|n| if n == 0 { 'x' } else { at(n) }).collect();
    judge(&mut line, game.rules())
}

/// Where the rows begin that the middle stone of a line can still be part of.
fn rows(line: &[char], rules: Rules) -> Vec<usize> {
    let k = rules.k();
    let ends = |i: usize| line[i - 1] != 'x' && line[i + k] != 'x';
    (1..=k).filter(|&i| !line[i..i + k].contains(&'o') && (rules.win_rule() == WinRule::AtLeast || ends(i))).collect()
}

/// The class of a line whose middle stone has been placed.
fn judge(line: &mut [char], rules: Rules) -> Class {
    let lack = |i: usize| line[i..i + rules.k()].iter().filter(|c| **c == '.').count();
    let Some(least) = rows(line, rules).into_iter().map(lack).min() else { return class::DEAD };
    match least {
        0 => return class::WIN,
        // The recursion below would take too long; only whether it is open must be found out, by pairs of windows.
        4.. => return class::lacking(least, shares_all_but_one(line, rules, least)),
        _ => {}
    }
    let mut best = class::DEAD;
    let mut wins = 0;
    for i in 0..line.len() {
        if line[i] == '.' {
            line[i] = 'x';
            let after = judge(line, rules);
            line[i] = '.';
            wins += usize::from(after == class::WIN);
            best = best.max(after);
        }
    }
    match wins {
        0 => best - 2,
        1 => class::ONE,
        _ => class::OPEN_1,
    }
}

fn shares_all_but_one(line: &[char], rules: Rules, least: usize) -> bool {
    let lacking = |i: usize| (i..i + rules.k()).filter(|&n| line[n] == '.').collect::<Vec<_>>();
    let full: Vec<Vec<usize>> = rows(line, rules).into_iter().map(lacking).filter(|l| l.len() == least).collect();
    full.iter().any(|a| full.iter().any(|b| a.iter().filter(|n| b.contains(n)).count() == least - 1))
}

const FORCING: [Grade; 8] = [
    Grade::Open2,
    Grade::Open2More,
    Grade::DoubleOpen2,
    Grade::One,
    Grade::OneMore,
    Grade::OneOpen2,
    Grade::Mate,
    Grade::Win,
];

fn check(game: &Game, field: &Field) {
    let rules = game.rules();
    let (weights, mut worth) = (Weights::of(rules), [0; 2]);
    for side in Side::BOTH {
        let mut grades = [0; 16];
        let mut classes = [0; 16];
        for cell in rules.all_cells() {
            let id = field.shape().id(cell);
            let lines = match game.board().get(cell) {
                Some(_) => [0; 4],
                None => Direction::ALL.map(|direction| classify(game, cell, side, direction)),
            };
            let found: Vec<Class> = (0..4).map(|d| field.class(id, side, d)).collect();
            assert_eq!(found, lines, "{cell} for {side:?} on {rules} after {:?}", game.cells().collect::<Vec<_>>());
            let grade = grade_of(field.packed(id, side));
            grades[grade as usize] += 1;
            lines.iter().for_each(|&line| classes[usize::from(line)] += 1);
            let place = (cell.row(), cell.col());
            assert_eq!(field.wins(side).contains(place.0, place.1), grade == Grade::Win);
            assert_eq!(field.fours(side).contains(place.0, place.1), grade.is_four());
            assert_eq!(field.threes(side).contains(place.0, place.1), grade >= Grade::Open2 && !grade.is_four());
        }
        (grades[0], classes[0]) = (0, 0);
        assert_eq!((field.counts(side).grades, field.counts(side).classes), (grades, classes));
        for grade in FORCING {
            assert_eq!(i32::from(field.forcing(side, grade)), grades[grade as usize], "{grade:?}");
        }
        let role = if side == field.to_move() { &weights.mover } else { &weights.waiter };
        worth[side.index()] =
            classes.iter().chain(&grades).zip(role).map(|(count, weight)| count * weight).sum::<i32>();
    }
    let me = field.to_move().index();
    assert_eq!(field.estimate(), weights.tempo + worth[me] - worth[1 - me]);
}

/// Random walks forwards and backwards, in clusters so that long rows come about.
fn walk(text: &str, games: u64, moves: usize) {
    let rules: Rules = text.parse().unwrap();
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let (mut game, mut field) = (Game::new(rules), Field::new(rules));
        let fresh = field.clone();
        for _ in 0..moves {
            if rng.below(4) == 0 && game.undo().is_some() {
                field.undo();
            }
            let mut legal = game.board().legal_moves();
            let around = game.cells().last().unwrap_or(Cell::new(rules.rows() / 2, rules.cols() / 2));
            let far = |cell: &Cell| cell.row().abs_diff(around.row()).max(cell.col().abs_diff(around.col()));
            legal.sort_by_key(far);
            legal.truncate(12);
            let Some(&cell) = rng.pick(&legal) else { break };
            game.play(cell).unwrap();
            field.play(field.shape().id(cell));
            assert_eq!(field.is_won(), game.outcome().is_over() && !field.is_full() || field.is_won());
            if game.outcome().is_over() {
                break;
            }
        }
        check(&game, &field);
        assert_eq!(field.key(), Field::of(&game).key(), "the key does not depend on the way");
        assert!(field.agrees_with(&Field::of(&game)));
        while game.undo().is_some() {
            field.undo();
        }
        assert!(field.agrees_with(&fresh), "undo restores everything on {text}");
    }
}

#[test]
fn small_rows_agree_with_the_slow_twin() {
    for text in ["1x1x1", "2x3x2", "3x3x3", "4x5x3", "5x5x4", "7x6x4", "4x9x4", "3x9x5", "9x9x5"] {
        walk(text, 120, 30);
    }
}

#[test]
fn gravity_agrees_with_the_slow_twin() {
    for (text, games) in [("4x4x3g", 100), ("6x7x4g", 50), ("7x7x5g", 30), ("20x20x10g", 2)] {
        walk(text, games, 40);
    }
}

#[test]
fn large_boards_and_long_rows_agree_with_the_slow_twin() {
    let boards = [("15x15x5", 8), ("19x19x6", 3), ("12x15x7", 3), ("16x16x8", 2), ("30x18x9", 1), ("40x70x10", 1)];
    let longer = [("40x40x11", 1), ("50x50x12", 1), ("20x25x17", 1), ("40x128x30", 1)];
    for (text, games) in boards.into_iter().chain(longer) {
        walk(text, games, 60);
    }
}

#[test]
fn rows_of_exactly_k_agree_with_the_slow_twin() {
    let small = ["1x1x1e", "1x7x2e", "2x6x3e", "3x3x3e", "4x5x3e", "5x5x4e", "7x6x4e", "4x9x4e", "9x9x5e", "6x7x4ge"];
    let large = [("15x15x5e", 8), ("19x19x6e", 3), ("12x15x7e", 3), ("16x16x8e", 2), ("30x18x9e", 1)];
    let longer = [("40x40x15e", 1), ("40x40x16e", 1), ("20x25x17e", 1), ("40x128x30e", 1)];
    small.into_iter().for_each(|text| walk(text, 60, 40));
    large.into_iter().chain(longer).for_each(|(text, games)| walk(text, games, 80));
}
