//! The ratings as points with error bars.

use maud::{Markup, html};

use super::Report;
use crate::text::rated;

const ROW: f64 = 26.0;
const LEFT: f64 = 190.0;
const WIDTH: f64 = 760.0;

pub(super) fn ratings(report: &Report) -> Markup {
    let standing = report.standing;
    let ratings = standing.ratings();
    let mut rated_players: Vec<(usize, f64, f64)> =
        (0..ratings.len()).filter_map(|i| ratings[i].elo.map(|elo| (i, elo.value, elo.error))).collect();
    if rated_players.is_empty() {
        return Markup::default();
    }
    rated_players.sort_by(|a, b| b.1.total_cmp(&a.1));
    // An error bar of a player who won everything is as wide as one likes: the picture ends a little past the points.
    let reach =
        rated_players.iter().map(|(_, value, error)| value.abs() + error.min(250.0)).fold(50.0, f64::max) * 1.05;
    let x = |elo: f64| LEFT + (elo.clamp(-reach, reach) + reach) / (2.0 * reach) * (WIDTH - LEFT - 20.0);
    let height = ROW * rated_players.len() as f64 + 40.0;
    let step =
        [10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 5000.0].into_iter().find(|s| reach / s <= 6.0).unwrap_or(1e4);
    let ticks = (reach / step) as i32;
    let at = |elo: f64| format!("{:.1}", x(elo));
    html! {
        svg.plot viewBox=(format!("0 0 {WIDTH} {height}")) role="img" aria-label="ratings with 95 % error bars" {
            @for tick in -ticks..=ticks {
                @let elo = f64::from(tick) * step;
                line class=(if tick == 0 { "axis" } else { "grid" }) x1=(at(elo)) x2=(at(elo)) y1="4" y2=(height - 22.0) {}
                text.tick x=(at(elo)) y=(height - 6.0) { (if tick == 0 { "0".to_owned() } else { format!("{elo:+.0}") }) }
            }
            @for (row, (player, value, error)) in rated_players.iter().enumerate() {
                @let y = 18.0 + ROW * row as f64;
                @let name = &standing.names()[*player];
                g {
                    title { (name) ": " (rated(ratings[*player].elo)) }
                    text.label x=(LEFT - 12.0) y=(y + 4.0) { (name.chars().take(26).collect::<String>()) }
                    line.bar x1=(at(value - error)) x2=(at(value + error)) y1=(y) y2=(y) {}
                    circle.dot cx=(at(*value)) cy=(y) r="5" {}
                }
            }
        }
    }
}
