//! One unit of an event as a piece of work: everything that is needed to play it, here or on another machine.
//!
//! A slot goes in, a [`Pair`] comes out, and both are a line of JSON. Whoever plays slots elsewhere hands the pairs to
//! [`Ledger::append`](crate::Ledger::append), and the event goes on as if they had been played here: the id is the same.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use filetto_rules::{Cell, Game, Notation, Rules, RulesError, Side, read_moves};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::control::Control;
use crate::error::ArenaError;
use crate::fault::Fault;
use crate::game::{GameSetup, NoGame, Played, play};
use crate::pair::Pair;
use crate::ruling::DrawRule;
use crate::seat::{Factory, Seat, SeatContext, SeatFactory, java};
use crate::spec::{Kind, PlayerSpec};

/// A pair of games that is to be played. [`Event::slots`](crate::Event::slots) makes them.
///
/// A slot may name programs to run: read slots only from whom you trust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// A hash of what the unit is: players, limits, board, opening, round.
    pub id: String,
    /// The players, each with all of its limits; the first one begins the first game.
    pub players: [PlayerSpec; 2],
    /// The board.
    pub rules: Rules,
    /// Which repetition on this board, from zero.
    pub round: u32,
    /// How both games begin.
    pub opening: Vec<Cell>,
    /// What a move may be late.
    pub margin: Duration,
    /// How long a player may take to get ready.
    pub start: Duration,
    /// When a game is called drawn.
    pub draw: DrawRule,
}

/// Why there is no pair of games.
pub(crate) enum NoPair {
    CalledOff,
    /// This one of the two players did not start.
    Start(usize, Fault),
}

/// What happens in a game of a slot.
pub(crate) enum GameNews<'a> {
    Started([&'a str; 2]),
    Moved(Cell),
    Finished(&'a Played),
}

const FORMAT: &str = "filetto-slot";
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Line {
    format: String,
    version: u32,
    id: String,
    players: [PlayerSpec; 2],
    board: String,
    round: u32,
    opening: String,
    margin: Duration,
    start: Duration,
    draw: DrawRule,
}

impl Slot {
    /// As one line of JSON, line end included. The error: a path of a player is no text.
    pub fn write_line(&self) -> Result<String, String> {
        let line = Line {
            format: FORMAT.to_owned(),
            version: VERSION,
            id: self.id.clone(),
            players: self.players.clone(),
            board: self.rules.to_string(),
            round: self.round,
            opening: Notation::Cells.write(self.rules, self.opening.iter().copied()),
            margin: self.margin,
            start: self.start,
            draw: self.draw,
        };
        serde_json::to_string(&line).map(|text| text + "\n").map_err(|error| error.to_string())
    }

    /// Reads such a line. What it says can be played.
    pub fn read_line(text: &str) -> Result<Slot, String> {
        serde_json::from_str(text).map_err(|error| error.to_string()).and_then(Slot::read)
    }

    /// The same of JSON that has been read.
    pub fn read_value(value: &serde_json::Value) -> Result<Slot, String> {
        Line::deserialize(value).map_err(|error| error.to_string()).and_then(Slot::read)
    }

    fn read(line: Line) -> Result<Slot, String> {
        if line.format != FORMAT {
            return Err(format!("the format must be \"{FORMAT}\""));
        }
        if line.version != VERSION {
            return Err(format!("version {} is newer than this program", line.version));
        }
        let rules: Rules = line.board.parse().map_err(|error: RulesError| error.to_string())?;
        let mut game = Game::new(rules);
        let wrong = |error: &dyn std::fmt::Display| format!("the opening cannot be played: {error}");
        let opening = read_moves(&game, &line.opening, Some(Notation::Cells)).map_err(|error| wrong(&error))?.moves;
        for cell in &opening {
            game.play(*cell).map_err(|error| wrong(&error))?;
        }
        if game.outcome().is_over() {
            return Err("the opening ends the game".to_owned());
        }
        let Line { id, players, round, margin, start, draw, .. } = line;
        Ok(Slot { id, players, rules, round, opening, margin, start, draw })
    }

    /// Whether this is the pair that the slot asks for, as far as one can see without playing it again.
    pub fn accepts(&self, pair: &Pair) -> Result<(), String> {
        let same = |what: &str, same: bool| if same { Ok(()) } else { Err(format!("another {what} came back")) };
        same("id", pair.id == self.id)?;
        same("round", pair.round == self.round)?;
        same("board", pair.rules == self.rules && pair.games.iter().all(|played| played.game.rules() == self.rules))?;
        same("pair of players", pair.players.iter().eq(self.players.iter().map(|spec| &spec.name)))?;
        let opened = |played: &Played| {
            let played = played.game.moves().iter().map(|mv| mv.cell);
            played.take(self.opening.len()).eq(self.opening.iter().copied())
        };
        same("opening", pair.opening == self.opening.len() && pair.games.iter().all(opened))?;
        let over = |played: &Played| {
            played.game.outcome().is_over() || played.fault.is_some() || self.draw != DrawRule::default()
        };
        same("game, not finished,", pair.games.iter().all(over))
    }

    /// Plays both games. Nothing comes out if `stop` is set before they are over; a player that does not start is an error.
    pub fn play(&self, factory: &Factory, stop: &AtomicBool) -> Result<Option<Pair>, ArenaError> {
        let java = self.players.iter().any(|spec| matches!(spec.kind, Kind::Java { .. }));
        let java = java.then(java::Host::compile).transpose()?;
        let factory = SeatFactory { factory, java: java.as_ref(), exam: false };
        let context = SeatContext { factory, start: self.start, stop, core: None };
        match self.play_in(context, &|_, _| {}) {
            Ok(pair) => Ok(Some(pair)),
            Err(NoPair::CalledOff) => Ok(None),
            Err(NoPair::Start(player, fault)) => Err(ArenaError::Start {
                player: self.players[player].name.clone(),
                rules: self.rules,
                what: fault.what,
            }),
        }
    }

    /// The same among seats that are ready; `hear` is told what happens in which of the two games.
    pub(crate) fn play_in(&self, context: SeatContext, hear: &dyn Fn(usize, GameNews)) -> Result<Pair, NoPair> {
        let specs = self.players.each_ref();
        let mut seats: [Option<Box<dyn Seat + '_>>; 2] = [None, None];
        let mut games = Vec::new();
        for game in 0..2 {
            let at = Side::BOTH.map(|side| Pair::player(game, side));
            let names = at.map(|player| specs[player].name.as_str());
            hear(game, GameNews::Started(names));
            for player in 0..2 {
                // A seat that may keep its process keeps it for the second game.
                if seats[player].is_none() || specs[player].restart {
                    seats[player] = Some(context.seat(specs[player], &specs[player].control, self.seed(game, player)));
                }
            }
            let table = GameSetup {
                rules: self.rules,
                opening: &self.opening,
                names,
                controls: at.map(|player| &specs[player].control),
                margin: self.margin,
                core: context.core,
                draw: self.draw,
                starts_count: context.factory.exam,
                moved: &|cell| hear(game, GameNews::Moved(cell)),
            };
            let [Some(a), Some(b)] = &mut seats else { return Err(NoPair::CalledOff) };
            let by_side: [&mut dyn Seat; 2] =
                if game == 0 { [a.as_mut(), b.as_mut()] } else { [b.as_mut(), a.as_mut()] };
            let played = play(&table, by_side).map_err(|why| match why {
                NoGame::CalledOff => NoPair::CalledOff,
                NoGame::Start(side, fault) => NoPair::Start(at[side.index()], fault),
            })?;
            hear(game, GameNews::Finished(&played));
            games.push(played);
        }
        Ok(Pair {
            id: self.id.clone(),
            players: specs.map(|spec| spec.name.clone()),
            kinds: specs.map(|spec| spec.kind.to_string()),
            limits_ms: specs.map(|spec| longest(&spec.control)),
            controls: specs.map(|spec| spec.control.to_string()),
            rules: self.rules,
            round: self.round,
            opening: self.opening.len(),
            games: games.try_into().map_err(|_| NoPair::CalledOff)?,
        })
    }

    /// A seed for what the players of one of its games leave to chance.
    fn seed(&self, game: usize, player: usize) -> u64 {
        let digest = Sha256::digest(format!("{} {game} {player}", self.id));
        digest.iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte))
    }
}

/// The longest that a move can take, in milliseconds.
fn longest(control: &Control) -> u64 {
    let most = control.allowed(control.game.map(|game| game.total));
    u64::try_from(most.as_millis()).unwrap_or(u64::MAX)
}
