//! Explanations and reviews as text.
//!
//! This file, `tree` and `reviews` decide what is said in which order; `verdicts`, `effects`, `holds` and `judgements` say it, in every
//! language side by side, with the numbers and lists of `grammar`.

mod effects;
mod grammar;
mod holds;
mod judgements;
mod reviews;
mod tree;
mod verdicts;

use filetto_rules::{Cell, Side};

use super::data::{Explanation, Held, Hold, MoveEffect, Step, Why};
pub(super) use tree::longest;

use super::review::{Class, Judged, Review};

/// The languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Italian.
    Italian,
    /// Spanish.
    Spanish,
    /// Romanian.
    Romanian,
}

impl Language {
    /// All languages with their codes.
    pub const CODES: [(Language, &str); 4] =
        [(Language::English, "en"), (Language::Italian, "it"), (Language::Spanish, "es"), (Language::Romanian, "ro")];

    /// The language of a code.
    pub fn from_code(code: &str) -> Option<Language> {
        Language::CODES.iter().find(|(_, known)| *known == code).map(|(language, _)| *language)
    }
}

/// An explanation as text: a verdict, why, and the threats.
pub fn explanation(told: &Explanation, language: Language) -> String {
    let k = told.rules.k();
    // A win that is known, but not by which move, does not begin with the champion's.
    let best = told.best.filter(|_| !told.is_move_open());
    let mut text = language.verdict(told.verdict, told.to_move, best) + "\n";
    if let Some(known) = language.known_by(told.known_by) {
        text += &format!("{known}\n");
    }
    text += &why(&told.why, &told.board, told.to_move, k, language);
    if !matches!(told.why, Why::Over { .. }) {
        text += "\n";
        text += language.threats(!told.threats.is_empty());
        text.push('\n');
        for threat in &told.threats {
            text += &format!("- {}\n", language.threat(threat, k));
        }
    }
    text
}

/// Why a position is worth what it is.
fn why(why: &Why, board: &[String], to_move: Side, k: usize, language: Language) -> String {
    match why {
        Why::Over { row } => language.row((!row.is_empty()).then(|| to_move.other()), row) + "\n",
        Why::Win { attack } => tree::attack(attack, to_move, k, language),
        Why::Loss { then } => tree::loss(then, to_move.other(), k, language),
        Why::Draw { held, line } => {
            let tell = |held: &Held| format!("{}\n{}", language.held(held), pairs_on_board(held, board, language));
            let mut text: String = held.iter().map(tell).collect();
            if !line.is_empty() {
                text += &format!("{}\n{}", language.line(true), steps(line, k, language));
            }
            text
        }
        Why::Line { line } if line.is_empty() => String::new(),
        Why::Line { line } => format!("{}\n{}", language.line(false), steps(line, k, language)),
    }
}

/// The board with the pairs of a pairing, each with a letter of its own; empty if there are too many, or no board to draw on.
fn pairs_on_board(held: &Held, board: &[String], language: Language) -> String {
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
    format!("{}\n{drawn}", language.pairs(held.attacker.other()))
}

/// A line of play, one move a line.
fn steps(line: &[Step], k: usize, language: Language) -> String {
    let step = |(i, step): (usize, &Step)| {
        let does = doing(&step.effects, step.side.other(), k, language);
        let does = if does.is_empty() { String::new() } else { format!(" {does}") };
        format!("{:>2}. {} {}{does}\n", i + 1, step.side, step.cell)
    };
    line.iter().enumerate().map(step).collect()
}

/// What a move does, in one phrase.
fn doing(effects: &[MoveEffect], other: Side, k: usize, language: Language) -> String {
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
                    phrases.push(language.open_twos(&open, k));
                }
            }
            MoveEffect::Waits { .. } if wait.len() > 1 => {
                if !std::mem::replace(&mut told_wait, true) {
                    phrases.push(language.all_wait(&wait, k));
                }
            }
            effect => phrases.push(language.effect(effect, other, k)),
        }
    }
    language.phrases(&phrases)
}

/// Pairs as a list, the first few if there are many.
fn pairs_in_short(pairs: &[[Cell; 2]]) -> (String, usize) {
    let shown = if pairs.len() > 16 { 4 } else { pairs.len() };
    let list: Vec<String> = pairs[..shown].iter().map(|[a, b]| format!("{a}-{b}")).collect();
    (list.join(", "), pairs.len() - shown)
}

/// Cells as language.
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
    reviews::text(review, language)
}

/// The word for the class of a move.
pub fn class(class: Class, language: Language) -> &'static str {
    language.class(class)
}

/// What a move of a review gave away, in a sentence.
pub fn judged(judged: &Judged, language: Language) -> String {
    language.judged(judged)
}

/// Why the best move of a fault is better, and why the move played is not good: two texts, empty where there is nothing to say.
pub fn fault(judged: &Judged, k: usize, language: Language) -> [String; 2] {
    reviews::fault(judged, k, language)
}
