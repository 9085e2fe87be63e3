//! `import OUT FILE…`: turns pairings and depth-2 draws that others found, in JSON, into certificates in the folder OUT.
//!
//! A pairing is `{"m": rows, "n": cols, "k": k, "pairs": [[[r,c],[r,c]], …]}`; a draw has `cases` of `x`, `o` and `pairs`
//! instead; a pattern of the plane has `period` and pairs `[row, col, direction, distance]`.

#![allow(clippy::disallowed_methods, clippy::print_stdout)]

use std::path::Path;

use filetto_rules::{Cell, Placement, Rules, Side};
use filetto_solve::certificate::{self, Claim, Game, Opening, Prepared, Tile};
use serde_json::Value;

fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

fn cell(value: &Value) -> Cell {
    Cell::new(number(&value[0]), number(&value[1]))
}

fn list<T>(value: &Value, item: impl Fn(&Value) -> T) -> Vec<T> {
    value.as_array().expect("a list").iter().map(item).collect()
}

fn certificate(data: &Value) -> (String, Vec<u8>) {
    let k = number(&data["k"]);
    if !data["period"].is_null() {
        let (rows, period) = (number(&data["period"][0]), number(&data["period"][1]));
        let step = |direction: usize| [(0, 1), (1, 0), (1, 1), (1, -1)][direction];
        // One period further up and right nothing is negative.
        let ends = |pair: &Value| {
            let [row, col, direction, distance] = [0, 1, 2, 3].map(|i| number(&pair[i]));
            let (up, right) = step(direction);
            let end = (row + rows + up * distance, (col + period).strict_add_signed(right * distance as isize));
            [(row + rows, col + period), end]
        };
        let cells: Vec<(usize, usize)> = list(&data["pairs"], ends).concat();
        let targets: Vec<Vec<u16>> = (0..cells.len() as u16 / 2).map(|pair| vec![2 * pair, 2 * pair + 1]).collect();
        let pairs = targets.iter().map(|pair| [0, 1].map(|i| Cell::new(0, pair[i].into()))).collect();
        let tile = Tile { strip: None, k, period, rows: (rows, 0), cells, targets };
        let mut strategy = Prepared::pairing(Rules::new(1, 64, 2, Placement::Free).expect("rules"), pairs);
        return (format!("plane_k{k}"), tile.certificate(&mut strategy).expect("a complete strategy"));
    }
    let rules = Rules::new(number(&data["m"]), number(&data["n"]), k, Placement::Free).expect("rules");
    let pairs = |value: &Value| list(value, |pair| [cell(&pair[0]), cell(&pair[1])]);
    let (kind, mut strategy) = if data["cases"].is_null() {
        ("pairing", Prepared::pairing(rules, pairs(&data["pairs"])))
    } else {
        let opening =
            |case: &Value| Opening { first: cell(&case["x"]), reply: cell(&case["o"]), pairs: pairs(&case["pairs"]) };
        ("depth2", Prepared::openings(rules, list(&data["cases"], opening)))
    };
    let claim = Claim { rules, game: Game::Weak, who: Side::Second, wins: false, after: Vec::new() };
    (format!("{rules}_weak_draw_{kind}"), certificate::write(&claim, &mut strategy).expect("a complete strategy"))
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (out, files) = args.split_first().expect("import OUT FILE…");
    for file in files {
        let data = std::fs::read_to_string(file).expect("a readable file");
        let (name, bytes) = certificate(&serde_json::from_str(&data).expect("JSON"));
        println!("{name} {} bytes", bytes.len());
        std::fs::write(Path::new(out).join(name + ".cert"), bytes).expect("a writable folder");
    }
}
