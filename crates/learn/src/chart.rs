//! The curves of a training: in characters for a terminal, as a page with pictures.

use std::fmt::Write as _;

use crate::training::Entry;

/// A curve in characters: `values` from left to right, its range written beside it.
pub fn plot(title: &str, values: &[f64], width: usize, height: usize) -> String {
    let (Some(low), Some(high)) = (values.iter().copied().reduce(f64::min), values.iter().copied().reduce(f64::max))
    else {
        return String::new();
    };
    let (width, height) = (width.max(1).min(values.len()), height.max(2));
    let span = (high - low).max(f64::MIN_POSITIVE);
    // Each column shows the mean of its share of the values.
    let column = |i: usize| {
        let part =
            &values[i * values.len() / width..((i + 1) * values.len() / width).max(i * values.len() / width + 1)];
        let mean = part.iter().sum::<f64>() / part.len() as f64;
        ((mean - low) / span * (height - 1) as f64).round() as usize
    };
    let marks: Vec<usize> = (0..width).map(column).collect();
    let mut text = format!("{title}\n");
    for row in (0..height).rev() {
        let label = if row == height - 1 {
            high
        } else if row == 0 {
            low
        } else {
            f64::NAN
        };
        let label = if label.is_nan() { String::new() } else { format!("{label:.3}") };
        let line: String = marks.iter().map(|&mark| if mark == row { '*' } else { ' ' }).collect();
        let _ = writeln!(text, "{label:>8} |{}", line.trim_end());
    }
    text
}

/// What a training shows over its generations.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What it is.
    pub name: String,
    /// Each generation that has a value, and the value.
    pub points: Vec<(f64, f64)>,
}

/// The curves that a log has.
pub fn curves(log: &[Entry]) -> Vec<Curve> {
    let by = |name: &str, value: &dyn Fn(&Entry) -> Option<f64>| {
        let points = log.iter().filter_map(|entry| value(entry).map(|value| (f64::from(entry.generation), value)));
        Curve { name: name.to_owned(), points: points.collect() }
    };
    let mut curves = vec![
        by("loss of the policy", &|entry| Some(entry.policy_loss)),
        by("loss of the value", &|entry| Some(entry.value_loss)),
    ];
    let mut simulations: Vec<u32> = log.iter().flat_map(|entry| entry.measured.iter().map(|(n, _)| *n)).collect();
    simulations.sort_unstable();
    simulations.dedup();
    for n in simulations {
        let who = if n == 0 { "the policy alone".to_owned() } else { format!("{n} simulations") };
        let of = |entry: &Entry| entry.measured.iter().find(|(m, _)| *m == n).map(|(_, measured)| *measured);
        curves
            .push(by(&format!("moves that keep the value, {who}"), &|entry| of(entry).map(|measured| measured.keeps)));
        curves.push(by(&format!("perfect moves, {who}"), &|entry| of(entry).map(|measured| measured.perfect)));
    }
    curves.push(by("points against the last network that passed the gate", &|entry| entry.gate));
    curves.retain(|curve| !curve.points.is_empty());
    curves
}

/// A page with a picture of every curve; it asks the browser to load it again while the training goes on.
pub fn page(board: &str, log: &[Entry]) -> String {
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"30\">\
         <title>{board} is learnt</title><style>body{{font:15px sans-serif;margin:2em;max-width:60em}}\
         svg{{border:1px solid #ccc;background:#fff}}</style></head><body><h1>{board}</h1>"
    );
    if let Some(last) = log.last() {
        let _ = write!(
            html,
            "<p>Generation {}, {} games, {} positions, {:.2} core-hours.</p>",
            last.generation, last.games, last.positions, last.core_hours
        );
    }
    for Curve { name, points } in curves(log) {
        let _ = write!(html, "<h2>{name}</h2>{}", picture(&points));
    }
    html + "</body></html>\n"
}

/// All curves in one picture, one below the other.
pub fn sheet(board: &str, log: &[Entry]) -> String {
    let curves = curves(log);
    let (height, step) = (curves.len() * 190 + 10, 190);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 {height}\" width=\"640\" height=\"{height}\">\
         <rect width=\"640\" height=\"{height}\" fill=\"#fff\"/>"
    );
    for (i, Curve { name, points }) in curves.iter().enumerate() {
        let _ = write!(
            svg,
            "<text x=\"50\" y=\"{}\" font-family=\"sans-serif\" font-size=\"14\" font-weight=\"600\">{board}: {name}</text>\
             <g transform=\"translate(0 {})\">{}</g>",
            i * step + 20,
            i * step + 26,
            picture(points)
        );
    }
    svg + "</svg>\n"
}

/// A curve as SVG.
pub fn picture(points: &[(f64, f64)]) -> String {
    let (width, height, left) = (640.0, 160.0, 50.0);
    let last = points.last().map_or(1.0, |point| point.0.max(1.0));
    let low = points.iter().map(|point| point.1).fold(f64::INFINITY, f64::min);
    let high = points.iter().map(|point| point.1).fold(f64::NEG_INFINITY, f64::max);
    let span = (high - low).max(1e-9);
    let place = |&(x, y): &(f64, f64)| {
        format!(
            "{:.1},{:.1}",
            left + x / last * (width - left - 10.0),
            height - 20.0 - (y - low) / span * (height - 40.0)
        )
    };
    let line: Vec<String> = points.iter().map(place).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\
         <polyline fill=\"none\" stroke=\"#1565c0\" stroke-width=\"2\" points=\"{}\"/>\
         <g font-family=\"sans-serif\" font-size=\"12\"><text x=\"4\" y=\"24\">{high:.3}</text>\
         <text x=\"4\" y=\"{:.0}\">{low:.3}</text><text x=\"{left}\" y=\"{:.0}\">generations 1 to {last}</text></g></svg>",
        line.join(" "),
        height - 20.0,
        height - 4.0
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rising_curve_goes_from_the_lower_left_to_the_upper_right() {
        let drawn = plot("share", &[0.0, 0.25, 0.5, 0.75, 1.0], 5, 5);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[1], "   1.000 |    *");
        assert_eq!(lines[5], "   0.000 |*");
        assert_eq!(plot("nothing", &[], 5, 5), "");
    }

    #[test]
    fn the_page_has_a_picture_for_every_curve_of_the_log() {
        let entry = Entry { generation: 1, policy_loss: 1.5, value_loss: 0.6, gate: Some(0.5), ..Entry::default() };
        let html = page("3x3x3", &[entry]);
        assert_eq!(html.matches("<svg").count(), 3);
        assert!(html.contains("Generation 1") && html.contains("loss of the policy"));
        let entry = Entry { generation: 1, policy_loss: 1.5, ..Entry::default() };
        assert_eq!(sheet("3x3x3", &[entry]).matches("<svg").count(), 1 + 2);
    }
}
