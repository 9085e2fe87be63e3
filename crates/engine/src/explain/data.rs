//! What an explanation is: plain data, the same for a reader in any language and for a program. docs/explain.md describes it as JSON.

use filetto_rules::{Cell, Rules, Side};
use serde::Serialize;

use super::serial;
use crate::analysis::Source;

/// Everything there is to say about a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// The board.
    #[serde(serialize_with = "serial::rules")]
    pub rules: Rules,
    /// The moves that led here.
    #[serde(serialize_with = "serial::cells")]
    pub moves: Vec<Cell>,
    /// The stones, a string for each row from the top: `X`, `O` and `.`.
    pub board: Vec<String>,
    /// Whose turn it is.
    #[serde(serialize_with = "serial::side")]
    pub to_move: Side,
    /// What the position is worth, as far as it is proved.
    pub verdict: Verdict,
    /// How that is known.
    pub known_by: Source,
    /// The move that the explanation is about, if there is a move to make.
    #[serde(serialize_with = "serial::maybe")]
    pub best: Option<Cell>,
    /// Why.
    pub why: Why,
    /// What both sides threaten, the side to move first.
    pub threats: Vec<Threat>,
}

impl Explanation {
    /// Whether the value is known, but not which move keeps it: the best move is then the champion's.
    pub fn is_move_open(&self) -> bool {
        matches!((&self.verdict, &self.why), (Verdict::Win { .. }, Why::Line { .. }))
    }
}

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Verdict {
    /// The game is over.
    Over {
        /// Who has won, if anybody.
        #[serde(serialize_with = "serial::winner")]
        winner: Option<Side>,
    },
    /// One side wins by force: proved.
    Win {
        /// Who.
        #[serde(serialize_with = "serial::side")]
        side: Side,
        /// In at most so many plies, if that is known.
        plies: Option<u32>,
    },
    /// Neither side can win by force: proved.
    Draw,
    /// Not proved: an estimate.
    Open {
        /// The chance of the side to move, from 0 to 1: how often such positions were won.
        chance: f64,
    },
}

/// Why a position is worth what it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Why {
    /// The game is over, by this row if there is one.
    Over {
        /// The completed row.
        #[serde(serialize_with = "serial::cells")]
        row: Vec<Cell>,
    },
    /// The side to move wins: the first move of the winning tree.
    Win {
        /// The tree.
        attack: Attack,
    },
    /// The side to move loses whatever it plays: the answers of the other side.
    Loss {
        /// What follows.
        then: Then,
    },
    /// Nobody wins: why each side cannot, and how the game might go on.
    Draw {
        /// One for each side that might have wanted to win.
        held: Vec<Held>,
        /// Best play, as far as it was searched.
        line: Vec<Step>,
    },
    /// Nothing is proved: the line that the champion expects.
    Line {
        /// The moves with what each does.
        line: Vec<Step>,
    },
}

/// A move of the winning side, and what follows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Attack {
    /// Where it plays.
    #[serde(serialize_with = "serial::cell")]
    pub cell: Cell,
    /// What the move does.
    pub effects: Vec<MoveEffect>,
    /// Why nothing helps against it.
    pub then: Then,
}

/// What follows a move of the winning side.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Then {
    /// The row is complete.
    Row {
        /// Its cells.
        #[serde(serialize_with = "serial::cells")]
        row: Vec<Cell>,
    },
    /// Several cells complete a row, and one move takes only one of them.
    Either {
        /// The cells.
        #[serde(serialize_with = "serial::cells")]
        cells: Vec<Cell>,
    },
    /// Each reply has its answer.
    Replies {
        /// Replies with the same answer are told once; together they are all there are.
        replies: Vec<Reply>,
    },
    /// With gravity: from now on the winner plays above each move of the loser, who runs out of other moves.
    FollowUp {
        /// The cells where the winner completes a row in the end.
        #[serde(serialize_with = "serial::cells")]
        finish: Vec<Cell>,
        /// Whether it is always because the loser has just played below such a cell: zugzwang.
        zugzwang: bool,
    },
    /// Proved, but not shown any further.
    Proved {
        /// In at most so many plies, if that is known.
        plies: Option<u32>,
        /// Who knows it.
        by: Source,
    },
}

/// Some replies and the one answer to all of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reply {
    /// The replies; empty if they are all that no other group names.
    #[serde(serialize_with = "serial::cells")]
    pub cells: Vec<Cell>,
    /// What the reply does, if it is one only.
    pub effects: Vec<MoveEffect>,
    /// The answer.
    pub next: Attack,
}

impl Reply {
    /// Whether it stands for every reply that is not named elsewhere.
    pub fn is_rest(&self) -> bool {
        self.cells.is_empty()
    }
}

/// Something that a move does. The cells are those where the side completes a row next, unless said otherwise.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum MoveEffect {
    /// Completes a row.
    Completes {
        /// The row.
        #[serde(serialize_with = "serial::cells")]
        row: Vec<Cell>,
    },
    /// Takes the cell where the opponent would have completed a row.
    Blocks {
        /// The stones of that row.
        #[serde(serialize_with = "serial::cells")]
        stones: Vec<Cell>,
    },
    /// Makes an open K-1: a line with two cells that complete it.
    OpenOne {
        /// The two cells.
        #[serde(serialize_with = "serial::cells")]
        cells: Vec<Cell>,
    },
    /// Makes two or more K-1 at once, on different lines.
    Fork {
        /// The cells.
        #[serde(serialize_with = "serial::cells")]
        cells: Vec<Cell>,
    },
    /// Makes a K-1: one cell completes it.
    One {
        /// That cell.
        #[serde(serialize_with = "serial::cell")]
        cell: Cell,
    },
    /// Makes an open K-2: it threatens to become an open K-1.
    OpenTwo {
        /// The cells where it does.
        #[serde(serialize_with = "serial::cells")]
        cells: Vec<Cell>,
    },
    /// With gravity: makes a K-1 whose cell no stone can reach yet.
    Waits {
        /// That cell.
        #[serde(serialize_with = "serial::cell")]
        cell: Cell,
    },
    /// Takes away a move that would have won for the opponent by an open K-1 or a fork.
    Hinders {
        /// Those moves.
        #[serde(serialize_with = "serial::cells")]
        cells: Vec<Cell>,
    },
    /// With gravity: lets the opponent play on the cell above, where it completes a row.
    Gives {
        /// That cell.
        #[serde(serialize_with = "serial::cell")]
        cell: Cell,
    },
    /// Builds a line of so many stones that can still be completed.
    Builds {
        /// How many stones it has now.
        stones: usize,
    },
}

/// A move of a line of play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// Who plays.
    #[serde(serialize_with = "serial::side")]
    pub side: Side,
    /// Where.
    #[serde(serialize_with = "serial::cell")]
    pub cell: Cell,
    /// What it does.
    pub effects: Vec<MoveEffect>,
}

/// Why one side cannot win.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Held {
    /// The side that cannot win.
    #[serde(serialize_with = "serial::side")]
    pub attacker: Side,
    /// Why not.
    pub how: Hold,
}

/// What keeps a side from winning. A row counts as possible if it has no stone of the holder and its owner has enough moves left.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Hold {
    /// No row is possible any more.
    NoRows,
    /// The side has fewer moves left than its fullest row lacks stones.
    TooFew {
        /// Moves left.
        moves: usize,
        /// Stones that its fullest row lacks.
        lacking: usize,
    },
    /// The holder answers each stone in a pair with the other cell of the pair: every possible row contains a pair.
    Pairing {
        /// A move that the holder makes first, if it is its turn and the pairs need it.
        #[serde(serialize_with = "serial::maybe")]
        first: Option<Cell>,
        /// The pairs.
        #[serde(serialize_with = "serial::pairs")]
        pairs: Vec<[Cell; 2]>,
    },
    /// The count of Erdős and Selfridge: each possible row weighs one half to the power of the stones it lacks; if the sum is
    /// small enough, taking the heaviest cell each time breaks every row.
    Weight {
        /// A move that the holder makes first, if it is its turn and the count needs it.
        #[serde(serialize_with = "serial::maybe")]
        first: Option<Cell>,
        /// Possible rows.
        rows: usize,
        /// Their weight together.
        weight: f64,
        /// What it stays below: 1 if the holder moves next, 1/2 if not.
        below: f64,
    },
    /// With gravity: the holder plays above each move of the side, which never completes a row so.
    FollowUp,
    /// The empty board: a stone more never hurts, so whoever moves second has no winning plan that the first could not steal.
    Stealing,
    /// The solver looked at every way to play.
    Searched,
}

/// Something that a side threatens, or could do.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Threat {
    /// Who.
    #[serde(serialize_with = "serial::side")]
    pub side: Side,
    /// What.
    #[serde(flatten)]
    pub kind: ThreatKind,
}

/// The kinds of threats.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ThreatKind {
    /// A K-1: a stone on this cell completes a row now.
    Win {
        /// The cell.
        #[serde(serialize_with = "serial::cell")]
        cell: Cell,
        /// The stones of the row.
        #[serde(serialize_with = "serial::cells")]
        stones: Vec<Cell>,
    },
    /// An open K-1: two cells complete the same line.
    OpenOne {
        /// The cells.
        #[serde(serialize_with = "serial::cells")]
        cells: Vec<Cell>,
    },
    /// An open K-2: a stone on one of these cells makes an open K-1.
    OpenTwo {
        /// The cells.
        #[serde(serialize_with = "serial::cells")]
        cells: Vec<Cell>,
        /// The stones of the line.
        #[serde(serialize_with = "serial::cells")]
        stones: Vec<Cell>,
    },
    /// A stone here makes two or more K-1 at once.
    Fork {
        /// The cell.
        #[serde(serialize_with = "serial::cell")]
        cell: Cell,
        /// The cells that would then complete a row.
        #[serde(serialize_with = "serial::cells")]
        wins: Vec<Cell>,
    },
    /// A stone on one of these cells makes a K-1.
    One {
        /// The cells.
        #[serde(serialize_with = "serial::cells")]
        cells: Vec<Cell>,
    },
    /// With gravity: the cell completes a row, but no stone can reach it yet.
    Waiting {
        /// The cell.
        #[serde(serialize_with = "serial::cell")]
        cell: Cell,
        /// The stones of the row.
        #[serde(serialize_with = "serial::cells")]
        stones: Vec<Cell>,
        /// Whether it lies on an odd row, counted from one.
        odd: bool,
        /// Whether the cell below can be played now: whoever plays there opens this one.
        poisoned: bool,
    },
}
