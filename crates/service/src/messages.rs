//! What the page and the server say to each other: one JSON object a message. docs/app.md is the manual, docs/app.schema.json
//! the schema, generated from these types.

#![allow(missing_docs, reason = "most fields are their name, and that is what the schema shows")]

use filetto_engine::analysis::Value as Worth;
use filetto_rules::Cell;
use filetto_search::Score;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a client asks. Every answer carries the `id` of its request, which the client chooses.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Let a player think: answered by `info` while it does and by one `choice`.
    Think {
        id: u32,
        /// A game as in a JSON lines file.
        game: Value,
        player: String,
        /// A level of the champion, 1 to 10.
        #[serde(default)]
        level: Option<u8>,
        time_ms: u64,
        /// At most so many moves ahead.
        depth: Option<u32>,
        /// At most so many nodes: with time enough, the same answer on every machine.
        #[serde(default)]
        nodes: Option<u64>,
    },
    /// What the position is: answered by an `answer` as soon as there is one, by further ones that are better, and by `done`.
    Analyse {
        id: u32,
        game: Value,
        /// Who estimates where nothing is proved; the default player if nobody is named.
        player: Option<String>,
        /// How long better answers are looked for; the first one comes in any case.
        time_ms: u64,
        /// How many best lines to tell, for players that can tell more than one.
        #[serde(default)]
        lines: Option<u8>,
        /// Whether the value of every move is wanted.
        #[serde(default)]
        values: bool,
        /// The language of the explanation: `en`, `it`, `es` or `ro`.
        language: String,
    },
    /// Every move of a game judged, as `filetto review` does: answered by a `judged` a position, and by `review`.
    Review {
        id: u32,
        game: Value,
        /// The language of the reasons: `en`, `it`, `es` or `ro`.
        language: String,
    },
    /// The game tree as a search sees it, of a position or of given leaves: answered by `tree`.
    Tree {
        id: u32,
        #[serde(default)]
        game: Option<Value>,
        /// Instead of a game: what the leaves are worth to the player at the root, left to right.
        #[serde(default)]
        leaves: Option<Vec<i32>>,
        /// Moves in every position of a tree of leaves.
        #[serde(default)]
        branching: Option<usize>,
        depth: Option<u32>,
        heuristic: String,
        #[serde(default)]
        search: TreeSearch,
    },
    /// The first simulations of Monte Carlo tree search: answered by `simulations`.
    Simulations { id: u32, game: Value, count: u32, seed: u64 },
    /// How the network of this game's board learnt, and what its generations think of the position: answered by `learning`.
    Learning { id: u32, game: Value },
    /// The exact value of the position, with its proof where there is one: answered by `progress`, by the `verdict` as soon as it
    /// is known, by a `fact` a move, and by `solved`.
    Solve { id: u32, game: Value, time_ms: u64 },
    /// What is known of boards: answered by `atlas`.
    Atlas { id: u32 },
    /// What is known of one board: answered by `chart`.
    Chart { id: u32, rules: String },
    /// The proved puzzles: answered by `puzzles`.
    Puzzles { id: u32 },
    /// A game with somebody on another device: answered by `invited`.
    Invite {
        id: u32,
        rules: String,
        /// For each side; no clock without it.
        minutes: Option<u32>,
        /// Whether whoever invites makes the first move.
        begin: bool,
    },
    /// Into the game that a secret opens: answered by a `room` now and after every change, until it is stopped.
    Enter { id: u32, secret: String },
    /// Something done in the game that a secret opens: answered by `done`.
    Act { id: u32, secret: String, act: RoomAct },
    /// A small event among our players, everybody against everybody: answered by `seen` while a game goes on, by `played` and
    /// `standing` after each, and by one `event`.
    Event {
        id: u32,
        players: Vec<Entrant>,
        boards: Vec<String>,
        /// Pairs of games of each two players on each board.
        pairs: u32,
        /// For each move.
        time_ms: u64,
    },
    /// A text as a game: JSON, PSQ, SGF, or moves on the board that `rules` names. Answered by `game`.
    Read { id: u32, text: String, rules: Option<String> },
    /// A game as a text: answered by `text`.
    Write { id: u32, game: Value, format: TextFormat },
    /// What the independent checker says of a certificate, given in hexadecimal or by its name: answered by `text`.
    Check { id: u32, bytes: Option<String>, name: Option<String> },
    /// Stop what the request with this id started; its last answer still comes.
    Stop { id: u32 },
}

impl Request {
    /// The number that its answers carry.
    pub fn id(&self) -> u32 {
        match *self {
            Request::Think { id, .. } | Request::Analyse { id, .. } | Request::Review { id, .. } => id,
            Request::Tree { id, .. } | Request::Solve { id, .. } | Request::Event { id, .. } => id,
            Request::Atlas { id } | Request::Chart { id, .. } | Request::Puzzles { id } => id,
            Request::Simulations { id, .. } | Request::Learning { id, .. } | Request::Check { id, .. } => id,
            Request::Invite { id, .. } | Request::Enter { id, .. } | Request::Act { id, .. } => id,
            Request::Read { id, .. } | Request::Write { id, .. } | Request::Stop { id } => id,
        }
    }
}

/// Which search a tree shows.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TreeSearch {
    /// Minimax and negamax: everything.
    Whole,
    /// Alpha-beta, the moves as the board gives them.
    #[default]
    AlphaBeta,
    /// Alpha-beta, the best move first.
    BestFirst,
    /// Alpha-beta, the worst move first.
    WorstFirst,
    /// Alpha-beta, ordered by a search that was one ply shallower.
    Deepening,
}

/// What a player does in a room.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RoomAct {
    /// A move, and how many were made before it: a move that is sent twice is made once.
    Play {
        cell: String,
        after: usize,
    },
    Resign,
    /// Would play again, with the colours changed; done when both would.
    Again,
}

/// A player of an event.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    pub name: String,
    /// A level of the champion, 1 to 10.
    pub level: Option<u8>,
}

/// How a game is to be written.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TextFormat {
    Moves,
    Json,
    Psq,
    Sgf,
    Svg,
}

/// What the server says.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reply {
    /// The first message: what can be asked for.
    Hello {
        version: &'static str,
        default_player: &'static str,
        players: Vec<PlayerCard>,
        heuristics: Vec<Heading>,
        longest_thinking_ms: u64,
        longest_side: usize,
        /// How many levels the champion has.
        levels: u8,
        /// Types of requests that cannot be granted here, because they need a program on a computer.
        without: &'static [&'static str],
    },
    /// How far a player is: its best line, or another of the best if several were asked for. The best has rank 0.
    Info { id: u32, depth: u32, score: Evaluation, nodes: u64, ms: u64, line: Vec<String>, rank: usize },
    /// What a player chose.
    Choice {
        id: u32,
        cell: String,
        score: Option<Evaluation>,
        line: Vec<String>,
        /// Whether the score is a fact.
        solved: bool,
        depth: u32,
        nodes: u64,
        ms: u64,
    },
    /// What a position is: everything from one result.
    Answer {
        id: u32,
        /// The worth to the player to move.
        value: Evaluation,
        /// Whether that is a fact.
        proved: bool,
        /// Who knows it: `rules`, `forced_win`, `strategy`, `book`, `atlas`, `repertoire`, `solver`, or `estimate`.
        known_by: &'static str,
        /// The best move, if there is one to make.
        best: Option<String>,
        /// The best lines; the first begins with the best move.
        lines: Vec<AnswerLine>,
        /// The value of every move, the best first, if that was asked for.
        values: Vec<AnswerLine>,
        /// The explanation in words.
        text: String,
        /// The same as in docs/explain.md.
        explanation: Value,
        depth: u32,
        nodes: u64,
        ms: u64,
    },
    /// How far a review is, and the move that was judged last.
    Judged {
        id: u32,
        /// Positions that have been looked at.
        done: usize,
        of: usize,
        judged: Option<JudgedMove>,
    },
    /// A game judged.
    Review {
        id: u32,
        /// As `filetto review --json` prints it.
        review: Value,
        /// The moves again, with their words.
        moves: Vec<JudgedMove>,
        /// Whether every position was looked at; a review that was stopped judges the first moves only.
        whole: bool,
    },
    /// All answers have been told.
    Done { id: u32 },
    /// A game tree, every node after its parent, in the order in which alpha-beta enters them.
    Tree { id: u32, depth: u32, nodes: Vec<TreeNode> },
    /// How far a solver is: its table and everything in thousandths, its proof and disproof numbers where it has them. Nodes, time
    /// and what is done never run backwards within a request.
    Progress { id: u32, nodes: u64, ms: u64, table: u32, done: u32, numbers: Option<[u64; 2]> },
    /// Who wins under best play, before the values of moves are looked for: `first`, `second`, `draw` or `unknown`.
    Verdict {
        id: u32,
        #[cfg_attr(test, schemars(extend("enum" = ["first", "second", "draw", "unknown"])))]
        value: &'static str,
        nodes: u64,
        ms: u64,
        /// How it is known: `book`, `repertoire`, `certificate`, `search`, `rule`, `derived`, `literature`, or `solver` if it was
        /// found just now.
        how: &'static str,
        /// The details, where there are any.
        source: String,
    },
    /// Who wins after this move.
    Fact {
        id: u32,
        cell: String,
        #[cfg_attr(test, schemars(extend("enum" = ["first", "second", "draw", "unknown"])))]
        value: &'static str,
    },
    /// The end of a solve: the verdict again, and the proof.
    Solved {
        id: u32,
        #[cfg_attr(test, schemars(extend("enum" = ["first", "second", "draw", "unknown"])))]
        value: &'static str,
        nodes: u64,
        ms: u64,
        /// The certificates: one, or two where a draw has to be shown from both sides; none if they are too large.
        certificates: Vec<Proof>,
        /// The names of certificates that can be fetched from `/certificates/`.
        files: Vec<String>,
    },
    /// How a network learnt: a point a generation, and what some generations think of the position, the first knowing nothing.
    Learning { id: u32, boards: Vec<String>, curve: Vec<CurvePoint>, generations: Vec<Opinion> },
    /// Simulations of Monte Carlo tree search, the first first.
    Simulations { id: u32, runs: Vec<Run> },
    /// The proved puzzles.
    Puzzles { id: u32, puzzles: Vec<Puzzle> },
    /// A game that waits for somebody: the secrets of both players and of those who watch, and where others find this server.
    Invited {
        id: u32,
        own: String,
        friend: String,
        watch: String,
        address: String,
        /// Whether other machines can reach that address.
        reachable: bool,
        /// The friend's link as a QR code: rows of `#` and spaces.
        qr: Vec<String>,
    },
    /// A game between two devices, as it stands.
    Room {
        id: u32,
        /// `first`, `second` or `watch`.
        #[cfg_attr(test, schemars(extend("enum" = ["first", "second", "watch"])))]
        role: &'static str,
        game: Value,
        /// What both sides have left.
        clock_ms: Option<[u64; 2]>,
        /// Whether the clock of the side to move runs.
        running: bool,
        /// Who is here.
        here: [bool; 2],
        /// Who would play again.
        again: [bool; 2],
        /// How many watch.
        watching: usize,
    },
    /// The boards whose value is known.
    Atlas { id: u32, boards: Vec<AtlasBoard> },
    /// One board: everything that decides it, the best evidence first; the value after each first move where it is known; and
    /// the names of certificates that can be fetched from `/certificates/`.
    Chart { id: u32, rules: String, rows: Vec<AtlasRow>, first_moves: Vec<FirstMove>, certificates: Vec<String> },
    /// A game of an event, as it stands.
    Seen { id: u32, number: usize, of: usize, players: [String; 2], rules: String, moves: Vec<String> },
    /// A game of an event, as it ended.
    Played {
        id: u32,
        number: usize,
        of: usize,
        players: [String; 2],
        rules: String,
        moves: Vec<String>,
        /// `first`, `second` or `draw`.
        #[cfg_attr(test, schemars(extend("enum" = ["first", "second", "draw"])))]
        result: &'static str,
        /// How it ended, in words.
        ending: String,
    },
    /// How an event stands, as `filetto arena --json` says it.
    Standing { id: u32, standing: Value },
    /// An event is over: how it stands, and its report as a page of HTML.
    Event { id: u32, standing: Value, report: String },
    /// A game as in a JSON lines file.
    Game { id: u32, game: Value },
    /// A game written down, or what the checker says.
    Text { id: u32, text: String },
    /// Something that cannot be done, and why.
    Error { id: Option<u32>, code: Code, message: String },
}

/// A generation of a training.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CurvePoint {
    pub generation: u32,
    pub games: u64,
    pub policy_loss: f64,
    pub value_loss: f64,
    /// The share of positions with exact values in which the policy's favourite keeps the value; none where none are known.
    pub keeps: Option<f64>,
    /// The share in which it is perfect.
    pub perfect: Option<f64>,
}

/// What a generation thinks of a position before any search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Opinion {
    pub generation: u32,
    /// For the player to move, -1 to 1: an estimate.
    pub value: f32,
    /// Every legal cell with its share of the policy.
    pub policy: Vec<(String, f32)>,
}

/// A player that can be asked for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlayerCard {
    pub name: &'static str,
    pub description: &'static str,
    /// `any`, `free` or `gravity`.
    #[cfg_attr(test, schemars(extend("enum" = ["any", "free", "gravity"])))]
    pub boards: &'static str,
    /// The boards that it plays on, if they can be counted; empty for everybody else.
    pub only: Vec<String>,
}

/// A name with a few words about it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Heading {
    pub name: &'static str,
    pub description: &'static str,
}

/// A move of a review in words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct JudgedMove {
    /// As in the review.
    pub judged: Value,
    /// `??`, `?`, `?!`, `!` or nothing.
    pub sign: &'static str,
    /// The word for its class.
    pub class: &'static str,
    /// What it gave away, in a sentence; empty if it was no fault.
    pub sentence: String,
    /// Why the best move is better.
    pub better: String,
    /// Why the move is not good.
    pub refutation: String,
}

/// A board of the atlas.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AtlasBoard {
    pub rules: String,
    /// `first`, `second` or `draw`.
    #[cfg_attr(test, schemars(extend("enum" = ["first", "second", "draw", "unknown"])))]
    pub value: &'static str,
    /// `certificate`, `search`, `rule`, `derived` or `literature`.
    pub how: &'static str,
    /// The family of boards that it belongs to, where one fact decides them all: `3+x4+x3`.
    pub family: Option<String>,
}

/// A simulation of Monte Carlo tree search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Run {
    /// The moves down the tree and of the playout.
    pub path: Vec<String>,
    /// How it ended for the player at the root: 1, 0, -1; none if the tree knew the end.
    pub result: Option<i8>,
}

/// A position with a proved answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Puzzle {
    pub rules: &'static str,
    /// `win`: find a win; `hold`: find the only move.
    #[cfg_attr(test, schemars(extend("enum" = ["win", "hold"])))]
    pub goal: &'static str,
    /// Plies of the proof.
    pub plies: u32,
    /// A winning move, or the only move.
    pub answer: &'static str,
    pub moves: Vec<&'static str>,
}

/// Why the value of a board is known.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AtlasRow {
    #[cfg_attr(test, schemars(extend("enum" = ["first", "second", "draw", "unknown"])))]
    pub value: &'static str,
    pub how: &'static str,
    /// What kind of statement it is: `pairing`, `weak draw`, `strong draw`, `strong win` or `exact`.
    pub kind: &'static str,
    /// Files, nodes, a publication, a parent or a reason.
    pub source: String,
}

/// A first move and who wins after it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FirstMove {
    pub cell: String,
    #[cfg_attr(test, schemars(extend("enum" = ["first", "second", "draw", "unknown"])))]
    pub value: &'static str,
}

/// A line of play, or a move with what is expected after it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnswerLine {
    /// The moves.
    pub line: Vec<String>,
    /// What the first move is worth to the player who makes it.
    pub value: Evaluation,
    /// Whether that is a fact.
    pub proved: bool,
    /// Who knows it.
    pub known_by: &'static str,
}

/// The worth of a position to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Evaluation {
    /// Wins after so many moves of both.
    WinIn(u32),
    /// Loses after so many moves of both.
    LossIn(u32),
    /// Certain, but nobody knows how long it takes.
    Certain(Sign),
    /// Nothing certain: the larger, the better, in the player's own unit.
    Estimate(i32),
    /// Nothing certain: the chance of winning, from 0 to 1.
    Chance(f64),
}

/// How a game ends under best play, for the player meant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    Win,
    Draw,
    Loss,
}

impl From<Score> for Evaluation {
    fn from(score: Score) -> Evaluation {
        match score.plies() {
            Some(plies) if score.is_win() => Evaluation::WinIn(plies),
            Some(plies) => Evaluation::LossIn(plies),
            None => Evaluation::Estimate(score.raw()),
        }
    }
}

impl From<Worth> for Evaluation {
    fn from(worth: Worth) -> Evaluation {
        match worth {
            Worth::Won { plies } => plies.map_or(Evaluation::Certain(Sign::Win), Evaluation::WinIn),
            Worth::Drawn => Evaluation::Certain(Sign::Draw),
            Worth::Lost { plies } => plies.map_or(Evaluation::Certain(Sign::Loss), Evaluation::LossIn),
            Worth::Chance { chance } => Evaluation::Chance(chance),
        }
    }
}

/// A position of a game tree, or a move that was cut.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TreeNode {
    /// The move that leads here; none at the root.
    pub cell: Option<String>,
    pub parent: Option<usize>,
    /// Alpha and beta for the player to move at the *root*; none where the window is open.
    pub alpha: Option<Evaluation>,
    pub beta: Option<Evaluation>,
    /// Its worth to the player to move at the root; none if it was cut.
    pub value: Option<Evaluation>,
}

/// What kind of thing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The message is none.
    BadMessage,
    /// The game, text or format makes no sense.
    BadGame,
    /// There is no such player or heuristic, or not for this board.
    BadPlayer,
    /// More was asked for than one client may have.
    TooMuch,
    /// Others are being served: ask again later.
    Busy,
}

/// A certificate to keep.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Proof {
    /// Its bytes, in hexadecimal.
    pub bytes: String,
    /// How many bytes it has.
    pub size: usize,
}

/// A line of play as names of cells.
pub fn names(line: &[Cell]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use schemars::generate::SchemaSettings;

    use super::*;

    #[allow(clippy::disallowed_methods, reason = "it compares files of the repository")]
    /// Writes the schema and the page's types anew when it is told to; otherwise compares.
    #[test]
    fn the_schema_in_the_docs_and_the_types_of_the_page_are_those_of_the_messages() {
        let replies = SchemaSettings::default().for_serialize().into_generator();
        let schema = serde_json::json!({
            "request": schemars::schema_for!(Request),
            "reply": replies.into_root_schema_for::<Reply>(),
        });
        let files = [
            ("docs/app.schema.json", format!("{schema:#}\n")),
            ("web/app/net/messages.js", crate::page_types::messages_js(&schema)),
        ];
        for (name, fresh) in files {
            let path = format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"));
            if std::env::var_os("FILETTO_WRITE_SCHEMA").is_some() {
                std::fs::write(&path, &fresh).unwrap();
            }
            let kept = std::fs::read_to_string(&path).unwrap();
            assert!(kept == fresh, "{name} is old: run the test with FILETTO_WRITE_SCHEMA=1 and commit");
        }
    }
}
