//! Node counts as a picture.

use std::fmt::Write;

use super::Row;

const LEFT: f64 = 210.0;
const WIDTH: f64 = 420.0;
const ROW: f64 = 26.0;

/// A bar for each algorithm, its length the logarithm of the nodes: a stand-alone SVG document.
pub fn chart(title: &str, rows: &[Row]) -> String {
    let most = rows.iter().map(|row| row.nodes).max().unwrap_or(1).max(10) as f64;
    let decades = most.log10().ceil().max(1.0);
    let height = 60.0 + ROW * rows.len() as f64 + 30.0;
    let total = LEFT + WIDTH + 130.0;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {total} {height}\" role=\"img\" aria-labelledby=\"t\">\n\
         <title id=\"t\">Nodes visited by each algorithm: {title}</title>\n{STYLE}\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
         <text class=\"title\" x=\"16\" y=\"28\">{title}: nodes visited (logarithmic)</text>\n"
    );
    let bottom = 50.0 + ROW * rows.len() as f64;
    for decade in 0..=decades as u32 {
        let x = LEFT + WIDTH * f64::from(decade) / decades;
        let _ = writeln!(
            out,
            "<path class=\"grid\" d=\"M{x:.1} 44V{bottom}\"/><text class=\"tick\" x=\"{x:.1}\" y=\"{}\">10<tspan dy=\"-5\" font-size=\"9\">{decade}</tspan></text>",
            bottom + 18.0
        );
    }
    for (i, row) in rows.iter().enumerate() {
        let y = 50.0 + ROW * i as f64;
        let length = WIDTH * (row.nodes.max(1) as f64).log10() / decades;
        let kind = if row.complete { "bar" } else { "bar unfinished" };
        let note = if row.complete { "" } else { " (stopped)" };
        let _ = writeln!(
            out,
            "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{}</text><rect class=\"{kind}\" x=\"{LEFT}\" y=\"{:.1}\" width=\"{length:.1}\" \
             height=\"16\"/><text class=\"count\" x=\"{:.1}\" y=\"{:.1}\">{}{note}</text>",
            LEFT - 8.0,
            y + 13.0,
            row.algorithm,
            y + 1.0,
            LEFT + length + 6.0,
            y + 13.0,
            row.nodes
        );
    }
    out + "</svg>\n"
}

const STYLE: &str = "<style>\n\
    .paper { fill: #fbfaf7 } .grid { stroke: #ddd8cc } .bar { fill: #1d5fa8 } .unfinished { fill-opacity: .35; stroke: #1d5fa8; stroke-dasharray: 4 3 }\n\
    text { font: 13px system-ui, sans-serif; fill: #3b382f } .title { font-size: 15px; font-weight: 600 }\n\
    .name { text-anchor: end } .tick { text-anchor: middle; fill: #6b665c }\n\
    @media (prefers-color-scheme: dark) {\n\
    .paper { fill: #1f2124 } .grid { stroke: #3c3f44 } .bar { fill: #7db4ee } .unfinished { stroke: #7db4ee } text { fill: #dcdcdc } .tick { fill: #a5a8ad }\n}\n</style>\n";
