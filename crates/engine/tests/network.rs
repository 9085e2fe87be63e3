//! The sums of a network are kept while a game is played and taken back: here they are held against sums made afresh, and against a slow twin that
//! does the arithmetic by the book.

use filetto_engine::champion::Level;
use filetto_engine::champion::parts::{
    CODES, Evaluation, HEAD_UNIT, LineEvaluation, Network, NetworkEvaluation, ROW_UNIT, Sums, WIDTH, seen,
};
use filetto_engine::knowledge::{Field, Id, Weights};
use filetto_rules::{Rng, Rules};

/// A network by lot, as large as numbers may be.
fn random_network(rng: &mut Rng) -> Network {
    let mut network = Network::silent();
    let mut number = |most: i16| (rng.below(2 * most as usize + 1) as i32 - i32::from(most)) as i16;
    for row in &mut network.rows[1..CODES] {
        row.0.as_flattened_mut().iter_mut().for_each(|weight| *weight = number(255));
    }
    for weights in network.hidden.iter_mut().chain([&mut network.direct]) {
        weights.as_flattened_mut().iter_mut().for_each(|weight| *weight = number(4095));
    }
    network.out.iter_mut().for_each(|weight| *weight = number(4095));
    network.biases.iter_mut().for_each(|bias| *bias = i32::from(number(30_000)) * 100);
    network
}

/// What the network says, cell by cell and with room for every number.
fn slowly(network: &Network, field: &Field) -> i64 {
    let mut sums = [[0i64; WIDTH]; 2];
    for [mine, theirs] in seen(field) {
        for (side, [own, other]) in [[mine, theirs], [theirs, mine]].into_iter().enumerate() {
            for (i, sum) in sums[side].iter_mut().enumerate() {
                let [own, other] = [own, other].map(|code| network.rows[usize::from(code)].0);
                *sum += i64::from(own[0][i] + other[1][i]).max(0);
            }
        }
    }
    let input: Vec<i64> = sums.iter().flatten().map(|sum| *sum.min(&4095)).collect();
    let product = |weights: &[i16]| -> i64 { weights.iter().zip(&input).map(|(w, x)| i64::from(*w) * x).sum() };
    let mut worth = i64::from(network.bias) + product(network.direct.as_flattened());
    for ((weights, bias), out) in network.hidden.iter().zip(network.biases).zip(network.out) {
        let unit = (i64::from(bias) + product(weights.as_flattened())) / i64::from(HEAD_UNIT);
        worth += i64::from(out) * unit.clamp(0, 4095);
    }
    worth * 1000 / i64::from(ROW_UNIT * HEAD_UNIT)
}

/// An empty cell not far from the last one.
fn some_cell(field: &Field, rng: &mut Rng) -> Option<Id> {
    let mut near = Vec::new();
    field.near(|id| near.push(id));
    if near.is_empty() { Some(field.rules().cells() as Id / 2) } else { rng.pick(&near).copied() }
}

#[test]
fn kept_sums_are_those_of_the_position_however_it_was_reached() {
    for text in ["15x15x5", "20x20x5", "10x10x5", "9x9x5e", "6x6x4", "12x12x6"] {
        let rules: Rules = text.parse().unwrap();
        let mut rng = Rng::new(7);
        for _ in 0..4 {
            let network = random_network(&mut rng);
            let mut field = Field::new(rules);
            let mut sums = Sums::of(&field, &network);
            for _ in 0..150 {
                // Runs of moves and of undone ones, with estimates asked for in between or not.
                for _ in 0..rng.below(6) {
                    if rng.below(5) < 3 && !field.is_won() && !field.is_full() {
                        let Some(id) = some_cell(&field, &mut rng) else { break };
                        field.play(id);
                    } else if field.moves() > 0 {
                        field.undo();
                        sums.undo(&field);
                    }
                    if rng.below(2) == 0 {
                        sums.judge(&field);
                    }
                }
                assert!(sums.agrees_with(&field), "{text}");
                assert_eq!(i64::from(sums.judge(&field)), slowly(&network, &field), "{text}");
            }
        }
    }
}

#[test]
fn a_network_starts_in_the_middle_of_a_game_and_may_go_back_behind_it() {
    let mut rng = Rng::new(3);
    let network = random_network(&mut rng);
    let mut field = Field::new("15x15x5".parse().unwrap());
    (0..12).for_each(|_| field.play(some_cell(&field, &mut rng).unwrap()));
    let mut sums = Sums::of(&field, &network);
    for _ in 0..8 {
        field.undo();
        sums.undo(&field);
        assert!(sums.agrees_with(&field));
    }
}

#[test]
fn a_silent_network_and_a_sure_estimate_change_nothing() {
    let mut rng = Rng::new(5);
    let (silent, loud) = (Network::silent(), random_network(&mut rng));
    let rules: Rules = "15x15x5".parse().unwrap();
    let weights = Weights::of(rules);
    let mut field = Field::new(rules);
    for _ in 0..30 {
        field.play(some_cell(&field, &mut rng).unwrap());
        let alone = LineEvaluation::of(&field, weights).evaluate(&field);
        let with = |network, most| NetworkEvaluation::of(&field, weights, Some(network), most).evaluate(&field);
        assert_eq!(with(&silent, i32::MAX), alone);
        let added = Sums::of(&field, &loud).judge(&field) * weights.sure / 1000;
        assert_eq!(with(&loud, 100), if alone.abs() > 100 { alone } else { alone + added });
    }
}

#[test]
fn levels_keep_the_estimate_that_they_were_measured_with() {
    for number in Level::LOWEST..Level::HIGHEST {
        assert!(!Level::numbered(number).unwrap().network, "level {number}");
    }
}
