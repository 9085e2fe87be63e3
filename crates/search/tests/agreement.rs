//! Every full-width search gives plain minimax's value, on random trees and on random small boards.

mod common;

use common::rows::Rows;
use common::tree::Tree;
use common::{Opinion, opinion};
use filetto_search::*;

const SCHEMES: [KeyScheme; 2] = [KeyScheme::Zobrist { seed: 4 }, KeyScheme::Bch];
const POLICIES: [Replacement; 3] = [Replacement::Always, Replacement::DepthPreferred, Replacement::TwoTier];

/// Runs one search and checks what must hold of every report: the position is given back, the best move keeps the
/// value, the line is playable and ends in a position of that value.
fn checked<G: Game + Clone>(game: &G, search: &mut impl FixedDepth<G, Opinion>, depth: u32) -> Report<G::Move> {
    let (mut walked, mut opinion) = (game.clone(), Opinion::default());
    let report = search.run(&mut walked, &mut opinion, &Limits::none().depth(depth));
    assert_eq!(walked.key(), game.key(), "the position is given back as it was");
    assert_eq!((report.stopped, report.bound), (None, Bound::Exact));
    assert_eq!(report.best.is_none(), game.outcome().is_some());
    assert_eq!(report.best, report.line.first().copied());
    report
}

/// Checks that the report's move is worth its score.
fn move_keeps_value<G: Game + Clone>(game: &G, report: &Report<G::Move>, depth: u32) {
    let Some(best) = report.best else { return };
    let mut child = game.clone();
    child.play(best);
    let reply = Minimax.run(&mut child, &mut Opinion::default(), &Limits::none().depth(depth - 1));
    assert_eq!((-reply.score).from_table(1), report.score, "the best move keeps the value");
}

/// Every full-width search on one position.
fn all_agree<G: Game + Clone>(game: &G, depth: u32, bytes: usize) {
    let truth = checked(game, &mut Minimax, depth);
    let to_the_end = checked(game, &mut Minimax, u32::MAX);
    let agrees = |name: &str, report: Report<G::Move>| {
        assert_eq!(report.score, truth.score, "{name} to depth {depth} with a table of {bytes} bytes");
        assert!(!report.solved || report.score == to_the_end.score, "{name}: what is solved is true to the end");
        move_keeps_value(game, &report, depth);
        report.stats.nodes
    };
    let nodes = agrees("negamax", checked(game, &mut Negamax, depth));
    assert_eq!(nodes, truth.stats.nodes, "negamax visits what minimax visits");
    let cut = agrees("alpha-beta", checked(game, &mut AlphaBeta::new(), depth));
    assert!(cut <= nodes, "alpha-beta never visits more than minimax");
    agrees("pvs", checked(game, &mut Pvs::new(), depth));
    agrees("mtd(f)", checked(game, &mut Mtdf(AlphaBeta::new()), depth));
    agrees("history", checked(game, &mut AlphaBeta::new().order(History::new()), depth));
    let order = (Killers::new(), (CounterMoves::new(), History::new()));
    agrees("killers", checked(game, &mut Pvs::new().order(order), depth));
    for policy in POLICIES {
        let table = Table::new(bytes, policy);
        agrees("alpha-beta with a table", checked(game, &mut AlphaBeta::new().memory(Memory::of(&table)), depth));
        // The second search meets a table full of the first one's entries.
        agrees("pvs with a used table", checked(game, &mut Pvs::new().memory(Memory::of(&table)), depth));
        table.age();
        let mut mtdf = Mtdf(Pvs::new().memory(Memory::of(&table)).order(History::new()));
        agrees("mtd(f) with a used table", checked(game, &mut mtdf, depth));
    }
    let table = Table::new(bytes, Replacement::default());
    let symmetric = Memory::symmetric(&table);
    agrees("alpha-beta with symmetry", checked(game, &mut AlphaBeta::new().memory(symmetric), depth));
}

/// Iterative deepening over several searches on one position.
fn deepening_agrees<G: Game + Clone>(game: &G, depth: u32) {
    let truth = checked(game, &mut Minimax, depth);
    let to_the_end = checked(game, &mut Minimax, u32::MAX);
    let limits = Limits::none().depth(depth);
    let table = Table::new(1 << 14, Replacement::TwoTier);
    let pvs = || Pvs::new().memory(Memory::of(&table)).order((Killers::new(), History::new()));
    let (mut game, mut opinion) = (game.clone(), Opinion::default());
    let mut depths = Vec::new();
    let reports = [
        Deepening::new(Minimax).run(&mut game, &mut opinion, &limits, |_| {}),
        Deepening::new(AlphaBeta::new()).run(&mut game, &mut opinion, &limits, |news| depths.push(news.depth)),
        Deepening::new(pvs()).run(&mut game, &mut opinion, &limits, |_| {}),
        Deepening::new(Aspiration::new(pvs(), 3)).run(&mut game, &mut opinion, &limits, |_| {}),
        Deepening::new(Mtdf(pvs())).run(&mut game, &mut opinion, &limits, |_| {}),
    ];
    for (i, report) in reports.iter().enumerate() {
        assert_eq!(report.score, truth.score, "deepening {i} to depth {depth}");
        assert!(!report.solved || report.score == to_the_end.score, "deepening {i}: what is solved is true to the end");
        move_keeps_value(&game, report, depth);
    }
    assert_eq!(depths, (1..=reports[1].stats.depth).collect::<Vec<_>>());
}

#[test]
fn every_search_agrees_with_minimax_on_random_trees() {
    let mut rng = Rng::new(2024);
    for i in 0..2500 {
        let tree = Tree::random(&mut rng);
        let depth = 1 + (i % 7);
        all_agree(&tree, depth, [16, 300, 1 << 14][i as usize % 3]);
        deepening_agrees(&tree, depth);
    }
}

#[test]
fn every_search_agrees_with_minimax_on_random_boards() {
    let mut rng = Rng::new(2025);
    for i in 0..1000 {
        let board = Rows::random(&mut rng, 6);
        let depth = 1 + (i % 7);
        all_agree(&board, depth, [16, 300, 1 << 14][i as usize % 3]);
        deepening_agrees(&board, depth);
    }
}

#[test]
fn symmetry_changes_the_node_count_and_nothing_else() {
    let mut rng = Rng::new(77);
    let (mut plain_nodes, mut reduced_nodes) = (0, 0);
    for _ in 0..300 {
        let board = Rows::random(&mut rng, 7);
        let truth = Minimax.run(&mut board.clone(), &mut Blind, &Limits::none());
        let tables = [Table::new(1 << 16, Replacement::Always), Table::new(1 << 16, Replacement::Always)];
        let plain =
            AlphaBeta::new().memory(Memory::of(&tables[0])).run(&mut board.clone(), &mut Blind, &Limits::none());
        let mut reduced = AlphaBeta::new().memory(Memory::symmetric(&tables[1]));
        let first = reduced.run(&mut board.clone(), &mut Blind, &Limits::none());
        let again = reduced.run(&mut board.clone(), &mut Blind, &Limits::none());
        for report in [&plain, &first, &again] {
            assert_eq!((report.score, report.solved), (truth.score, true));
        }
        plain_nodes += plain.stats.nodes;
        reduced_nodes += first.stats.nodes;
    }
    assert!(reduced_nodes < plain_nodes, "{reduced_nodes} < {plain_nodes}");
}

#[test]
fn policies_and_key_schemes_change_the_node_count_and_nothing_else() {
    let limits = Limits::none().depth(7);
    let mut rng = Rng::new(5);
    let kinds = || SCHEMES.iter().flat_map(|&scheme| POLICIES.iter().map(move |&policy| (scheme, policy)));
    let (mut without, mut small, mut large) = (0, [0; 6], [0; 6]);
    for _ in 0..150 {
        let board = Rows::random(&mut rng, 7);
        let truth = AlphaBeta::new().run(&mut board.clone(), &mut Blind, &limits);
        without += truth.stats.nodes;
        for (i, (scheme, policy)) in kinds().enumerate() {
            for (bytes, nodes) in [(600, &mut small[i]), (1 << 16, &mut large[i])] {
                let table = Table::new(bytes, policy);
                let mut search = AlphaBeta::new().memory(Memory::of(&table));
                let report = search.run(&mut board.with_keys(scheme), &mut Blind, &limits);
                assert_eq!((report.score, report.solved), (truth.score, true), "{scheme:?} {policy:?} {bytes} bytes");
                *nodes += report.stats.nodes;
            }
        }
    }
    for (i, kind) in kinds().enumerate() {
        assert!(large[i] < small[i] && small[i] < without, "{kind:?}: {} < {} < {without}", large[i], small[i]);
    }
    assert_ne!(small[0], small[1], "policies keep different entries");
    assert_ne!(small[0], small[3], "schemes put entries into different slots");
}

#[test]
fn quiescence_gives_the_value_of_the_tree_that_it_defines() {
    /// The slow twin: the estimate, or the best noisy move if that is better.
    fn settled(game: &mut Rows, plies: u32, ply: u32) -> Score {
        match game.outcome() {
            Some(Outcome::Loss) => return Score::loss_in(ply),
            Some(_) => return Score::DRAW,
            None => {}
        }
        let mut best = opinion(game);
        let mut list = MoveList::new();
        game.noisy_moves(&mut list);
        if plies > 0 {
            for mv in list.iter(list.since(0)).collect::<Vec<_>>() {
                game.play(mv);
                best = best.max(-settled(game, plies - 1, ply + 1));
                game.undo(mv);
            }
        }
        best
    }
    fn twin(game: &mut Rows, depth: u32, ply: u32) -> Score {
        if depth == 0 || game.outcome().is_some() {
            return settled(game, 3, ply);
        }
        let mut list = MoveList::new();
        game.moves(&mut list);
        let mut best = Score::LOWEST;
        for mv in list.iter(list.since(0)).collect::<Vec<_>>() {
            game.play(mv);
            best = best.max(-twin(game, depth - 1, ply + 1));
            game.undo(mv);
        }
        best
    }
    let mut rng = Rng::new(8);
    for i in 0..400 {
        let mut board = Rows::random(&mut rng, 7);
        let depth = 1 + i % 3;
        let expected = twin(&mut board, depth, 0);
        let alpha_beta = checked(&board, &mut AlphaBeta::new().horizon(Quiescence { plies: 3 }), depth);
        let pvs = checked(&board, &mut Pvs::new().horizon(Quiescence { plies: 3 }), depth);
        assert_eq!((alpha_beta.score, pvs.score), (expected, expected));
    }
}

#[test]
fn probcut_without_doubt_is_alpha_beta_and_with_doubt_visits_fewer_nodes() {
    let forecast = Forecast { shallow: 1, deep: 3, slope: 1.0, offset: 0.0, deviation: 4.0 };
    let mut rng = Rng::new(13);
    let (mut all, mut some) = (0, 0);
    for _ in 0..300 {
        let board = Rows::random(&mut rng, 7);
        let truth = checked(&board, &mut AlphaBeta::new(), 5);
        let certain = checked(&board, &mut ProbCut::new(forecast, f64::INFINITY), 5);
        assert_eq!(certain.score, truth.score);
        let daring = checked(&board, &mut ProbCut::new(forecast, 1.0), 5);
        (all, some) = (all + truth.stats.nodes, some + daring.stats.nodes);
    }
    assert!(some < all, "{some} < {all}");
}
