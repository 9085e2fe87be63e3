//! The champion's tactics against exhaustive search: no win is claimed that is not one.

use std::collections::HashMap;

use filetto_engine::champion::parts::{Obligation, Proof, Vcf, Vct, defences, obligation};
use filetto_engine::knowledge::{Field, Grade, Id};
use filetto_rules::{Board, Game, Outcome, Rng, Rules, Side};
use filetto_search::{Limits, Meter};

/// Plain search to a fixed depth: whether the side to move completes a row within so many plies, whatever the other does.
struct Plain(HashMap<(u64, u32), bool>);

impl Plain {
    fn wins(&mut self, field: &mut Field, plies: u32) -> bool {
        if plies == 0 || field.is_full() {
            return false;
        }
        if let Some(&known) = self.0.get(&(field.key(), plies)) {
            return known;
        }
        let won = moves(field).into_iter().any(|id| {
            field.play(id);
            let won = field.is_won() || plies > 2 && self.loses(field, plies - 1);
            field.undo();
            won
        });
        self.0.insert((field.key(), plies), won);
        won
    }

    fn loses(&mut self, field: &mut Field, plies: u32) -> bool {
        !field.is_full()
            && moves(field).into_iter().all(|id| {
                field.play(id);
                let lost = !field.is_won() && self.wins(field, plies - 1);
                field.undo();
                lost
            })
    }
}

fn moves(field: &Field) -> Vec<Id> {
    (0..field.rules().cells() as Id).filter(|&id| field.get(id).is_none() && field.is_playable(id)).collect()
}

/// A random position that is not over.
fn position(rules: Rules, rng: &mut Rng) -> Game {
    loop {
        let mut game = Game::new(rules);
        for _ in 0..2 + rng.below(rules.cells() * 2 / 3) {
            let legal = game.board().legal_moves();
            if let Some(&cell) = rng.pick(&legal) {
                game.play(cell).unwrap();
            }
        }
        if game.outcome() == Outcome::Ongoing {
            return game;
        }
    }
}

const BOARDS: [&str; 11] =
    ["3x3x3", "3x5x3", "4x4x3", "4x4x4", "4x5x4", "5x5x4", "5x5x5", "4x6x5", "4x5x3g", "5x5x4g", "4x6x4g"];
const EXACT: [&str; 11] =
    ["2x6x3e", "3x5x3e", "4x4x3e", "5x5x3e", "4x5x4e", "5x5x4e", "2x7x4e", "4x6x5e", "4x5x3ge", "5x5x4ge", "4x6x4ge"];

/// How many claims of each kind were held against plain search: wins, wins in more than one ply, lost, forced, defend.
#[derive(Debug, Default)]
struct Held {
    wins: usize,
    mates: usize,
    others: [usize; 3],
}

impl Held {
    /// Whatever the position is said to force is true.
    fn hold(&mut self, field: &mut Field, plain: &mut Plain) {
        let rules = field.rules();
        match obligation(field) {
            Obligation::Wins(_, plies) => {
                self.wins += 1;
                self.mates += usize::from(plies > 1);
                assert!(plain.wins(field, plies), "a win in {plies} on {rules}");
                assert!(plies <= 2 || !plain.wins(field, plies - 2), "no sooner on {rules}");
            }
            Obligation::Lost(_) => {
                self.others[0] += 1;
                assert!(plain.loses(field, 2), "lost in two on {rules}");
            }
            Obligation::Forced(forced) => {
                self.others[1] += 1;
                for id in moves(field).into_iter().filter(|&id| id != forced) {
                    field.play(id);
                    assert!(plain.wins(field, 1), "another move loses at once on {rules}");
                    field.undo();
                }
            }
            Obligation::Defend => {
                self.others[2] += 1;
                let mut answers = Vec::new();
                defences(field, &mut vec![0; rules.cells()], |id| answers.push(id));
                for id in moves(field).into_iter().filter(|id| !answers.contains(id)) {
                    field.play(id);
                    assert!(plain.wins(field, 3), "a move that does not answer loses on {rules}");
                    field.undo();
                }
            }
            Obligation::Free => {}
        }
    }

    fn is_varied(&self, least: usize) -> bool {
        self.mates > least && self.others.iter().all(|&n| n > least)
    }
}

#[test]
fn what_a_position_forces_is_true() {
    forces(BOARDS);
}

#[test]
fn what_a_position_forces_is_true_where_exactly_k_win() {
    forces(EXACT);
}

fn forces(boards: [&str; 11]) {
    let mut held = Held::default();
    for text in boards {
        let rules: Rules = text.parse().unwrap();
        let mut rng = Rng::new(7);
        let mut plain = Plain(HashMap::new());
        for _ in 0..300 {
            held.hold(&mut Field::of(&position(rules, &mut rng)), &mut plain);
        }
    }
    assert!(held.wins > 200 && held.is_varied(20), "the positions are varied: {held:?}");
}

/// A crowded position of long rows: random stones, two lines that nearly belong to one side, and a few empty cells more. None if a
/// row is complete.
fn crowded(rules: Rules, rng: &mut Rng) -> Option<Field> {
    let (rows, cols, k) = (rules.rows(), rules.cols(), rules.k());
    let mut stones: Vec<Option<Side>> =
        (0..rules.cells()).map(|_| rng.pick(&[Side::First, Side::Second]).copied()).collect();
    for _ in 0..2 {
        let side = *rng.pick(&[Side::First, Side::Second])?;
        let (down, right) = *rng.pick(&[(0, 1), (1, 0), (1, 1), (1, -1)])?;
        let (row, col) = (rng.below(rows) as isize, rng.below(cols) as isize);
        let line: Vec<usize> = (0..(k + rng.below(2)) as isize)
            .map(|i| (row + i * down, col + i * right))
            .filter(|&(row, col)| (0..rows as isize).contains(&row) && (0..cols as isize).contains(&col))
            .map(|(row, col)| row as usize * cols + col as usize)
            .collect();
        line.iter().for_each(|&cell| stones[cell] = Some(side));
        (0..2 + rng.below(2)).for_each(|_| stones[line[rng.below(line.len())]] = None);
    }
    (0..4).for_each(|_| stones[rng.below(rules.cells())] = None);
    let mut field = Field::new(rules);
    for (cell, side) in stones.into_iter().enumerate().filter_map(|(cell, side)| Some((cell, side?))) {
        if field.to_move() != side {
            field.pass();
        }
        field.play(field.id((cell / cols, cell % cols)));
        if field.is_won() {
            return None;
        }
    }
    if rng.below(2) == 0 {
        field.pass();
    }
    Some(field)
}

#[test]
fn what_long_rows_force_is_true() {
    for text in ["7x7x6", "8x8x7", "9x9x8", "10x10x9", "7x7x5e", "8x8x6e", "9x9x7e", "10x10x8e"] {
        let rules: Rules = text.parse().unwrap();
        let mut rng = Rng::new(17);
        let mut held = Held::default();
        for _ in 0..8000 {
            if let Some(mut field) = crowded(rules, &mut rng) {
                held.hold(&mut field, &mut Plain(HashMap::new()));
            }
        }
        assert!(held.is_varied(10), "the positions of {text} are varied: {held:?}");
    }
}

#[test]
fn every_chain_of_threats_is_a_win() {
    chains(BOARDS);
}

#[test]
fn every_chain_of_threats_is_a_win_where_exactly_k_win() {
    chains(EXACT);
}

fn chains(boards: [&str; 11]) {
    let (mut by_fours, mut by_threes, mut elsewhere) = (0, 0, 0);
    for text in boards {
        let rules: Rules = text.parse().unwrap();
        let mut rng = Rng::new(11);
        let mut plain = Plain(HashMap::new());
        let mut meter = Meter::new(&Limits::none());
        for _ in 0..250 {
            let mut field = Field::of(&position(rules, &mut rng));
            let before = field.clone();
            if let Some(plies) = Vcf::default().run(&mut field, 8, 10_000, &mut meter).unwrap() {
                by_fours += usize::from(plies > 3);
                assert!(plies > 7 || plain.wins(&mut field, plies), "K-1 moves win in {plies} on {text}");
            }
            if let Some(Proof { line, plies, zone }) = Vct::default().run(&mut field, 4, 10_000, &mut meter).unwrap()
                && plies <= 7
            {
                by_threes += usize::from(plies > 5);
                field.play(line[0]);
                assert!(field.is_won() || plain.loses(&mut field, plies - 1), "threats win in {plies} on {text}");
                field.undo();
                assert!(line.len() <= plies as usize && line.iter().all(|id| zone.contains(id)));
                // The defender gets a stone for nothing where the win did not rely on.
                for id in moves(&field).into_iter().filter(|id| !zone.contains(id)) {
                    elsewhere += 1;
                    field.pass();
                    field.play(id);
                    assert!(plain.wins(&mut field, plies), "a stone on {id} does not matter on {text}");
                    field.undo();
                    field.pass();
                }
            }
            assert!(field.agrees_with(&before), "the position is left as it was");
        }
    }
    assert!(by_fours > 20 && by_threes > 5, "long chains were among them: {by_fours} {by_threes}");
    assert!(elsewhere > 500, "many stones were put elsewhere: {elsewhere}");
}

#[test]
fn a_chain_survives_a_stone_outside_the_cells_it_relied_on() {
    let mut meter = Meter::new(&Limits::none());
    let mut tried = 0;
    for (text, games) in [("7x7x4", 60), ("9x9x5", 120), ("15x15x5", 30), ("7x7x4e", 60), ("9x9x5e", 60)] {
        let rules: Rules = text.parse().unwrap();
        let mut rng = Rng::new(5);
        for _ in 0..games {
            let game = position(rules, &mut rng);
            let mut field = Field::of(&game);
            let mut vcf = Vcf::default();
            let Some(plies) = vcf.run(&mut field, 8, 10_000, &mut meter).unwrap() else { continue };
            let proof = vcf.proof(&mut field, plies);
            assert!(proof.line.iter().all(|id| proof.zone.contains(id)));
            for id in moves(&field).into_iter().filter(|id| !proof.zone.contains(id)) {
                // The defender gets a stone for nothing; the same moves still win.
                field.pass();
                field.play(id);
                for (i, &id) in proof.line.iter().enumerate() {
                    let side = field.to_move();
                    let answers: Vec<Id> = field.wins(side.other()).iter().map(|place| field.id(place)).collect();
                    if i % 2 == 0 {
                        let wins = field.grade(id, side) == Grade::Win;
                        assert!(
                            wins || answers.is_empty() || answers == [id],
                            "no threat is left unanswered on {text}"
                        );
                    } else {
                        assert!(field.wins(side).is_empty() && answers.contains(&id), "the answer is forced on {text}");
                    }
                    field.play(id);
                }
                assert!(field.is_won() || field.wins(game.to_move()).len() > 1, "the row is completed on {text}");
                proof.line.iter().for_each(|_| field.undo());
                field.undo();
                field.pass();
                tried += 1;
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

#[test]
fn threats_win_on_large_boards_whatever_stone_is_put_elsewhere() {
    let mut meter = Meter::new(&Limits::none());
    let (mut tried, mut long) = (0, 0);
    for (text, games) in [("7x7x4", 60), ("9x9x5", 200), ("15x15x5", 40), ("12x12x6", 60), ("9x9x5e", 60)] {
        let rules: Rules = text.parse().unwrap();
        let mut rng = Rng::new(13);
        for _ in 0..games {
            let mut field = Field::of(&position(rules, &mut rng));
            let Some(proof) = Vct::default().run(&mut field, 5, 20_000, &mut meter).unwrap() else { continue };
            long += usize::from(proof.plies > 5);
            let free: Vec<Id> = moves(&field).into_iter().filter(|id| !proof.zone.contains(id)).collect();
            for &id in free.iter().step_by(1 + free.len() / 8) {
                field.pass();
                field.play(id);
                let still = Vct::default().run(&mut field, 8, 200_000, &mut meter).unwrap();
                assert!(still.is_some(), "a stone on {} does not matter on {text}", field.cell(id));
                field.undo();
                field.pass();
                tried += 1;
            }
        }
    }
    assert!(tried > 300 && long > 20, "{tried} stones, {long} long chains");
}
