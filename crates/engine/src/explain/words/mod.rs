//! Explanations and reviews as text.
//!
//! This file decides what is said in which order; a language only says how (`Words`, one file each). Nothing is decided in a
//! language that is not in the data.

mod en;
mod it;
mod reviews;
mod tree;

use filetto_rules::{Cell, Side};

use super::data::{Explanation, Held, Hold, MoveEffect, Step, Threat, Verdict, Why};
pub(super) use tree::longest;

use super::review::{Class, Judged, Review, Value};

/// The languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Italian.
    Italian,
}

impl Language {
    /// All languages with their codes.
    pub const CODES: [(Language, &str); 2] = [(Language::English, "en"), (Language::Italian, "it")];

    /// The language of a code.
    pub fn from_code(code: &str) -> Option<Language> {
        Language::CODES.iter().find(|(_, known)| *known == code).map(|(language, _)| *language)
    }

    fn words(self) -> &'static dyn Words {
        match self {
            Language::English => &en::English,
            Language::Italian => &it::Italian,
        }
    }
}

/// How a language says things. Sentences come complete; phrases without capital and stop.
pub(super) trait Words {
    /// Things joined by "and".
    fn and(&self, things: &[String]) -> String;
    /// Things joined by "or".
    fn or(&self, things: &[String]) -> String;
    /// What a move does, as a verb phrase, on a board with this K.
    fn effect(&self, effect: &MoveEffect, other: Side, k: usize) -> String;
    /// It makes several open K-2, each with the cells where it becomes an open K-1.
    fn open_twos(&self, lines: &[&[Cell]], k: usize) -> String;
    /// It makes several K-1 whose cells no stone can reach yet.
    fn all_wait(&self, cells: &[Cell], k: usize) -> String;
    /// Phrases joined to one, each of which may contain an "and".
    fn phrases(&self, phrases: &[String]) -> String;
    /// How the position stands. `best` is the move that the explanation begins with.
    fn verdict(&self, verdict: Verdict, to_move: Side, best: Option<Cell>) -> String;
    /// The game is over with this row.
    fn row(&self, winner: Option<Side>, row: &[Cell]) -> String;
    /// The loser can take only one of these cells.
    fn either(&self, winner: Side, cells: &[Cell]) -> String;
    /// The loser must take the cell, or else.
    fn forced(&self, winner: Side, cell: Cell) -> String;
    /// The heading of an answer to some replies; none stand for all others, or for all there are.
    fn reply(&self, loser: Side, cells: &[Cell], only: bool) -> String;
    /// From here on the winner answers above.
    fn follow_up(&self, winner: Side, finish: &[Cell], zugzwang: bool) -> String;
    /// Shown no further than by the longest line, beginning with the loser's move.
    fn in_short(&self, winner: Side, plies: u32, line: &str) -> String;
    /// The heading of a board with the pairs.
    fn pairs(&self, holder: Side) -> String;
    /// Proved but not shown.
    fn proved(&self, winner: Side, plies: Option<u32>) -> String;
    /// Why a side cannot win.
    fn held(&self, held: &Held) -> String;
    /// The heading of a line of play; `sure` if it is a line that keeps a draw.
    fn line(&self, sure: bool) -> String;
    /// Comes between a move of the winner and the next after a forced reply.
    fn then(&self) -> &'static str;
    /// The heading of the threats, or that there are none.
    fn threats(&self, any: bool) -> &'static str;
    /// One threat.
    fn threat(&self, threat: &Threat, k: usize) -> String;
    /// The heading of a review.
    fn review(&self, review: &Review) -> String;
    /// The accuracy of both players.
    fn accuracy(&self, accuracy: [Option<f64>; 2]) -> String;
    /// The heading of the chart.
    fn chart(&self) -> &'static str;
    /// How good a move was.
    fn class(&self, class: Class) -> &'static str;
    /// What a move gave away, in a sentence.
    fn judged(&self, judged: &Judged) -> String;
    /// What is worth saying before the better move is explained.
    fn better(&self, side: Side, best: Cell, before: Value) -> String;
    /// What is worth saying before the refutation is explained.
    fn refutation(&self, side: Side, after: Value) -> String;
    /// No faults were found.
    fn faultless(&self) -> &'static str;
    /// The turning points.
    fn turning(&self, moves: &[String]) -> String;
    /// How many mistakes can be replayed.
    fn puzzles(&self, count: usize) -> String;
}

/// An explanation as text: a verdict, why, and the threats.
pub fn explanation(told: &Explanation, language: Language) -> String {
    let words = language.words();
    let k = told.rules.k();
    let mut text = words.verdict(told.verdict, told.to_move, told.best) + "\n";
    text += &why(&told.why, &told.board, told.to_move, k, words);
    if !matches!(told.why, Why::Over { .. }) {
        text += "\n";
        text += words.threats(!told.threats.is_empty());
        text.push('\n');
        for threat in &told.threats {
            text += &format!("- {}\n", words.threat(threat, k));
        }
    }
    text
}

/// Why a position is worth what it is.
fn why(why: &Why, board: &[String], to_move: Side, k: usize, words: &dyn Words) -> String {
    match why {
        Why::Over { row } => words.row((!row.is_empty()).then(|| to_move.other()), row) + "\n",
        Why::Win { attack } => tree::attack(attack, to_move, k, words),
        Why::Loss { then } => tree::loss(then, to_move.other(), k, words),
        Why::Draw { held, line } => {
            let tell = |held: &Held| format!("{}\n{}", words.held(held), pairs_on_board(held, board, words));
            let mut text: String = held.iter().map(tell).collect();
            if !line.is_empty() {
                text += &format!("{}\n{}", words.line(true), steps(line, k, words));
            }
            text
        }
        Why::Line { line } => format!("{}\n{}", words.line(false), steps(line, k, words)),
    }
}

/// The board with the pairs of a pairing, each with a letter of its own; empty if there are too many, or no board to draw on.
fn pairs_on_board(held: &Held, board: &[String], words: &dyn Words) -> String {
    const LETTERS: &str = "abcdefghijklmnpqrstuvwyzABCDEFGHIJKLMNPQRSTUVWYZ";
    let Hold::Pairing { pairs, .. } = &held.how else { return String::new() };
    if pairs.len() > LETTERS.len() || board.is_empty() {
        return String::new();
    }
    let mut rows: Vec<Vec<char>> = board.iter().map(|row| row.chars().collect()).collect();
    let height = rows.len();
    for (pair, letter) in pairs.iter().zip(LETTERS.chars()) {
        pair.iter().for_each(|cell| rows[height - 1 - cell.row()][cell.col()] = letter);
    }
    let drawn: String = rows
        .into_iter()
        .map(|row| format!("   {}\n", row.into_iter().map(|c| c.to_string()).collect::<Vec<_>>().join(" ")))
        .collect();
    format!("{}\n{drawn}", words.pairs(held.attacker.other()))
}

/// A line of play, one move a line.
fn steps(line: &[Step], k: usize, words: &dyn Words) -> String {
    let step = |(i, step): (usize, &Step)| {
        let does = doing(&step.effects, step.side.other(), k, words);
        let does = if does.is_empty() { String::new() } else { format!(" {does}") };
        format!("{:>2}. {} {}{does}\n", i + 1, step.side, step.cell)
    };
    line.iter().enumerate().map(step).collect()
}

/// What a move does, in one phrase.
fn doing(effects: &[MoveEffect], other: Side, k: usize, words: &dyn Words) -> String {
    let open: Vec<&[Cell]> = effects
        .iter()
        .filter_map(|effect| if let MoveEffect::OpenTwo { cells } = effect { Some(&cells[..]) } else { None })
        .collect();
    let wait: Vec<Cell> = effects
        .iter()
        .filter_map(|effect| if let MoveEffect::Waits { cell } = effect { Some(*cell) } else { None })
        .collect();
    let (mut told_open, mut told_wait) = (open.len() < 2, wait.len() < 2);
    let mut phrases = Vec::new();
    for effect in effects {
        match effect {
            MoveEffect::OpenTwo { .. } if open.len() > 1 => {
                if !std::mem::replace(&mut told_open, true) {
                    phrases.push(words.open_twos(&open, k));
                }
            }
            MoveEffect::Waits { .. } if wait.len() > 1 => {
                if !std::mem::replace(&mut told_wait, true) {
                    phrases.push(words.all_wait(&wait, k));
                }
            }
            effect => phrases.push(words.effect(effect, other, k)),
        }
    }
    words.phrases(&phrases)
}

/// Pairs as a list, the first few if there are many.
fn pairs_in_short(pairs: &[[Cell; 2]]) -> (String, usize) {
    let shown = if pairs.len() > 16 { 4 } else { pairs.len() };
    let list: Vec<String> = pairs[..shown].iter().map(|[a, b]| format!("{a}-{b}")).collect();
    (list.join(", "), pairs.len() - shown)
}

/// Cells as words.
fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(ToString::to_string).collect()
}

/// Cells one after the other, as rows are written.
fn row(cells: &[Cell]) -> String {
    names(cells).join(" ")
}

/// How many moves of one's own a number of plies is.
fn own(plies: u32) -> u32 {
    plies.div_ceil(2)
}

/// A review as text: accuracy, chart, and every fault with what was better and why.
pub fn review(review: &Review, language: Language) -> String {
    reviews::text(review, language.words())
}

/// The word for the class of a move.
pub fn class(class: Class, language: Language) -> &'static str {
    language.words().class(class)
}

/// What a move of a review gave away, in a sentence.
pub fn judged(judged: &Judged, language: Language) -> String {
    language.words().judged(judged)
}

/// Why the best move of a fault is better, and why the move played is not good: two texts, empty where there is nothing to say.
pub fn fault(judged: &Judged, k: usize, language: Language) -> [String; 2] {
    reviews::fault(judged, k, language.words())
}
