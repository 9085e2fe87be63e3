//! The event as one page: everything in it, nothing fetched, readable by day and by night.

mod data;
mod plot;
mod tables;
mod times;

use std::fmt::Write;

use crate::event::{End, Event};
use crate::pair::Pair;
use crate::ruling::DrawRule;
use crate::standing::{Scheme, Standing};
use crate::text;

/// What a report is made from.
#[derive(Clone, Copy)]
pub struct Report<'a> {
    /// The event.
    pub event: &'a Event,
    /// How it stands.
    pub standing: &'a Standing,
    /// Why it ended.
    pub end: End,
    /// How results are counted.
    pub scheme: Scheme,
    /// Its pairs of games.
    pub pairs: &'a [&'a Pair],
    /// Its name.
    pub title: &'a str,
}

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

impl Report<'_> {
    /// The page.
    pub fn html(&self) -> String {
        let sections = [
            ("Ranking", tables::ranking(self)),
            ("Ratings", plot::ratings(self)),
            ("Who beat whom", tables::cross(self)),
            ("Score by board", tables::heat(self)),
            ("Time for a move", times::histograms(self)),
            ("Faults", tables::faults(self)),
            ("Games", GAMES.to_owned()),
        ];
        frame(self.title, &self.about(), "", &sections, self.pairs)
    }

    /// One sentence on what was played and how it ended.
    fn about(&self) -> String {
        let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let played = self.standing.games();
        let of = self.event.games();
        let mut text = format!(
            "{} on {}, {}; {}",
            count(self.standing.names().len(), "player"),
            count(self.standing.boards().len(), "board"),
            if played == of { count(played, "game") } else { format!("{played} of {of} games") },
            self.event.control
        );
        if self.event.draw != DrawRule::default() {
            let _ = write!(text, "; {}", self.event.draw);
        }
        text.extend(text::verdict(self.event, self.end).map(|verdict| format!("; {verdict}")));
        text + "."
    }
}

/// A page of ours: a title, what it is about, sections (empty ones are left out), and the games for those that show them. `style` is
/// what the page needs besides the usual.
pub(crate) fn frame(title: &str, about: &str, style: &str, sections: &[(&str, String)], pairs: &[&Pair]) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'\">\n<title>{0}</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n<main>\n\
         <h1>{0}</h1>\n<p>{1}</p>\n",
        escape(title),
        escape(about)
    );
    for (title, body) in sections.iter().filter(|(_, body)| !body.is_empty()) {
        let title = if title.is_empty() { String::new() } else { format!("<h2>{title}</h2>\n") };
        let _ = write!(page, "<section>\n{title}{body}</section>\n");
    }
    page += "</main>\n";
    if sections.iter().any(|(_, body)| body == GAMES) {
        let games = data::games(pairs);
        let _ = write!(
            page,
            "<script type=\"application/json\" id=\"games\">{games}</script>\n<script>\n{SCRIPT}</script>\n"
        );
    }
    page + "</body>\n</html>\n"
}

/// The section of a page that shows its games.
pub(crate) fn replay() -> &'static str {
    GAMES
}

/// Filled by the script.
const GAMES: &str = "\
<div class=\"replay\">
<div class=\"choose\">
<label>Player <select id=\"player\"></select></label> <label>Board <select id=\"on\"></select></label>
<label>Result <select id=\"result\"></select></label>
<ol id=\"list\" tabindex=\"0\" aria-label=\"games\"></ol>
</div>
<div class=\"show\">
<p id=\"caption\"></p>
<div id=\"board\"></div>
<p class=\"controls\"><button id=\"start\" title=\"to the opening\">|&lt;</button> <button id=\"back\" title=\"one move back\">&lt;</button>
<input id=\"ply\" type=\"range\" min=\"0\" value=\"0\" aria-label=\"move\"> <button id=\"next\" title=\"one move on\">&gt;</button>
<button id=\"end\" title=\"to the end\">&gt;|</button> <button id=\"run\">play</button></p>
<p id=\"move\"></p>
</div>
</div>
<noscript><p>The games are shown by a script in this page; your browser does not run it.</p></noscript>
";

/// Text as it may stand in HTML, in an attribute too.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            c => safe.push(c),
        }
    }
    safe
}
