//! The atlas for the page: the map of values, and what is known of one board.

use std::sync::OnceLock;

use filetto_rules::{Placement, Rules};
use filetto_solve::atlas::{Atlas, Evidence, Reason};

use crate::Host;
use crate::desk::Refusal;
use crate::messages::{AtlasBoard, AtlasRow, Code, FirstMove, Reply};

/// The part of the world that the map shows: K, and the longest side, without and with gravity.
const FREE: (std::ops::RangeInclusive<usize>, usize) = (3..=9, 19);
const FALLING: (std::ops::RangeInclusive<usize>, usize) = (3..=6, 10);

/// Every board of the map whose value is known.
pub(crate) fn boards() -> Vec<AtlasBoard> {
    static BOARDS: OnceLock<Vec<AtlasBoard>> = OnceLock::new();
    BOARDS.get_or_init(|| world().filter_map(board).collect()).clone()
}

fn world() -> impl Iterator<Item = Rules> {
    [(FREE, false), (FALLING, true)].into_iter().flat_map(|((ks, longest), gravity)| {
        ks.flat_map(move |k| (1..=longest).flat_map(move |rows| (1..=longest).map(move |cols| (rows, cols, k))))
            .filter_map(move |(rows, cols, k)| Rules::new(rows, cols, k, Placement::with_gravity(gravity)).ok())
    })
}

fn board(rules: Rules) -> Option<AtlasBoard> {
    let row = Atlas::get().lookup(rules)?;
    let family = match row.reason {
        Reason::Fact(fact) if fact.ground.board().is_none() => Some(fact.ground.to_string()),
        _ => None,
    };
    Some(AtlasBoard { rules: rules.to_string(), value: row.value.word(), how: row.how(), family })
}

/// What is known of a board.
pub(crate) fn chart(id: u32, text: &str, host: &Host) -> Result<Reply, Refusal> {
    let rules: Rules =
        text.parse().map_err(|error: filetto_rules::RulesError| Refusal(Code::BadGame, error.to_string()))?;
    let found = Atlas::get().rows(rules);
    let rows = found.iter().map(|row| AtlasRow {
        value: row.value.word(),
        how: row.how(),
        kind: row.kind.word(),
        source: row.source(),
    });
    let first_moves = Atlas::get().first_moves(rules).unwrap_or_default();
    Ok(Reply::Chart {
        id,
        rules: rules.to_string(),
        rows: rows.collect(),
        first_moves: first_moves
            .into_iter()
            .map(|first| FirstMove { cell: first.cell.to_string(), value: first.value.word() })
            .collect(),
        certificates: certificates(rules, host),
    })
}

/// The names of the certificates of a board that can be fetched.
pub(crate) fn certificates(rules: Rules, host: &Host) -> Vec<String> {
    let mut certificates: Vec<String> = Atlas::get()
        .rows(rules)
        .iter()
        .filter_map(|row| match row.fact()?.evidence {
            Evidence::Certificate(files) => Some(files),
            _ => None,
        })
        .flat_map(|files| files.split(' '))
        .filter(|name| (host.has_certificate)(name))
        .map(str::to_owned)
        .collect();
    certificates.sort();
    certificates.dedup();
    certificates
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_there(name: &str) -> bool {
        name == "3x3x3_strong_draw.cert"
    }

    #[test]
    fn the_map_knows_what_everybody_knows() {
        let map = boards();
        let value = |rules: &str| map.iter().find(|board| board.rules == rules).map(|board| board.value);
        assert_eq!((value("3x3x3"), value("6x7x4g"), value("4x3x3")), (Some("draw"), Some("first"), Some("first")));
        assert_eq!(value("10x10x5"), None, "nobody knows");
        assert_eq!(
            (value("15x15x5"), value("19x19x3")),
            (Some("first"), Some("first")),
            "the large boards that are played"
        );
        let family = |rules: &str| map.iter().find(|board| board.rules == rules).and_then(|board| board.family.clone());
        assert!(map.iter().any(|board| board.family.is_some()), "families are told as such");
        assert_eq!(family("3x3x3"), None);
        assert!(map.len() > 500, "{}", map.len());
    }

    #[test]
    fn a_board_has_its_reasons_its_first_moves_and_its_certificate() {
        let host = Host { has_certificate: is_there, ..Host::default() };
        let Ok(Reply::Chart { rows, first_moves, certificates, .. }) = chart(1, "3x3x3", &host) else { panic!() };
        assert_eq!((rows[0].value, rows[0].how, first_moves.len()), ("draw", "certificate", 9));
        assert_eq!(certificates, ["3x3x3_strong_draw.cert"]);
        assert!(matches!(chart(1, "nonsense", &host), Err(Refusal(Code::BadGame, _))));
        let Ok(Reply::Chart { rows, .. }) = chart(1, "10x10x5", &host) else { panic!() };
        assert!(rows.is_empty());
    }
}
