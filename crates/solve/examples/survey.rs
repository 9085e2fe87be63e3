//! `survey gravity|free CELLS NODES [K [FROM]]`: solves every board of FROM to CELLS cells that no rule decides, within so
//! many nodes; `survey boards NODES BOARD…`: solves these. Prints lines for `atlas/values.csv`, with the value after each first
//! move where all of them together take no more nodes either.

#![allow(clippy::print_stdout)]

use std::ops::ControlFlow;

use filetto_rules::{Board, Cell, Game, Rules, Symmetry};
use filetto_solve::atlas::{Atlas, Reason};
use filetto_solve::certificate::Game as Kind;
use filetto_solve::free::{Limits, Question, Solver};
use filetto_solve::{News, Value, Valuer};

const TABLE: usize = 64 << 20;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| args.get(index).and_then(|text| text.parse::<usize>().ok());
    let gravity = args.first().is_some_and(|kind| kind == "gravity");
    if let ["boards", nodes, boards @ ..] = &args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        let nodes = nodes.parse().expect("a number of nodes");
        return boards.iter().for_each(|board| survey(board.parse().expect("a board"), nodes));
    }
    let (Some(cells), Some(nodes)) = (number(1), number(2)) else {
        return println!("survey gravity|free CELLS NODES [K [FROM]], or survey boards NODES BOARD…");
    };
    for k in number(3).map_or(3..=8, |k| k..=k) {
        for rows in 1..=cells {
            for cols in if gravity { 1 } else { rows }..=cells / rows {
                if let Ok(rules) = Rules::new(rows, cols, k, gravity)
                    && rules.cells() >= number(4).unwrap_or(0)
                {
                    survey(rules, nodes as u64);
                }
            }
        }
    }
}

fn survey(rules: Rules, nodes: u64) {
    if Atlas::get().rows(rules).iter().any(|row| matches!(row.reason, Reason::Rule(_))) {
        return;
    }
    let limit = |spent: u64| {
        move |news: &News| match news.nodes + spent < nodes {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    };
    let valuer = Valuer::new(rules, TABLE, 1).expect("a board that a solver takes");
    let game = Game::new(rules);
    let found = valuer.value(&game, rules.gravity(), &mut limit(0)).expect("the empty board");
    let Some(value) = found.value else { return };
    // With gravity one move of each pair of mirror images, without one of each class of the symmetries.
    let mut letters = vec![None; if rules.gravity() { rules.cols() } else { rules.cells() }];
    let mut spent = 0;
    for cell in game.board().legal_moves() {
        let place = |cell: Cell| cell.row() * rules.cols() + cell.col();
        if letters[place(cell)].is_some() {
            continue;
        }
        let mut next = game.clone();
        next.play(cell).expect("a legal move");
        let after = if next.outcome().is_over() {
            Some(Value::of(next.outcome().winner()))
        } else {
            let found = valuer.value(&next, false, &mut limit(spent)).expect("a legal position");
            spent += found.nodes;
            found.value
        };
        let letter = after.map(|value| match value {
            Value::First => 'W',
            Value::Draw => 'D',
            Value::Second => 'L',
        });
        Symmetry::of(rules).for_each(|symmetry| letters[place(symmetry.map(rules, cell))] = letter);
        if letter.is_none() {
            break;
        }
    }
    let letters = letters.into_iter().collect::<Option<String>>().unwrap_or_default();
    let kind = match value {
        _ if rules.gravity() => "exact",
        Value::Draw if is_weak(rules, nodes) => "weak draw",
        Value::Draw => "strong draw",
        _ => "strong win",
    };
    let last = found.plies.map_or(String::new(), |plies| plies.to_string());
    println!("{rules},{},{kind},search,{},{last},{letters},", value.word(), found.nodes);
}

/// Whether the draw is one of the weak game.
fn is_weak(rules: Rules, nodes: u64) -> bool {
    let question = Question { rules, game: Kind::Weak, attacker: filetto_rules::Side::First, moves: Vec::new() };
    let mut solver =
        Solver::new(question, Limits { nodes, table: TABLE, ..Limits::default() }).expect("a board without gravity");
    solver.solve(&mut |_| ControlFlow::Continue(())).wins == Some(false)
}
