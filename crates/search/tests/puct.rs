//! Search led by a policy agrees with minimax and, without a policy, with plain MCTS.

mod common;

use common::rows::Rows;
use common::tree::Tree;
use filetto_search::*;

fn truth<G: Game + Clone>(game: &G) -> Score {
    Minimax.run(&mut game.clone(), &mut Blind, &Limits::none()).score
}

fn sign(score: Score) -> i32 {
    score.cmp(&Score::DRAW) as i32
}

/// Knows the value of every position and prefers no move.
struct Perfect;

impl<G: Game + Clone> PolicyValue<G> for Perfect {
    type Input = (f32, usize);

    fn input(&mut self, game: &G) -> (f32, usize) {
        (sign(truth(game)) as f32, game.indices())
    }

    fn evaluate(&mut self, inputs: &[(f32, usize)], verdicts: &mut Verdicts) {
        inputs.iter().for_each(|&(value, indices)| verdicts.push(value, &vec![0.0; indices]));
    }
}

/// Plays to the end at random and prefers no move: what `Mcts` does at a leaf.
struct Random(Rng);

impl<G: Game + Clone> PolicyValue<G> for Random {
    type Input = (f32, usize);

    fn input(&mut self, game: &G) -> (f32, usize) {
        let mut game = game.clone();
        let (mut list, mut sign) = (MoveList::new(), 1.0);
        while game.outcome().is_none() {
            let mv = game.random_move(&mut self.0, &mut list).expect("the game goes on");
            game.play(mv);
            sign = -sign;
        }
        let value = match game.outcome() {
            Some(Outcome::Win) => sign,
            Some(Outcome::Loss) => -sign,
            _ => 0.0,
        };
        (value, game.indices())
    }

    fn evaluate(&mut self, inputs: &[(f32, usize)], verdicts: &mut Verdicts) {
        inputs.iter().for_each(|&(value, indices)| verdicts.push(value, &vec![0.0; indices]));
    }
}

/// The move keeps the value of the position.
fn keeps_value<G: Game + Clone>(game: &G, mv: G::Move) -> bool {
    let mut child = game.clone();
    child.play(mv);
    -sign(truth(&child)) == sign(truth(game))
}

fn plays_perfectly<G: Game + Clone>(game: &G, puct: Puct, limits: &Limits) {
    let mut walked = game.clone();
    let report = puct.run(&mut PuctTree::new(1 << 20), &mut walked, &mut Perfect, limits, |_| {});
    assert_eq!(walked.key(), game.key(), "the game is given back as it was");
    match report.best {
        Some(best) => assert!(keeps_value(game, best), "{report:?}"),
        None => assert!(game.outcome().is_some()),
    }
    if report.solved {
        assert_eq!(sign(report.score), sign(truth(game)));
    }
}

#[test]
fn with_a_perfect_judge_it_plays_perfectly() {
    let mut rng = Rng::new(61);
    for i in 0..300 {
        let (tree, board) = (Tree::random(&mut rng), Rows::random(&mut rng, 5));
        for batch in [1, 4] {
            let gumbel = Puct { root: Some(Gumbel::new(16)), batch, seed: i, ..Puct::default() };
            plays_perfectly(&tree, gumbel, &Limits::none());
            plays_perfectly(&board, gumbel, &Limits::none());
            let plain = Puct { batch, ..Puct::default() };
            plays_perfectly(&tree, plain, &Limits::none().nodes(400));
            plays_perfectly(&board, plain, &Limits::none().nodes(400));
        }
    }
}

#[test]
fn without_limits_it_settles_small_games_at_minimax_value() {
    let mut rng = Rng::new(62);
    for i in 0..200 {
        let board = Rows::random(&mut rng, 6);
        let value = truth(&board);
        let puct = Puct { batch: 1 + (i as usize % 5), ..Puct::default() };
        let mut tree = PuctTree::new(1 << 22);
        let report = puct.run(&mut tree, &mut board.clone(), &mut Random(Rng::new(i)), &Limits::none(), |_| {});
        assert_eq!((sign(report.score), report.solved), (sign(value), true), "{report:?}");
        assert!(keeps_value(&board, report.best.expect("the game goes on")));
    }
}

#[test]
fn without_a_policy_it_chooses_as_mcts_does() {
    // After a corner and an edge the good replies are several; how often each is chosen must not depend on the search.
    let start = Rows::new(3, 3, 3, KeyScheme::Bch).play_all(&[0, 1]);
    let runs = 120;
    let mut counts = [[0i32; 9]; 2];
    for seed in 0..runs {
        let plain = Mcts { exploration: 1.0, ..Mcts::new(seed) };
        let report = { plain }.run(&mut start.clone(), &mut Blind, &Limits::none().nodes(2_000), |_| {});
        counts[0][usize::from(report.best.unwrap())] += 1;
        let limits = Limits::none().nodes(2_000);
        let mut tree = PuctTree::new(1 << 20);
        let report = Puct::default().run(&mut tree, &mut start.clone(), &mut Random(Rng::new(seed)), &limits, |_| {});
        counts[1][usize::from(report.best.unwrap())] += 1;
    }
    let apart: i32 = (0..9).map(|cell| (counts[0][cell] - counts[1][cell]).abs()).sum();
    assert!(apart < runs as i32 / 2, "{counts:?}");
    let bad = |counts: [i32; 9]| (0..9).filter(|&c| !keeps_value(&start, c as u16)).map(|c| counts[c]).sum::<i32>();
    assert!(bad(counts[0]) < 4 && bad(counts[1]) < 4, "{counts:?}");
}

#[test]
fn gumbel_spends_its_simulations_and_learns_a_policy_that_sums_to_one() {
    let start = Rows::new(4, 4, 3, KeyScheme::Bch);
    for simulations in [2, 7, 16, 64] {
        let puct = Puct { root: Some(Gumbel::new(simulations).with_noise()), ..Puct::default() };
        let mut tree = PuctTree::new(1 << 20);
        let mut root = GumbelRoot::new(puct.root.unwrap(), 5);
        let (mut game, mut list, mut nodes) = (start.clone(), MoveList::new(), 0);
        while !root.is_done(&tree) {
            match puct.descend(&mut tree, Some(&mut root), &mut game, &mut list, &mut nodes, |_| ()) {
                Descent::Leaf(leaf, ()) => tree.answer(&leaf, 0.1, &[0.0; 16]),
                Descent::Settled => {}
                other => panic!("{other:?}"),
            }
        }
        if tree.settled().is_none() {
            assert_eq!(tree.visits(), simulations + 1, "the root's own verdict and one visit a simulation");
        }
        let policy = root.improved_policy(&tree);
        assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        assert_eq!(policy.len(), 16);
        assert!(root.choice(&tree).is_some());
    }
}

#[test]
fn leaves_of_a_batch_are_different_and_leave_no_trace_of_waiting() {
    let mut game = Rows::new(4, 4, 4, KeyScheme::Bch);
    let puct = Puct::default();
    let (mut tree, mut list, mut nodes) = (PuctTree::new(1 << 20), MoveList::new(), 0);
    let mut keys = Vec::new();
    let Descent::Leaf(root, ()) = puct.descend(&mut tree, None, &mut game, &mut list, &mut nodes, |_| ()) else {
        panic!("the root is a leaf first");
    };
    let again = puct.descend(&mut tree, None, &mut game, &mut list, &mut nodes, |_| ());
    assert!(matches!(again, Descent::Waiting), "nobody knows where to go before the root is judged");
    tree.answer(&root, 0.0, &[0.0; 16]);
    let mut leaves = Vec::new();
    for _ in 0..16 {
        match puct.descend(&mut tree, None, &mut game, &mut list, &mut nodes, |game: &Rows| game.key()) {
            Descent::Leaf(leaf, key) => {
                keys.push(key);
                leaves.push(leaf);
            }
            other => panic!("{other:?}"),
        }
    }
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 16);
    leaves.iter().for_each(|leaf| tree.answer(leaf, 0.0, &[0.0; 16]));
    assert_eq!(tree.visits(), 17);
    assert_eq!(tree.root_moves().map(|root_move| root_move.visits).sum::<u32>(), 16);
}

#[test]
fn a_kept_tree_knows_of_the_next_position_what_it_knew_of_the_move() {
    let mut game = Rows::new(4, 4, 4, KeyScheme::Bch);
    let mut tree = PuctTree::new(1 << 22);
    let limits = Limits::none().nodes(3_000);
    let report = Puct::default().run(&mut tree, &mut game, &mut Random(Rng::new(8)), &limits, |_| {});
    let best = report.best.unwrap();
    let before = tree.root_moves().find(|root_move| root_move.mv == best).unwrap();
    tree.advance(best);
    assert_eq!(tree.visits(), before.visits);
    assert!((tree.value() + before.value.unwrap()).abs() < 1e-6);
    assert_eq!(tree.root_moves().map(|root_move| root_move.visits).sum::<u32>() + 1, before.visits);
    assert_eq!(tree.best_line(), report.line[1..]);
    game.play(best);
    let more = Puct::default().run(&mut tree, &mut game, &mut Random(Rng::new(9)), &limits, |_| {});
    assert!(tree.visits() > before.visits && more.best.is_some());
    tree.advance(best);
    assert_eq!((tree.visits(), tree.root_moves().count()), (0, 0), "an unknown move leaves a bare root");
}

#[test]
fn a_full_tree_ends_the_search() {
    let mut tree = PuctTree::new(4_000);
    let board = Rows::new(4, 4, 4, KeyScheme::Bch);
    let report = Puct::default().run(&mut tree, &mut board.clone(), &mut Random(Rng::new(1)), &Limits::none(), |_| {});
    assert_eq!(report.stopped, Some(Stopped::Memory));
    assert!(report.best.is_some());
}
