//! `filetto tree --leaves`: the paper exercise, step by step.

use std::fmt::Write;

use anyhow::Result;
use filetto_engine::lab::{Exercise, exercise, tree_picture};
use filetto_search::Score;
use serde_json::json;

use crate::commands::analyse::{score_json, score_words};
use crate::commands::lab::Tree as Args;
use crate::files;
use crate::terminal::{bad_input, print};

pub(super) fn run(args: &Args, text: &str) -> Result<()> {
    let number = |word: &str| word.parse::<i32>().map_err(|_| bad_input(format!("'{word}' is no whole number")));
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let values: Vec<i32> = words.map(number).collect::<Result<_>>()?;
    let done = exercise(&values, args.branching.map(|branching| branching as usize)).map_err(bad_input)?;
    if let Some(path) = &args.svg {
        return files::write(path, tree_picture(&done.tree).as_bytes());
    }
    if args.json {
        let nodes = done.tree.nodes.iter().map(|node| {
            json!({
                "move": node.cell.map(|cell| cell.to_string()),
                "parent": node.parent,
                "ply": node.ply,
                "value": node.value.map(score_json),
                "cut": node.value.is_none(),
            })
        });
        let rows = done
            .rows
            .iter()
            .map(|(name, value, nodes)| json!({"algorithm": name, "value": score_json(*value), "nodes": nodes}));
        let (rows, nodes): (Vec<_>, Vec<_>) = (rows.collect(), nodes.collect());
        return print(format!(
            "{}\n",
            json!({"branching": done.branching, "depth": done.depth, "algorithms": rows, "nodes": nodes})
        ));
    }
    print(as_text(&done))
}

/// The three results, the values of the full tree by both conventions, then alpha-beta step by step.
fn as_text(done: &Exercise) -> String {
    let mut text = format!("{} moves a position, {} plies\n\n", done.branching, done.depth);
    for (name, value, nodes) in &done.rows {
        let _ = writeln!(text, "{name:<11} value {:>5}  {nodes:>5} nodes", score_words(*value));
    }
    text += "\nMinimax takes the greatest child on max's turn and the least on min's; negamax takes the greatest of the\n\
             negated children on both, so its numbers change their sign at every ply. Alpha-beta:\n\n";
    step(done, 0, &mut text);
    let cut = done.tree.nodes.iter().filter(|node| node.value.is_none()).count();
    let _ = writeln!(text, "\n{cut} moves cut: {} nodes instead of {}", done.rows[2].2, done.rows[0].2);
    text
}

/// Enters a node, its children in turn, and leaves it.
fn step(done: &Exercise, i: usize, text: &mut String) {
    let node = &done.tree.nodes[i];
    let indent = "  ".repeat(node.ply as usize);
    let name = name(done, i);
    let Some(value) = node.value else {
        let _ = writeln!(text, "{indent}{name} is cut: the other player has something at least as good elsewhere");
        return;
    };
    let max = node.ply.is_multiple_of(2);
    let negamax = if max { value } else { -value };
    if node.ply == done.depth {
        let _ = writeln!(text, "{indent}{name} is the leaf {}", score_words(value));
        return;
    }
    // A window is kept for the player to move; the text tells it for max.
    let (alpha, beta) = if max { node.window } else { (-node.window.1, -node.window.0) };
    let kind = if max { "max" } else { "min" };
    let _ = writeln!(text, "{indent}{name} {kind}, window {} to {}", edge(alpha), edge(beta));
    let children: Vec<usize> = done.tree.children(i).collect();
    let was_cut = children.iter().any(|&child| done.tree.nodes[child].value.is_none());
    children.into_iter().for_each(|child| step(done, child, text));
    let bound = match (was_cut, max) {
        (false, _) => "",
        (true, true) => "at least ",
        (true, false) => "at most ",
    };
    let _ = writeln!(text, "{indent}{name} is worth {bound}{} (negamax: {})", score_words(value), score_words(negamax));
}

fn edge(score: Score) -> String {
    if score <= Score::LOWEST {
        "-∞".into()
    } else if score >= Score::HIGHEST {
        "+∞".into()
    } else {
        score_words(score)
    }
}

/// The way to a node: `root`, `b`, `b.c`.
fn name(done: &Exercise, i: usize) -> String {
    let mut parts = Vec::new();
    let mut at = i;
    while let Some(parent) = done.tree.nodes[at].parent {
        let cell = done.tree.nodes[at].cell.map(|cell| cell.to_string()).unwrap_or_default();
        parts.push(cell.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned());
        at = parent;
    }
    parts.reverse();
    if parts.is_empty() { "root".into() } else { parts.join(".") }
}
