//! A work item and its result: what they say, and their lines.
//!
//! An item is named by a hash of what it asks, so the same question has the same name wherever it is put, and a result can be kept and
//! counted once however often it comes.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// What an item's line calls itself.
const ITEM: &str = "filetto-work";
/// What a result's line calls itself.
const RESULT: &str = "filetto-result";
/// Both lines change together.
pub(crate) const VERSION: u32 = 1;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Work {
    /// A pair of games of an event: a slot in, a line of a ledger out.
    Pair {
        /// As `arena::Slot` writes it.
        slot: Value,
    },
    /// Games that a network plays against itself: a network in, samples out.
    SelfPlay {
        /// The board.
        board: String,
        /// The network, a model file in base 64.
        model: String,
        /// Simulations a move.
        simulations: u32,
        /// The number of the first game.
        first: usize,
        /// How many games.
        games: usize,
        /// Where all random numbers come from.
        seed: u64,
    },
    /// A leaf of a proof without gravity: does a side win, as far as so many nodes tell? Numbers out, and a certificate if it is decided.
    Leaf {
        /// The board.
        board: String,
        /// Whose lines count: `strong` or `weak`.
        game: String,
        /// Who wants to win: `first` or `second`.
        attacker: String,
        /// The moves played so far, as cells.
        moves: String,
        /// The most nodes.
        nodes: u64,
        /// The table, in megabytes.
        memory: u64,
    },
}

/// A work item.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    /// The hash.
    pub(crate) id: String,
    /// What it may take, in seconds of wall clock; whoever does it gives up then.
    pub(crate) seconds: u64,
    /// What is asked.
    pub(crate) work: Work,
}

#[derive(Serialize, Deserialize)]
struct ItemLine {
    format: String,
    version: u32,
    id: String,
    seconds: u64,
    work: Value,
}

impl Item {
    pub(crate) fn new(work: Work, seconds: u64) -> Item {
        let text = serde_json::to_value(&work).expect("strings and numbers only");
        Item { id: id(&text, seconds), seconds, work }
    }

    /// As a line, line end included.
    pub(crate) fn write_line(&self) -> String {
        let work = serde_json::to_value(&self.work).expect("strings and numbers only");
        let line = ItemLine { format: ITEM.into(), version: VERSION, id: self.id.clone(), seconds: self.seconds, work };
        serde_json::to_string(&line).expect("strings and numbers only") + "\n"
    }

    /// Reads a line. The error comes with the id, if the line has one.
    pub(crate) fn read_line(text: &str) -> Result<Item, (Option<String>, String)> {
        let value: Value = serde_json::from_str(text).map_err(|error| (None, format!("no work item: {error}")))?;
        let id_of = value.get("id").and_then(Value::as_str).map(str::to_owned);
        let wrong = |what: String| (id_of.clone(), what);
        let said = |key: &str| value.get(key).cloned().unwrap_or_default();
        if said("format") != ITEM {
            return Err(wrong(format!("no work item: its format must be \"{ITEM}\"")));
        }
        if said("version") != VERSION {
            let other = said("version");
            return Err(wrong(format!(
                "the item has version {other} and this program does version {VERSION}: install the same filetto everywhere"
            )));
        }
        let line: ItemLine =
            serde_json::from_value(value.clone()).map_err(|error| wrong(format!("no work item: {error}")))?;
        let hash = id(&line.work, line.seconds);
        if line.id != hash {
            return Err(wrong(format!("the item's id must be the hash of what it asks, {hash}")));
        }
        let work = serde_json::from_value(line.work).map_err(|error| wrong(format!("no work item: {error}")))?;
        Ok(Item { id: line.id, seconds: line.seconds, work })
    }
}

/// The hash of what is asked: sixteen hexadecimal digits of SHA-256 of the JSON text with sorted keys and of the seconds.
fn id(work: &Value, seconds: u64) -> String {
    let text = format!("{ITEM} {VERSION}\n{seconds}\n{}\n", sorted(work));
    Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// JSON with the keys of every object in order, whatever order they came in.
fn sorted(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let mut keys: Vec<&String> = map.keys().collect();
            keys.sort();
            let parts = keys.into_iter().map(|key| format!("{}:{}", Value::from(key.as_str()), sorted(&map[key])));
            format!("{{{}}}", parts.collect::<Vec<_>>().join(","))
        }
        Value::Array(list) => format!("[{}]", list.iter().map(sorted).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

/// What a worker says of an item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Reply {
    format: String,
    version: u32,
    /// The item's; none if the line had none.
    pub(crate) id: Option<String>,
    /// What came out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<Value>,
    /// Or why nothing did, in a sentence. Trying again would change nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    /// The machine that did it.
    pub(crate) host: String,
    /// What it took, in milliseconds.
    pub(crate) ms: u64,
}

impl Reply {
    pub(crate) fn new(id: Option<String>, outcome: Result<Value, String>, host: &str, ms: u64) -> Reply {
        let (result, error) = match outcome {
            Ok(result) => (Some(result), None),
            Err(error) => (None, Some(error)),
        };
        Reply { format: RESULT.into(), version: VERSION, id, result, error, host: host.to_owned(), ms }
    }

    pub(crate) fn write_line(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers only") + "\n"
    }

    pub(crate) fn read_line(text: &str) -> Result<Reply, String> {
        let reply: Reply = serde_json::from_str(text).map_err(|error| format!("no result: {error}"))?;
        match (&reply.result, &reply.error) {
            _ if reply.format != RESULT || reply.version != VERSION => Err(format!("no result of version {VERSION}")),
            (None, None) => Err("no result: it has neither result nor error".to_owned()),
            _ => Ok(reply),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn item() -> Item {
        Item::new(Work::Pair { slot: json!({"b": 1, "a": [true, {"z": 1, "y": "ü\""}]}) }, 60)
    }

    #[test]
    fn a_line_comes_back_as_the_item_that_was_written() {
        assert_eq!(Item::read_line(&item().write_line()), Ok(item()));
    }

    #[test]
    fn the_id_is_the_hash_of_the_question_in_any_order_of_keys() {
        let line = item().write_line();
        let mixed = line
            .replace(r#""work":{"kind":"pair","slot":"#, r#""work":{"slot":"#)
            .replace(r#""b":1}}"#, r#""b":1},"kind":"pair"}"#)
            .replace(r#""y":"ü\"","z":1"#, r#""z":1,"y":"ü\"""#);
        assert_ne!(line, mixed);
        assert_eq!(Item::read_line(&mixed), Ok(item()));
        let other = line.replace("\"b\":1", "\"b\":2");
        assert!(Item::read_line(&other).unwrap_err().1.contains("must be the hash"));
    }

    #[test]
    fn another_version_is_refused_in_a_sentence_that_names_both() {
        let newer = item().write_line().replace("\"version\":1", "\"version\":2");
        let (id, why) = Item::read_line(&newer).unwrap_err();
        assert_eq!(id, Some(item().id));
        assert_eq!(why, "the item has version 2 and this program does version 1: install the same filetto everywhere");
    }

    #[test]
    fn what_is_no_item_is_refused() {
        for line in ["", "{}", "[1]", "garbage", "{\"format\":\"filetto-work\"}"] {
            assert!(Item::read_line(line).is_err(), "{line}");
        }
    }
}
