//! A review as text.

use super::{Language, why};
use crate::explain::review::{Judged, Review};

/// The whole of it.
pub(super) fn text(review: &Review, language: Language) -> String {
    let mut text = format!("{}\n{}\n", language.review(review), language.accuracy(review.accuracy));
    if review.chart.len() > 2 {
        text += &format!("{} {}\n", language.chart(), bars(&review.chart));
    }
    let name = |number: &usize| review.moves.get(number - 1).map(|m| format!("{}. {} {}", m.number, m.side, m.cell));
    let turning: Vec<String> = review.turning_points.iter().filter_map(name).collect();
    if !turning.is_empty() {
        text += &format!("{}\n", language.turning(&turning));
    }
    let faults: Vec<&Judged> = review.moves.iter().filter(|m| m.class.is_fault()).collect();
    if faults.is_empty() {
        text += &format!("\n{}\n", language.faultless());
    }
    for judged in faults {
        text += &format!(
            "\n{}. {} {}: {}. {}\n",
            judged.number,
            judged.side,
            judged.cell,
            language.class(judged.class),
            language.judged(judged)
        );
        text += &fault(judged, review.rules.k(), language).map(|part| indented(&part)).concat();
    }
    if !review.puzzles.is_empty() {
        text += &format!("\n{}\n", language.puzzles(review.puzzles.len()));
    }
    text
}

/// Why the best move is better, and why the move played is not good.
pub(super) fn fault(judged: &Judged, k: usize, language: Language) -> [String; 2] {
    let better = judged.better.as_ref().zip(judged.best).map(|(told, best)| {
        format!("{}\n{}", language.better(judged.side, best, judged.before), why(told, &[], judged.side, k, language))
    });
    let refutation = judged.refutation.as_ref().map(|told| {
        format!(
            "{}\n{}",
            language.refutation(judged.side.other(), judged.after),
            why(told, &[], judged.side.other(), k, language)
        )
    });
    [better.unwrap_or_default(), refutation.unwrap_or_default()]
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("   {line}\n")).collect()
}

/// A chart of one line of characters.
fn bars(chart: &[f64]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    chart.iter().map(|points| BARS[(points * 7.0).round().clamp(0.0, 7.0) as usize]).collect()
}
