//! How long moves took: a histogram a player, the limit drawn in.

use maud::{Markup, html};

use super::Report;
use crate::pair::Pair;

const BINS: usize = 36;
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 96.0;
const FLOOR: f64 = HEIGHT - 18.0;

/// One player's moves.
struct Times {
    millis: Vec<f64>,
    limit: f64,
}

pub(super) fn histograms(report: &Report) -> Markup {
    let standing = report.standing;
    let all: Vec<Times> = (0..standing.names().len()).map(|player| times(report, player)).collect();
    let most = all.iter().flat_map(|times| times.millis.iter().copied().chain([times.limit])).fold(1.0, f64::max) * 1.4;
    html! {
        p { "Milliseconds on a logarithmic scale, moves of the opening left out; the line is the limit." }
        div.grid {
            @for player in standing.ranking(report.scheme).into_iter().filter(|player| !all[*player].millis.is_empty()) {
                figure {
                    figcaption { (standing.names()[player]) " " small { (all[player].millis.len()) " moves" } }
                    (histogram(&all[player], most))
                }
            }
        }
    }
}

fn times(report: &Report, player: usize) -> Times {
    let name = &report.standing.names()[player];
    let mut found = Times { millis: Vec::new(), limit: 0.0 };
    for pair in report.pairs {
        let Some(place) = pair.players.iter().position(|other| other == name) else { continue };
        found.limit = found.limit.max(pair.limits_ms[place] as f64);
        for (number, played) in pair.games.iter().enumerate() {
            for (ply, made) in played.game.moves().iter().enumerate().skip(pair.opening) {
                if Pair::player(number, played.game.mover(ply)) == place {
                    found.millis.extend(made.time.map(|time| time.as_secs_f64() * 1e3));
                }
            }
        }
    }
    found
}

fn histogram(times: &Times, most: f64) -> Markup {
    let at = |millis: f64| (millis.max(1.0).ln() / most.ln() * BINS as f64).min(BINS as f64 - 0.001);
    let mut bins = [0usize; BINS];
    times.millis.iter().for_each(|millis| bins[at(*millis) as usize] += 1);
    let tallest = bins.iter().copied().max().unwrap_or(1).max(1) as f64;
    let x = |bin: f64| bin / BINS as f64 * WIDTH;
    let short = |number: f64| format!("{number:.1}");
    // The root of the count, so that a few slow moves are seen beside thousands of fast ones.
    let height = |count: usize| (count as f64 / tallest).sqrt() * (FLOOR - 8.0);
    let from = |bin: usize| (most.ln() * bin as f64 / BINS as f64).exp();
    let marks = std::iter::successors(Some(1.0), |mark| Some(mark * 10.0)).take_while(|mark| *mark < most);
    let limit = short(x(at(times.limit)));
    html! {
        svg.plot viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label="move times" {
            @for (bin, count) in bins.iter().copied().enumerate().filter(|(_, count)| *count > 0) {
                rect.column x=(short(x(bin as f64) + 0.5)) y=(short(FLOOR - height(count)))
                    width=(short(WIDTH / BINS as f64 - 1.0)) height=(short(height(count))) {
                    title { (count) " moves from " (format!("{:.0}", from(bin))) " ms" }
                }
            }
            line.axis x1="0" x2=(WIDTH) y1=(FLOOR) y2=(FLOOR) {}
            @for mark in marks {
                text.tick x=(short(x(at(mark)).max(6.0))) y=(HEIGHT - 4.0) { (mark) }
            }
            line.limit x1=(limit) x2=(limit) y1="2" y2=(FLOOR) {}
        }
    }
}
