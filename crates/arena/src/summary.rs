//! The results for programs: one JSON object.

use serde_json::{Value, json};

use crate::event::{End, Event};
use crate::standing::{Meeting, Results, Scheme, Standing};
use crate::stats::{Interval, Verdict};

/// Everything the tables say, as one JSON object. Numbers that do not exist are `null`.
pub fn summary(event: &Event, standing: &Standing, end: End, scheme: Scheme) -> Value {
    let ratings = standing.ratings();
    let players: Vec<Value> = standing
        .ranking(scheme)
        .into_iter()
        .map(|player| {
            let line = standing.line(player);
            let boards = standing.boards().iter().zip(&line.by_board);
            let points = Scheme::NAMES.map(|(scheme, name)| (name.to_owned(), json!(standing.points(player, scheme))));
            json!({
                "name": standing.names()[player],
                "kind": event.players[player].kind.to_string(),
                "control": event.control_of(player).to_string(),
                "elo": interval(ratings[player].elo),
                "points": Value::Object(points.into_iter().collect()),
                "results": results(&line.all),
                "as_first": results(&line.by_side[0]),
                "as_second": results(&line.by_side[1]),
                "by_board": boards.map(|(rules, found)| (rules.to_string(), results(found))).collect::<serde_json::Map<_, _>>(),
                "faults": line.faults.iter().map(|(kind, n)| (kind.word().to_owned(), json!(n))).collect::<serde_json::Map<_, _>>(),
                "slowest_ms": line.slowest.as_millis() as u64,
            })
        })
        .collect();
    let n = standing.names().len();
    let meetings: Vec<Value> = (0..n)
        .flat_map(|a| (a + 1..n).map(move |b| (a, b)))
        .filter(|(a, b)| standing.meeting(*a, *b).results.games() > 0)
        .map(|(a, b)| meeting(event, standing, a, b))
        .collect();
    let end = match end {
        End::Complete => "complete",
        End::Decided(Verdict::H0) => "h0",
        End::Decided(Verdict::H1) => "h1",
        End::Decided(Verdict::Open) | End::CalledOff => "called-off",
        End::Failed => "failed",
    };
    json!({
        "format": "filetto-standing", "version": 1, "end": end, "games": standing.games(), "of": event.games(),
        "scheme": scheme.name(), "players": players, "meetings": meetings,
    })
}

fn meeting(event: &Event, standing: &Standing, a: usize, b: usize) -> Value {
    let Meeting { results: found, pairs, split } = standing.meeting(a, b);
    json!({
        "players": [standing.names()[a], standing.names()[b]],
        "results": results(&found),
        "pentanomial": pairs.0,
        "split_pairs": split,
        "elo": interval(pairs.elo()),
        "nelo": interval(pairs.nelo()),
        "los": pairs.los(),
        "llr": event.sprt.and_then(|sprt| sprt.llr(&pairs)),
    })
}

pub(crate) fn results(found: &Results) -> Value {
    json!({"wins": found.wins, "draws": found.draws, "losses": found.losses})
}

fn interval(found: Option<Interval>) -> Value {
    found.map_or(Value::Null, |found| json!({"value": found.value, "error": found.error}))
}
