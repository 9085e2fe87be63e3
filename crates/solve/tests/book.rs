//! Opening books hold minimax's scores, survive being stopped, and refuse to be damaged.
#![allow(clippy::disallowed_methods)] // fixtures are files

mod common;

use std::collections::HashMap;
use std::ops::ControlFlow;

use common::Twin;
use filetto_rules::{Game, Rules};
use filetto_solve::book::{Book, Builder, Count};
use filetto_solve::gravity::GravitySolver;

fn build(board: &str, plies: usize, threads: usize) -> Book {
    let rules: Rules = board.parse().unwrap();
    let mut builder = Builder::new(rules, plies).unwrap();
    let solver = GravitySolver::new(rules, 1 << 20, 1).unwrap();
    assert!(builder.run(&solver, threads, &mut |_, _| ControlFlow::Continue(())));
    builder.finish().unwrap()
}

#[test]
fn every_position_has_minimax_s_score() {
    for (rows, cols, k, plies) in [(4, 4, 3, 5), (3, 5, 3, 6), (2, 3, 3, 9), (4, 3, 4, 7)] {
        let book = build(&format!("{rows}x{cols}x{k}g"), plies, 2);
        let mut memo = HashMap::new();
        let mut seen = 0;
        Twin::new(rows, cols, k).walk(&mut |twin, line| {
            let mut game = Game::new(book.rules());
            for &column in line {
                game.drop(column).unwrap();
            }
            if line.len() > book.plies() || line.len() == rows * cols {
                return assert_eq!(book.score(&game), None);
            }
            let score = book.score(&game).unwrap_or_else(|| panic!("{rows}x{cols}x{k}g {line:?}"));
            assert_eq!(score.get(), twin.score(&mut memo), "{rows}x{cols}x{k}g {line:?}");
            let reply = book.reply(&game);
            assert_eq!(reply.is_some(), line.len() == book.plies());
            if let Some(column) = reply {
                assert_eq!(twin.move_score(column, &mut memo), Some(score.get()), "{rows}x{cols}x{k}g {line:?}");
            }
            seen += 1;
        });
        assert!(seen >= book.len() && book.check().is_ok(), "{seen} {}", book.len());
    }
}

#[test]
fn a_book_in_many_pieces_is_the_book_in_one() {
    let whole = build("4x5x4g", 4, 1);
    let rules = whole.rules();
    let (mut file, mut pieces): (Option<Vec<u8>>, u32) = (None, 0);
    let book = loop {
        let mut builder = Builder::new(rules, 4).unwrap();
        if let Some(bytes) = &file {
            let partial = Book::from_bytes(bytes).unwrap();
            assert!(!partial.is_complete() && partial.check().is_err());
            builder.resume(partial).unwrap();
        }
        let before = builder.solved();
        let solver = GravitySolver::new(rules, 1 << 20, 1).unwrap();
        let mut stop = |done: usize, _: usize| match done >= before + 30 {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let done = builder.run(&solver, 1, &mut stop);
        pieces += 1;
        file = Some(builder.partial().to_bytes());
        if done {
            break builder.finish().unwrap();
        }
        assert!(pieces < 100);
    };
    assert!(pieces > 2 && book == whole, "{pieces}");
    let mut other = Builder::new(rules, 3).unwrap();
    assert!(other.resume(whole).unwrap_err().to_string().contains("not of 4x5x4g to 3 plies"));
}

#[test]
fn damaged_books_are_refused() {
    let whole = build("4x5x4g", 3, 1);
    let bytes = whole.to_bytes();
    assert!(Book::from_bytes(&bytes).is_ok_and(|book| book == whole));
    for cut in 0..bytes.len() {
        assert!(Book::from_bytes(&bytes[..cut]).is_err(), "cut at {cut}");
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        // A few bits of zstd's mean nothing; what is read in spite of a change is the same book.
        let harmless = Book::from_bytes(&damaged).map_or(true, |book| book == whole);
        assert!(harmless, "byte {at} of {}: {:?}", bytes.len(), String::from_utf8_lossy(&damaged[..30]));
    }
    let claims = [&b"filetto-book 1 6x7x4g 4 complete 60000000\n"[..], b"filetto-book 1 50x50x4g 4 complete 1\n", b""];
    claims.into_iter().for_each(|file| assert!(Book::from_bytes(file).is_err()));
}

/// The book of Connect Four against the counts of an independent strong solution (Boeck 2025, arXiv 2507.05267).
#[test]
fn the_book_that_is_shipped_has_the_published_counts() {
    let book = Book::shipped(Rules::CONNECT4).unwrap();
    // Without those in which a row is complete: 728 after seven plies, 1,892 after eight.
    let published = [
        [1, 0, 0],
        [1, 2, 4],
        [27, 12, 10],
        [35, 58, 145],
        [690, 200, 230],
        [1_080, 697, 2_486],
        [10_889, 1_943, 3_590],
        [17_507 - 728, 5_944, 31_408],
        [124_624, 14_676, 44_975 - 1_892],
    ];
    let counts = book.counts().unwrap();
    assert_eq!(counts.len(), published.len());
    for (count, [first, draw, second]) in counts.into_iter().zip(published) {
        assert_eq!(count, Count { first, draw, second });
    }
}
