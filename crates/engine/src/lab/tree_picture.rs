//! The game tree as a picture: what the laboratory draws on paper.
//!
//! Up-pointing triangles maximise, down-pointing ones minimise, squares are ends or the depth's end; under each its worth to the
//! player to move at the root. Cut moves are dashed stubs with a bar across. The line that is played is drawn strong.

use std::fmt::Write;

use filetto_search::Score;

use super::Tree;

const STEP: f64 = 46.0;
const LEVEL: f64 = 92.0;

/// A stand-alone SVG document.
pub fn tree_picture(tree: &Tree) -> String {
    let places = places(tree);
    let depth = tree.nodes.iter().map(|node| node.ply).max().unwrap_or(0);
    let width = places.iter().copied().fold(0.0, f64::max) + STEP;
    let height = LEVEL * f64::from(depth) + 110.0;
    let at = |node: usize| (places[node] + STEP / 2.0, 40.0 + LEVEL * f64::from(tree.nodes[node].ply));
    let visited = tree.nodes.iter().filter(|node| node.value.is_some()).count();
    let cut = tree.nodes.len() - visited;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" role=\"img\" aria-labelledby=\"t\">\n\
         <title id=\"t\">Game tree: {visited} positions visited by alpha-beta, {cut} moves cut</title>\n{STYLE}\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n"
    );
    let played = played(tree);
    for (i, node) in tree.nodes.iter().enumerate() {
        let Some(parent) = node.parent else { continue };
        let ((x1, y1), (x2, y2)) = (at(parent), at(i));
        let label = node.cell.map(|cell| cell.to_string()).unwrap_or_default();
        let (mx, my) = ((x1 + 2.0 * x2) / 3.0, (y1 + 2.0 * y2) / 3.0);
        let class = match node.value {
            None => "edge cut",
            Some(_) if played.contains(&i) => "edge played",
            Some(_) => "edge",
        };
        let _ = writeln!(out, "<path class=\"{class}\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\"/>");
        if node.value.is_none() {
            let _ = writeln!(out, "<path class=\"bar\" d=\"M{:.1} {my:.1}h14\"/>", mx - 7.0);
        }
        let _ = writeln!(out, "<text class=\"move\" x=\"{mx:.1}\" y=\"{:.1}\">{label}</text>", my - 5.0);
    }
    for (i, node) in tree.nodes.iter().enumerate() {
        let Some(value) = node.value else { continue };
        let (x, y) = at(i);
        let inner = tree.children(i).next().is_some();
        let shape = match (inner, node.ply.is_multiple_of(2)) {
            (true, true) => format!("<path class=\"max\" d=\"M{x:.1} {:.1}l13 22h-26z\"/>", y - 13.0),
            (true, false) => format!("<path class=\"min\" d=\"M{x:.1} {:.1}l13-22h-26z\"/>", y + 13.0),
            (false, _) => {
                format!("<rect class=\"leaf\" x=\"{:.1}\" y=\"{:.1}\" width=\"18\" height=\"18\"/>", x - 9.0, y - 9.0)
            }
        };
        let (alpha, beta) = node.window;
        let _ = writeln!(
            out,
            "<g>{shape}<title>window ({}, {})</title><text class=\"value\" x=\"{x:.1}\" y=\"{:.1}\">{}</text></g>",
            words(alpha),
            words(beta),
            y + 27.0,
            words(value)
        );
    }
    out + "</svg>\n"
}

/// Leaves side by side, parents over the middle of their children.
fn places(tree: &Tree) -> Vec<f64> {
    let mut places = vec![0.0; tree.nodes.len()];
    let mut spans: Vec<Option<(f64, f64)>> = vec![None; tree.nodes.len()];
    let mut leaves = 0;
    // The nodes are in the order they were entered, but a cut child comes after its brothers' subtrees: leaves from left to right
    // in that order, then parents, which all come before their children, from the back.
    let mut has_children = vec![false; tree.nodes.len()];
    tree.nodes.iter().filter_map(|node| node.parent).for_each(|parent| has_children[parent] = true);
    for i in 0..tree.nodes.len() {
        if !has_children[i] {
            places[i] = STEP * f64::from(leaves);
            leaves += 1;
        }
    }
    for i in (0..tree.nodes.len()).rev() {
        if let Some((left, right)) = spans[i] {
            places[i] = (left + right) / 2.0;
        }
        if let Some(parent) = tree.nodes[i].parent {
            let (left, right) = spans[parent].unwrap_or((places[i], places[i]));
            spans[parent] = Some((left.min(places[i]), right.max(places[i])));
        }
    }
    places
}

/// The nodes of the line of best play: at each the first child with its parent's value.
fn played(tree: &Tree) -> Vec<usize> {
    let mut line = Vec::new();
    let mut node = 0;
    while let Some(child) = tree
        .children(node)
        .find(|&child| tree.nodes[child].value.is_some() && tree.nodes[child].value == tree.nodes[node].value)
    {
        line.push(child);
        node = child;
    }
    line
}

/// A worth in few characters: wins and losses in so many plies, else the number.
fn words(score: Score) -> String {
    match score.plies() {
        _ if score <= Score::LOWEST => "-∞".to_owned(),
        _ if score >= Score::HIGHEST => "+∞".to_owned(),
        Some(plies) if score.is_win() => format!("W{plies}"),
        Some(plies) => format!("L{plies}"),
        None => format!("{}", score.raw()),
    }
}

const STYLE: &str = "<style>\n\
    .paper { fill: #fbfaf7 } .edge { stroke: #8d8778; fill: none } .played { stroke: #2b2b2b; stroke-width: 3 }\n\
    .cut { stroke-dasharray: 3 4; opacity: .6 } .bar { stroke: #a3271f; stroke-width: 3 }\n\
    .max { fill: #d4e4f6; stroke: #1d5fa8 } .min { fill: #f8dfc9; stroke: #b3520e } .leaf { fill: #f2efe6; stroke: #6b665c }\n\
    text { font: 12px system-ui, sans-serif; text-anchor: middle; fill: #3b382f } .move { fill: #6b665c; font-size: 11px } .value { font-weight: 600 }\n\
    text { paint-order: stroke; stroke: #fbfaf7; stroke-width: 4px }\n\
    @media (prefers-color-scheme: dark) {\n\
    .paper { fill: #1f2124 } .edge { stroke: #7a7d82 } .played { stroke: #f0f0f0 } .max { fill: #1c3a5a } .min { fill: #573415 } .leaf { fill: #303338 }\n\
    text { fill: #e4e4e4; stroke: #1f2124 } .move { fill: #a5a8ad } .bar { stroke: #ef7a70 }\n}\n</style>\n";

#[cfg(test)]
mod tests {
    use filetto_rules::{Game, Rules, read_moves};

    use super::*;
    use crate::heuristics::Heuristic;

    #[test]
    fn every_node_edge_and_cut_is_drawn_and_leaves_do_not_overlap() {
        let mut game = Game::new(Rules::TICTACTOE);
        for cell in read_moves(&game, "a1 b2 c3 b1 b3", None).unwrap().moves {
            game.play(cell).unwrap();
        }
        let tree = Tree::of(&game, 4, &Heuristic::named("chua").unwrap(), 500).unwrap();
        let picture = tree_picture(&tree);
        let visited = tree.nodes.iter().filter(|node| node.value.is_some()).count();
        assert_eq!(picture.matches("<g>").count(), visited);
        assert_eq!(picture.matches("class=\"edge").count(), tree.nodes.len() - 1);
        assert_eq!(picture.matches("edge cut").count(), tree.nodes.len() - visited);
        let places = places(&tree);
        let mut deepest: Vec<f64> =
            (0..tree.nodes.len()).filter(|&i| tree.children(i).next().is_none()).map(|i| places[i]).collect();
        deepest.sort_by(f64::total_cmp);
        assert!(deepest.windows(2).all(|pair| pair[1] - pair[0] >= STEP - 1e-9));
    }
}
