//! The games of the examples follow their rules, and the searches play them well.
#![allow(dead_code, reason = "the games are shared with the examples")]

#[path = "../examples/games/chess.rs"]
mod chess;
#[path = "../examples/games/contest.rs"]
mod contest;
#[path = "../examples/games/noughts.rs"]
mod noughts;
#[path = "../examples/games/ultimate.rs"]
mod ultimate;

use std::time::Duration;

use chess::{Chess, Material, Victims};
use filetto_search::*;
use noughts::Noughts;
use ultimate::{Hopes, Spot, Ultimate};

/// How many lines of `depth` moves there are; each position is checked on the way.
fn perft<G: Game>(game: &mut G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.outcome().is_some() {
        return 0;
    }
    let mut list = MoveList::new();
    game.moves(&mut list);
    let moves: Vec<G::Move> = list.iter(list.since(0)).collect();
    let indices: std::collections::HashSet<usize> = moves.iter().map(|&mv| game.index(mv)).collect();
    assert!(indices.len() == moves.len() && indices.iter().all(|&index| index < game.indices()));
    let key = game.key();
    let below = moves.iter().map(|&mv| {
        game.play(mv);
        let below = perft(game, depth - 1);
        game.undo(mv);
        assert_eq!(game.key(), key, "undo gives the position back");
        below
    });
    below.sum()
}

#[test]
fn noughts_and_crosses_has_255168_games() {
    fn games(game: &mut Noughts) -> u64 {
        if game.outcome().is_some() {
            return 1;
        }
        let mut list = MoveList::new();
        game.moves(&mut list);
        let moves: Vec<u8> = list.iter(list.since(0)).collect();
        moves
            .into_iter()
            .map(|mv| {
                game.play(mv);
                let below = games(game);
                game.undo(mv);
                below
            })
            .sum()
    }
    assert_eq!(games(&mut Noughts::default()), 255_168);
}

#[test]
fn noughts_and_crosses_has_765_positions_but_for_symmetry() {
    fn visit(game: &mut Noughts, seen: &mut std::collections::HashSet<Key>) {
        if !seen.insert(game.canonical().key) || game.outcome().is_some() {
            return;
        }
        let mut list = MoveList::new();
        game.moves(&mut list);
        for mv in list.iter(list.since(0)).collect::<Vec<_>>() {
            game.play(mv);
            visit(game, seen);
            game.undo(mv);
        }
    }
    let mut seen = std::collections::HashSet::new();
    visit(&mut Noughts::default(), &mut seen);
    assert_eq!(seen.len(), 765);
}

#[test]
fn perfect_play_of_noughts_and_crosses_is_a_draw() {
    let mut game = Noughts::default();
    let mut moves = 0;
    contest::play(&mut game, &mut Blind, Playout::Random, Duration::from_millis(60), 9, |_, _, _| moves += 1);
    assert_eq!((moves, game.outcome()), (9, Some(Outcome::Draw)));
}

#[test]
fn ultimate_has_the_known_number_of_lines() {
    let counts: Vec<u64> = (1..5).map(|depth| perft(&mut Ultimate::new(), depth)).collect();
    assert_eq!(counts, [81, 720, 6336, 55080]);
}

fn spots(game: &Ultimate) -> Vec<Spot> {
    let mut list = MoveList::new();
    game.moves(&mut list);
    list.iter(list.since(0)).collect()
}

#[test]
fn ultimate_sends_the_opponent_and_frees_them_from_a_closed_board() {
    let mut game = Ultimate::new();
    let play = |game: &mut Ultimate, board, cell| {
        let spot = Spot { board, cell };
        assert!(spots(game).contains(&spot), "{spot:?} is legal");
        game.play(spot);
    };
    play(&mut game, 4, 0);
    assert!(spots(&game).iter().all(|spot| spot.board == 0), "sent to board 0");
    play(&mut game, 0, 4);
    play(&mut game, 4, 1);
    play(&mut game, 1, 4);
    play(&mut game, 4, 2); // X wins the middle board
    play(&mut game, 2, 4); // O sends X to the closed middle board
    let free = spots(&game);
    assert!(free.iter().all(|spot| spot.board != 4), "a closed board takes no stone");
    assert_eq!(free.len(), 5 * 9 + 3 * 8, "any open board may be played in");
}

#[test]
fn alpha_beta_and_mcts_find_the_win_in_ultimate() {
    // X has won boards 3 and 4 with two stones in line in board 5 and is sent there.
    let moves = [
        (3, 0),
        (0, 3),
        (3, 1),
        (1, 3),
        (3, 2),
        (2, 4),
        (4, 0),
        (0, 4),
        (4, 1),
        (1, 4),
        (4, 2),
        (2, 5),
        (5, 0),
        (0, 5),
    ];
    let mut game = Ultimate::new();
    let mut list = MoveList::new();
    for (i, (board, cell)) in moves.into_iter().enumerate() {
        let spot = Spot { board, cell };
        game.moves(&mut list);
        assert!(list.iter(list.since(0)).any(|legal| legal == spot), "move {i}");
        list.truncate(0);
        game.play(spot);
    }
    game.play(Spot { board: 5, cell: 1 });
    game.play(Spot { board: 1, cell: 5 });
    let wins = Some(Spot { board: 5, cell: 2 });
    let table = Table::new(1 << 20, Replacement::TwoTier);
    let limits = Limits::none().nodes(20_000);
    assert_eq!(contest::alpha_beta(&mut game, &mut Hopes, &table, &limits).best, wins);
    let report = contest::mcts(&mut game, &mut Hopes, Playout::Random, &limits);
    assert_eq!((report.best, report.score, report.solved), (wins, Score::win_in(1), true));
}

#[test]
fn chess_has_the_known_number_of_lines() {
    assert_eq!(perft(&mut Chess::new(), 3), 8_902);
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    assert_eq!(perft(&mut Chess::from_fen(kiwipete).expect("a legal position"), 2), 2_039);
}

const MATE_IN_TWO: &str = "r2qk2r/pb4pp/1n2Pb2/2B2Q2/p1p5/2P5/2B2PPP/RN2R1K1 w kq - 1 1";

#[test]
fn the_searches_find_a_mate_in_two() {
    let mut game = Chess::from_fen(MATE_IN_TWO).expect("a legal position");
    let table = Table::new(4 << 20, Replacement::TwoTier);
    let limits = Limits::none().depth(4);
    let report = contest::alpha_beta(&mut game, &mut Material, &table, &limits);
    let best = report.best.map(|mv| mv.to_string());
    assert_eq!((best.as_deref(), report.score), (Some("f5g6"), Score::win_in(3)));
    let search = Pvs::new().order((Victims, History::new())).horizon(Quiescence { plies: 4 });
    let report = Deepening::new(search).run(&mut game, &mut Material, &limits, |_| {});
    assert_eq!(report.score, Score::win_in(3));
    // The mate is a check and a capture: quiescence sees it from one ply, since a check must be answered.
    let search = &mut AlphaBeta::new().horizon(Quiescence { plies: 4 });
    assert_eq!(search.run(&mut game, &mut Material, &Limits::none().depth(1)).score, Score::win_in(3));
}

#[test]
fn quiescence_sees_that_a_pawn_is_guarded() {
    // The queen can take a pawn that another pawn guards: good by one ply of counting, bad by any more.
    let guarded = "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1";
    let mut game = Chess::from_fen(guarded).expect("a legal position");
    let one = Limits::none().depth(1);
    let hasty = AlphaBeta::new().run(&mut game, &mut Material, &one);
    assert_eq!(hasty.best.map(|mv| mv.to_string()).as_deref(), Some("d2d5"));
    let calm = AlphaBeta::new().horizon(Quiescence { plies: 4 }).run(&mut game, &mut Material, &one);
    assert_ne!(calm.best, hasty.best);
}
