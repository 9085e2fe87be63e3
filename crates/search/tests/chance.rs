//! Star1 gives expectiminimax's value for fewer nodes, and expectiminimax is the mean that one adds up by hand.

mod common;

use common::Opinion;
use common::dice::Dice;
use filetto_search::*;

/// The definition, over cloned positions, sharing nothing with the searches but the rules.
fn by_hand(game: &Dice, depth: u32) -> f64 {
    if let Some(payoff) = game.payoff() {
        return payoff;
    }
    if depth == 0 {
        return f64::from(common::opinion(game).raw()) / 1000.0;
    }
    let child = |mv| {
        let mut child = game.clone();
        child.play(mv);
        child
    };
    let mut rolls = Vec::new();
    game.rolls(&mut rolls);
    if !rolls.is_empty() {
        return rolls.iter().map(|&(roll, probability)| probability * by_hand(&child(roll), depth)).sum();
    }
    let mut list = MoveList::new();
    game.moves(&mut list);
    list.iter(list.since(0)).map(|mv| -by_hand(&child(mv), depth - 1)).fold(f64::NEG_INFINITY, f64::max)
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn star1_agrees_with_expectiminimax_on_random_trees_with_dice() {
    let mut rng = Rng::new(24);
    let (mut full, mut cut, mut chosen) = (0, 0, 0);
    for tree in 0..4000 {
        let game = Dice::random(&mut rng);
        let depth = if tree % 3 == 0 { u32::MAX } else { 1 + rng.below(5) as u32 };
        let limits = Limits::none().depth(depth);
        let (mut walked, mut opinion) = (game.clone(), Opinion::default());
        let slow = Expectiminimax.run(&mut walked, &mut opinion, &limits);
        let truth = by_hand(&game, depth);
        assert!(near(slow.value, truth), "tree {tree}: {} instead of {truth}", slow.value);
        let reversed = Star1::new().order(RankBy(|_: &Dice, mv| i32::from(mv))).run(&mut walked, &mut opinion, &limits);
        let fast = Star1::new().run(&mut walked, &mut opinion, &limits);
        assert_eq!(walked.key(), game.key(), "the position is given back as it was");
        for (name, found) in [("star1", &fast), ("star1 reversed", &reversed)] {
            assert!(near(found.value, truth), "{name} on tree {tree}: {} instead of {truth}", found.value);
            assert!(found.report.stats.nodes <= slow.report.stats.nodes);
            assert_eq!(found.report.best.is_none(), slow.report.best.is_none());
            if let Some(best) = found.report.best {
                let mut child = game.clone();
                child.play(best);
                assert!(near(-by_hand(&child, depth - 1), truth), "{name}: the best move keeps the value");
                chosen += 1;
            }
        }
        assert_eq!(slow.report.solved, slow.report.stats.evaluations == 0);
        full += slow.report.stats.nodes;
        cut += fast.report.stats.nodes;
    }
    assert!(chosen > 2000, "most roots are a player's");
    assert!(cut * 10 < full * 9, "cuts save nodes: {cut} of {full}");
}

#[test]
fn a_search_of_dice_stops_at_its_limit_and_gives_a_move() {
    let mut rng = Rng::new(3);
    let mut stopped = 0;
    for _ in 0..200 {
        let mut game = Dice::random(&mut rng);
        let key = game.key();
        let found = Star1::new().run(&mut game, &mut Opinion::default(), &Limits::none().nodes(5));
        assert!(game.key() == key && found.report.stats.nodes <= 5);
        let mut rolls = Vec::new();
        game.rolls(&mut rolls);
        assert_eq!(found.report.best.is_some(), rolls.is_empty());
        stopped += u32::from(found.report.stopped == Some(Stopped::Nodes));
    }
    assert!(stopped > 100);
}
