//! Proof-number searches answer as minimax does.

mod common;

use common::rows::Rows;
use common::tree::Tree;
use filetto_search::*;

/// Asks both questions of both searches in several variants and compares with minimax to the end.
fn answers_are_true<G: Game + Clone>(game: &G) {
    let value = Minimax.run(&mut game.clone(), &mut Blind, &Limits::none()).score;
    let none = Limits::none();
    for (question, truth) in [(Question::Wins, value > Score::DRAW), (Question::Holds, value >= Score::DRAW)] {
        let mut mobile = Pns { prospect: Mobility::default(), bytes: 1 << 24 };
        let proofs = [
            Pns::default().prove(&mut game.clone(), question, &none),
            mobile.prove(&mut game.clone(), question, &none),
            DfPn::new(1 << 14).prove(&mut game.clone(), question, &none),
            DfPn::new(1 << 14).epsilon(0.0).prospect(Mobility::default()).prove(&mut game.clone(), question, &none),
            DfPn::new(1 << 14).weak().symmetric().prove(&mut game.clone(), question, &none),
            // A table of one bucket forgets nearly everything and must still get there.
            DfPn::new(1).prove(&mut game.clone(), question, &none),
        ];
        for (i, proof) in proofs.iter().enumerate() {
            assert_eq!(proof.answer, Some(truth), "variant {i}: {question:?}");
            assert!(proof.report.solved && proof.report.stopped.is_none());
            assert_eq!(proof.report.best.is_none(), game.outcome().is_some());
            if truth && let Some(best) = proof.report.best {
                let mut child = game.clone();
                child.play(best);
                let reply = Minimax.run(&mut child, &mut Blind, &none).score;
                let kept = if question == Question::Wins { reply < Score::DRAW } else { reply <= Score::DRAW };
                assert!(kept, "variant {i}: the best move keeps the answer to {question:?}");
            }
        }
    }
}

#[test]
fn proofs_agree_with_minimax_on_random_trees() {
    let mut rng = Rng::new(31);
    (0..1500).for_each(|_| answers_are_true(&Tree::random(&mut rng)));
}

#[test]
fn proofs_agree_with_minimax_on_random_boards() {
    let mut rng = Rng::new(32);
    (0..300).for_each(|_| answers_are_true(&Rows::random(&mut rng, 6)));
}

#[test]
fn nobody_wins_noughts_and_crosses() {
    let mut game = Rows::tictactoe();
    for (question, answer) in [(Question::Wins, false), (Question::Holds, true)] {
        let proof = DfPn::new(1 << 20).symmetric().prove(&mut game, question, &Limits::none());
        assert_eq!(proof.answer, Some(answer));
        assert_eq!(proof.report.score, Score::DRAW);
        let proof = Pns::default().prove(&mut game, question, &Limits::none());
        assert_eq!(proof.answer, Some(answer));
    }
}

#[test]
fn a_proof_that_runs_out_of_nodes_or_memory_says_so_and_has_a_legal_move() {
    let mut game = Rows::tictactoe();
    let before = game.key();
    let few = Limits::none().nodes(50);
    let mut small = Pns { bytes: 2000, ..Pns::default() };
    let proofs = [
        (Pns::default().prove(&mut game, Question::Wins, &few), Stopped::Nodes),
        (DfPn::new(1 << 16).prove(&mut game, Question::Wins, &few), Stopped::Nodes),
        (small.prove(&mut game, Question::Wins, &Limits::none()), Stopped::Memory),
    ];
    for (proof, why) in proofs {
        assert_eq!((proof.answer, proof.report.stopped), (None, Some(why)));
        assert!(proof.report.best.is_some() && proof.report.stats.nodes <= 500);
    }
    assert_eq!(game.key(), before);
}

#[test]
fn symmetry_makes_a_proof_smaller() {
    let mut game = Rows::tictactoe();
    let plain = DfPn::new(1 << 20).prove(&mut game, Question::Wins, &Limits::none());
    let reduced = DfPn::new(1 << 20).symmetric().prove(&mut game, Question::Wins, &Limits::none());
    assert!(reduced.report.stats.nodes < plain.report.stats.nodes);
}
