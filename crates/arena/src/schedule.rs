//! Who meets whom, where and from what: the units of an event in the order they are played.

use filetto_rules::Rules;
use sha2::{Digest, Sha256};

use crate::event::Event;

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first player meets each of the others.
    Gauntlet,
}

/// A unit that is to be played, among the others of its event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) id: String,
    /// Places in the event's list of players.
    pub(crate) players: [usize; 2],
    pub(crate) rules: Rules,
    pub(crate) round: u32,
}

/// All units: round after round, so that an event that is stopped has treated everybody alike.
pub(crate) fn places(event: &Event) -> Vec<Place> {
    let n = event.players.len();
    let meetings: Vec<[usize; 2]> = match event.format {
        Format::Gauntlet => (1..n).map(|other| [0, other]).collect(),
        Format::RoundRobin => (0..n).flat_map(|a| (a + 1..n).map(move |b| [a, b])).collect(),
    };
    let mut places = Vec::new();
    for round in 0..event.pairs {
        for rules in &event.boards {
            for players in &meetings {
                places.push(Place { id: id(event, *players, *rules, round), players: *players, rules: *rules, round });
            }
        }
    }
    places
}

/// A unit's name: a hash of everything that makes it what it is, and of nothing else. Neither the other players of the event nor
/// the order matter, so an event can be extended and keeps what it has.
fn id(event: &Event, players: [usize; 2], rules: Rules, round: u32) -> String {
    let mut text = format!("filetto-arena 1\n{rules}\nround {round}\nseed {}\n", event.seed);
    text += &format!("opening {}\n", event.openings.key(rules, round, event.seed));
    text += &event.draw.key();
    for player in players {
        let spec = &event.players[player];
        let control = event.control_of(player);
        text += &format!("player {}\n{}\n{control}\nmemory {:?}\n", spec.name, spec.kind, spec.memory);
    }
    Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
