//! The event as one page: everything in it, nothing fetched, readable by day and by night.

mod data;
mod plot;
pub(crate) mod tables;
mod times;

use std::fmt::Write;

use maud::{DOCTYPE, Markup, PreEscaped, html};

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
            ("Games", replay()),
        ];
        frame(self.title, &self.about(), "", &sections, Some(self.pairs))
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

/// A page of ours: a title, what it is about, sections (empty ones are left out), and the games where a section shows them. `style` is
/// what the page needs besides the usual.
pub(crate) fn frame(
    title: &str,
    about: &str,
    style: &str,
    sections: &[(&str, Markup)],
    games: Option<&[&Pair]>,
) -> String {
    let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(policy);
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(style)) }
            }
            body {
                main {
                    h1 { (title) }
                    p { (about) }
                    @for (title, body) in sections.iter().filter(|(_, body)| !body.0.is_empty()) {
                        section {
                            @if !title.is_empty() { h2 { (title) } }
                            (body)
                        }
                    }
                }
                @if let Some(pairs) = games {
                    script type="application/json" id="games" { (PreEscaped(data::games(pairs))) }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        }
    };
    page.into_string() + "\n"
}

/// The section of a page that shows its games; filled by the script.
pub(crate) fn replay() -> Markup {
    html! {
        div.replay {
            div.choose {
                label { "Player " select #player {} } " " label { "Board " select #on {} } " "
                label { "Result " select #result {} }
                ol #list tabindex="0" aria-label="games" {}
            }
            div.show {
                p #caption {}
                div #board {}
                p.controls {
                    button #start title="to the opening" { "|<" } " "
                    button #back title="one move back" { "<" } " "
                    input #ply type="range" min="0" value="0" aria-label="move"; " "
                    button #next title="one move on" { ">" } " "
                    button #end title="to the end" { ">|" } " "
                    button #run { "play" }
                }
                p id="move" {}
            }
        }
        noscript { p { "The games are shown by a script in this page; your browser does not run it." } }
    }
}
