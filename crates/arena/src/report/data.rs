//! The games as the page's script reads them.

use filetto_rules::{Outcome, Side};
use serde_json::{Value, json};

use crate::game::Played;
use crate::pair::Pair;
use crate::text::ending;

/// All games as JSON that may stand inside a script element: nothing in it can end the element.
pub(super) fn games(pairs: &[&Pair]) -> String {
    let games: Vec<Value> = pairs.iter().flat_map(|pair| pair.games.iter().map(|played| game(pair, played))).collect();
    Value::Array(games).to_string().replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

fn game(pair: &Pair, played: &Played) -> Value {
    let rules = pair.rules;
    let result = match played.game.outcome() {
        Outcome::Win(Side::First) => 1,
        Outcome::Win(Side::Second) => 2,
        Outcome::Draw | Outcome::Ongoing => 0,
    };
    json!({
        "board": rules.to_string(),
        "rows": rules.rows(),
        "cols": rules.cols(),
        "k": rules.k(),
        "first": played.game.name(Side::First),
        "second": played.game.name(Side::Second),
        // A cell as one number: row from the bottom times columns plus column.
        "moves": played.game.cells().map(|cell| cell.row() * rules.cols() + cell.col()).collect::<Vec<_>>(),
        "ms": played.game.moves().iter().map(|made| made.time.map(|time| time.as_millis() as u64)).collect::<Vec<_>>(),
        "opening": pair.opening,
        "result": result,
        "fault": played.fault.is_some(),
        "ending": ending(played),
    })
}
