//! The champion's tactics against exhaustive search: no win is claimed that is not one.

use std::collections::HashMap;

use filetto_engine::champion::{Duty, Vcf, Vct, defences, duty};
use filetto_engine::knowledge::{Field, Grade, Id};
use filetto_rules::{Board, Game, Outcome, Rng, Rules};
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

#[test]
fn what_a_position_forces_is_true() {
    let (mut claims, mut seen) = (0, [0; 4]);
    for text in BOARDS {
        let rules: Rules = text.parse().unwrap();
        let mut rng = Rng::new(7);
        let mut plain = Plain(HashMap::new());
        for _ in 0..300 {
            let mut field = Field::of(&position(rules, &mut rng));
            match duty(&field) {
                Duty::Wins(_, plies) => {
                    claims += 1;
                    seen[0] += usize::from(plies > 1);
                    assert!(plain.wins(&mut field, plies), "a win in {plies} on {text}");
                    assert!(plies <= 2 || !plain.wins(&mut field, plies - 2), "no sooner on {text}");
                }
                Duty::Lost(_) => {
                    seen[1] += 1;
                    assert!(plain.loses(&mut field, 2), "lost in two on {text}");
                }
                Duty::Forced(forced) => {
                    seen[2] += 1;
                    for id in moves(&field).into_iter().filter(|&id| id != forced) {
                        field.play(id);
                        assert!(plain.wins(&mut field, 1), "another move loses at once on {text}");
                        field.undo();
                    }
                }
                Duty::Defend => {
                    seen[3] += 1;
                    let mut answers = Vec::new();
                    defences(&field, &mut vec![0; rules.cells()], |id| answers.push(id));
                    for id in moves(&field).into_iter().filter(|id| !answers.contains(id)) {
                        field.play(id);
                        assert!(plain.wins(&mut field, 3), "a move that does not answer loses on {text}");
                        field.undo();
                    }
                }
                Duty::Free => {}
            }
        }
    }
    assert!(claims > 200 && seen.iter().all(|&n| n > 20), "the positions are varied: {claims} {seen:?}");
}

#[test]
fn every_chain_of_threats_is_a_win() {
    let (mut by_fours, mut by_threes) = (0, 0);
    for text in BOARDS {
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
            if let Some((id, plies)) = Vct::default().run(&mut field, 4, 10_000, &mut meter).unwrap()
                && plies <= 7
            {
                by_threes += usize::from(plies > 5);
                field.play(id);
                assert!(field.is_won() || plain.loses(&mut field, plies - 1), "threats win in {plies} on {text}");
                field.undo();
            }
            assert!(field.agrees_with(&before), "the position is left as it was");
        }
    }
    assert!(by_fours > 20 && by_threes > 5, "long chains were among them: {by_fours} {by_threes}");
}

#[test]
fn a_chain_survives_a_stone_outside_the_cells_it_relied_on() {
    let mut meter = Meter::new(&Limits::none());
    let mut tried = 0;
    for (text, games) in [("7x7x4", 60), ("9x9x5", 120), ("15x15x5", 30)] {
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
