//! The signature: total nodes of a fixed run over fixed positions of many boards.
//!
//! Any change of the search, the knowledge or the weights changes it, and nothing else does: neither the machine nor its load. A
//! change that was meant to keep the behaviour must keep the number; the expected one is in `fixtures/bench.txt`.

use filetto_rules::{Board, Cell, Game, Rng, Rules};
use filetto_search::Limits;

use super::Champion;
use crate::Settings;

/// The boards of the signature with the depth that each is searched to.
const BOARDS: [(&str, u32); 14] = [
    ("3x3x3", 9),
    ("4x4x3", 6),
    ("5x5x4", 6),
    ("7x7x4", 6),
    ("7x6x5", 6),
    ("10x10x5", 5),
    ("15x15x5", 5),
    ("9x9x6", 5),
    ("12x12x8", 3),
    ("50x50x10", 3),
    ("40x40x12", 2),
    ("6x7x4g", 8),
    ("7x7x5g", 7),
    ("20x20x10g", 4),
];

/// What the fixed run cost on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignatureBoard {
    /// The board.
    pub board: &'static str,
    /// How deep its positions were searched.
    pub depth: u32,
    /// The nodes of all of them.
    pub nodes: u64,
}

/// The fixed run board by board as it goes on.
pub fn signature_boards() -> impl Iterator<Item = SignatureBoard> {
    let nodes = |(board, depth): (&str, u32)| -> u64 {
        let rules: Rules = board.parse().expect("a board of the list");
        let mut champion = Champion::new(Settings { memory: 1 << 22, ..Settings::default() });
        let limits = Limits::none().depth(depth);
        signature_positions(rules, 3)
            .iter()
            .map(|game| champion.analyse(game, &limits, 1, &mut |_| {}).stats.nodes)
            .sum()
    };
    BOARDS.into_iter().map(move |(board, depth)| SignatureBoard { board, depth, nodes: nodes((board, depth)) })
}

/// The nodes of the fixed run.
pub fn signature() -> u64 {
    signature_boards().map(|board| board.nodes).sum()
}

/// Some early positions of a board: random moves around the centre that are not yet decided.
pub fn signature_positions(rules: Rules, count: usize) -> Vec<Game> {
    let mut rng = Rng::new(2024);
    let mut games = Vec::new();
    while games.len() < count {
        let mut game = Game::new(rules);
        for _ in 0..(rules.cells() / 4).min(6 + 2 * games.len()) {
            let mut legal = game.board().legal_moves();
            let centre = Cell::new(rules.rows() / 2, rules.cols() / 2);
            let off = |cell: &Cell| cell.row().abs_diff(centre.row()).max(cell.col().abs_diff(centre.col()));
            legal.retain(|cell| rules.gravity() || off(cell) <= 2 + games.len() / 2);
            if let Some(&cell) = rng.pick(&legal) {
                let _ = game.play(cell);
            }
        }
        if !game.outcome().is_over() {
            games.push(game);
        }
    }
    games
}
