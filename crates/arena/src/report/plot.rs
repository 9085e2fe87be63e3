//! The ratings as points with error bars.

use std::fmt::Write;

use super::{Report, escape};
use crate::text::rated;

const ROW: f64 = 26.0;
const LEFT: f64 = 190.0;
const WIDTH: f64 = 760.0;

pub(super) fn ratings(report: &Report) -> String {
    let standing = report.standing;
    let ratings = standing.ratings();
    let mut rated_players: Vec<(usize, f64, f64)> =
        (0..ratings.len()).filter_map(|i| ratings[i].elo.map(|elo| (i, elo.value, elo.error))).collect();
    if rated_players.is_empty() {
        return String::new();
    }
    rated_players.sort_by(|a, b| b.1.total_cmp(&a.1));
    // An error bar of a player who won everything is as wide as one likes: the picture ends a little past the points.
    let reach =
        rated_players.iter().map(|(_, value, error)| value.abs() + error.min(250.0)).fold(50.0, f64::max) * 1.05;
    let x = |elo: f64| LEFT + (elo.clamp(-reach, reach) + reach) / (2.0 * reach) * (WIDTH - LEFT - 20.0);
    let height = ROW * rated_players.len() as f64 + 40.0;
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"ratings with 95 % error bars\" class=\"plot\">\n"
    );
    let step =
        [10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 5000.0].into_iter().find(|s| reach / s <= 6.0).unwrap_or(1e4);
    let ticks = (reach / step) as i32;
    for tick in -ticks..=ticks {
        let (elo, bottom) = (f64::from(tick) * step, height - 22.0);
        let class = if tick == 0 { "axis" } else { "grid" };
        let _ = writeln!(
            out,
            "<line class=\"{class}\" x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"4\" y2=\"{bottom}\"/>\
             <text class=\"tick\" x=\"{0:.1}\" y=\"{1}\">{2}</text>",
            x(elo),
            height - 6.0,
            if tick == 0 { "0".to_owned() } else { format!("{elo:+.0}") }
        );
    }
    for (row, (player, value, error)) in rated_players.iter().enumerate() {
        let y = 18.0 + ROW * row as f64;
        let name: String = standing.names()[*player].chars().take(26).collect();
        let _ = writeln!(
            out,
            "<g><title>{}: {}</title><text class=\"label\" x=\"{}\" y=\"{}\">{}</text>\
             <line class=\"bar\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y}\" y2=\"{y}\"/>\
             <circle class=\"dot\" cx=\"{:.1}\" cy=\"{y}\" r=\"5\"/></g>",
            escape(&standing.names()[*player]),
            rated(ratings[*player].elo),
            LEFT - 12.0,
            y + 4.0,
            escape(&name),
            x(value - error),
            x(value + error),
            x(*value)
        );
    }
    out + "</svg>\n"
}
