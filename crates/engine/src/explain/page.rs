//! Explanations and reviews as pictures and pages: one file each, nothing fetched from anywhere.

use std::fmt::Write;

use filetto_rules::draw::{self, Note};
use filetto_rules::{Cell, Game};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::data::{Explanation, Hold, Then, Why};
use super::review::{Judged, Review};
use super::words::{self, Language};

/// Green: the move to play.
const BEST: u16 = 130;
/// Red: what was played instead.
const PLAYED: u16 = 0;
/// Blue: the moves that follow.
const LATER: u16 = 215;

/// The board of an explanation: the moves of its line by number, or the pairs by letter.
pub fn svg(game: &Game, told: &Explanation) -> String {
    draw::svg_with(game, &notes(&told.why, told.best))
}

fn notes(why: &Why, best: Option<Cell>) -> Vec<Note> {
    let mut line: Vec<Cell> = Vec::new();
    match why {
        Why::Draw { held, .. } => {
            let pairs = held.iter().find_map(|held| match &held.how {
                Hold::Pairing { pairs, .. } => Some(pairs),
                _ => None,
            });
            if let Some(pairs) = pairs {
                return pairs.iter().enumerate().flat_map(|(i, pair)| pair.map(|cell| paired(i, cell))).collect();
            }
        }
        Why::Win { attack } => {
            line.push(attack.cell);
            words::longest(&attack.then, &mut line);
        }
        Why::Loss { then: Then::Either { cells } } => line.extend(cells),
        Why::Loss { then } => words::longest(then, &mut line),
        Why::Line { line: steps } => line.extend(steps.iter().map(|step| step.cell)),
        Why::Over { .. } => {}
    }
    if line.is_empty() {
        line.extend(best);
    }
    let note =
        |(i, cell): (usize, Cell)| Note { cell, text: (i + 1).to_string(), hue: if i == 0 { BEST } else { LATER } };
    line.into_iter().enumerate().map(note).collect()
}

/// A cell of the pair with this number.
fn paired(i: usize, cell: Cell) -> Note {
    let letter = char::from(b'A' + (i % 26) as u8);
    let text = if i < 26 { letter.to_string() } else { format!("{letter}{}", i / 26) };
    Note { cell, text, hue: (i * 47 % 360) as u16 }
}

/// An explanation as a page.
pub fn html(game: &Game, told: &Explanation, language: Language) -> String {
    let text = words::explanation(told, language);
    let body = html! { div.fault { (PreEscaped(svg(game, told))) pre { (text) } } };
    page(&format!("{} – {}", told.rules, draw::caption(game)), language, &body)
}

/// A review as a page: the chart, every move with its class, and the faults on the board.
pub fn review_html(game: &Game, review: &Review, language: Language) -> String {
    let text = words::review(review, language);
    let head: String = text.lines().take_while(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect();
    let mut now = game.clone();
    for _ in 0..=game.moves().len() {
        now.undo();
    }
    let mut faults = Vec::new();
    for judged in &review.moves {
        if judged.class.is_fault() {
            faults.push(fault(&now, judged, review.rules.k(), language));
        }
        let _ = now.play(judged.cell);
    }
    let body = html! {
        pre { (head) }
        (PreEscaped(chart(review)))
        ol.moves {
            @for judged in &review.moves {
                li class=(if judged.class.is_fault() { "bad" } else { "" }) {
                    (judged.side) " " (judged.cell) " " small { (words::class(judged.class, language)) }
                }
            }
        }
        @for fault in &faults { (fault) }
    };
    page(&review.rules.to_string(), language, &body)
}

/// A fault on the board before it.
fn fault(before: &Game, judged: &Judged, k: usize, language: Language) -> Markup {
    let mut notes = vec![Note { cell: judged.cell, text: "?".to_owned(), hue: PLAYED }];
    if let Some(best) = judged.best.filter(|best| *best != judged.cell) {
        notes.push(Note { cell: best, text: "!".to_owned(), hue: BEST });
    }
    html! {
        h2 { (judged.number) ". " (judged.side) " " (judged.cell) ": " (words::class(judged.class, language)) }
        p { (words::judged(judged, language)) }
        div.fault {
            (PreEscaped(draw::svg_with(before, &notes)))
            pre { (words::fault(judged, k, language).concat()) }
        }
    }
}

/// What the first player had after each move, as a picture.
pub fn chart(review: &Review) -> String {
    let (width, height, step) = (review.chart.len().max(2) * 14, 140, 14);
    let y = |points: f64| 10.0 + (1.0 - points) * (f64::from(height) - 20.0);
    let x = |i: usize| i * step + step / 2;
    let line: Vec<String> = review.chart.iter().enumerate().map(|(i, p)| format!("{},{:.1}", x(i), y(*p))).collect();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" class=\"chart\">\
         <title>X {}</title><rect width=\"100%\" height=\"100%\" fill=\"#f3efe6\"/>\
         <path d=\"M0 {m}H{width}\" stroke=\"#b9b3a6\" stroke-dasharray=\"4 4\"/>\
         <polyline points=\"{}\" fill=\"none\" stroke=\"#1d5fa8\" stroke-width=\"2\"/>",
        review.rules,
        line.join(" "),
        m = height / 2,
    );
    for &number in &review.turning_points {
        let points = review.chart.get(number).copied().unwrap_or(0.5);
        let _ = write!(
            out,
            "<circle cx=\"{}\" cy=\"{:.1}\" r=\"4\" fill=\"#b3520e\"><title>{number}</title></circle>",
            x(number),
            y(points)
        );
    }
    out + "</svg>\n"
}

fn page(title: &str, language: Language, body: &Markup) -> String {
    let code = Language::CODES.iter().find(|(known, _)| *known == language).map_or("en", |(_, code)| code);
    let page = html! {
        (DOCTYPE)
        html lang=(code) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body { h1 { (title) } (body) }
        }
    };
    page.into_string() + "\n"
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;\
    background:#fbfaf7;color:#1b1b1b}pre{white-space:pre-wrap;font:inherit;flex:1 1 24rem}.fault{display:flex;\
    flex-wrap:wrap;gap:1.5rem;align-items:flex-start}.fault svg{width:min(24rem,100%)}.chart{width:100%;\
    max-height:12rem}.moves{display:flex;flex-wrap:wrap;gap:.2rem 1rem;padding:0;list-style-position:inside}\
    .bad{color:#b3520e;font-weight:600}@media(prefers-color-scheme:dark){body{background:#1f2124;color:#eee}}";
