//! `filetto tree`: the game tree of a small position, drawn.

use anyhow::Result;
use filetto_engine::lab::{Tree, affordable_depth, tree_picture};
use filetto_rules::draw;
use serde_json::json;

use super::analyse::{score_json, score_words};
use crate::files;
use crate::terminal::{bad_input, print};

mod leaves;

pub(crate) fn run(args: &super::lab::Tree) -> Result<()> {
    if let Some(text) = &args.leaves {
        return leaves::run(args, text);
    }
    let game = args.position().read()?.game;
    if game.outcome().is_over() {
        return Err(bad_input(format!("there is no tree: {}", draw::caption(&game))));
    }
    let most = args.nodes as usize;
    let depth = args.depth.unwrap_or_else(|| affordable_depth(&game, 200));
    let tree = Tree::of(&game, depth, &args.heuristic, most).map_err(bad_input)?;
    if let Some(path) = &args.svg {
        return files::write(path, tree_picture(&tree).as_bytes());
    }
    if args.json {
        let nodes = tree.nodes.iter().map(|node| {
            json!({
                "move": node.cell.map(|cell| cell.to_string()),
                "parent": node.parent,
                "ply": node.ply,
                "value": node.value.map(score_json),
                "cut": node.value.is_none(),
            })
        });
        return print(format!(
            "{}\n",
            json!({"rules": game.rules().to_string(), "depth": depth, "nodes": nodes.collect::<Vec<_>>()})
        ));
    }
    print(as_text(&tree))
}

/// An indented list: children under their parents, in the order they were looked at.
fn as_text(tree: &Tree) -> String {
    let mut text = String::new();
    let mut open = vec![0];
    while let Some(i) = open.pop() {
        let node = &tree.nodes[i];
        let indent = "  ".repeat(node.ply as usize);
        let name = node.cell.map_or("root".to_owned(), |cell| cell.to_string());
        let kind = if node.ply.is_multiple_of(2) { "max" } else { "min" };
        text += &match node.value {
            Some(value) => format!("{indent}{name}  {kind} {}\n", score_words(value)),
            None => format!("{indent}{name}  cut\n"),
        };
        let children: Vec<usize> = tree.children(i).collect();
        open.extend(children.into_iter().rev());
    }
    text
}
