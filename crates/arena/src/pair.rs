//! A unit of an event: one opening on one board played twice, colours exchanged. The ledger's line.

use filetto_records::json;
use filetto_rules::{Outcome, Rules, Side};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::fault::Fault;
use crate::game::Played;

/// Two games of two players that differ in who begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// A hash of what the unit is: players, limits, board, opening, round.
    pub id: String,
    /// The players; the first one begins the first game.
    pub players: [String; 2],
    /// What the players are, as their specifications say.
    pub kinds: [String; 2],
    /// What each may use, in words.
    pub controls: [String; 2],
    /// The longest that a move of each may take, in milliseconds.
    pub limits_ms: [u64; 2],
    /// The board.
    pub rules: Rules,
    /// Which repetition on this board, from zero.
    pub round: u32,
    /// How many moves of each game are the opening.
    pub opening: usize,
    /// The games.
    pub games: [Played; 2],
}

impl Pair {
    /// Which of the two players (0 or 1) was which side in which game (0 or 1).
    pub fn player(game: usize, side: Side) -> usize {
        game ^ side.index()
    }

    /// The first-named player's points out of two, doubled: 0 to 4.
    pub fn doubled_points(&self) -> usize {
        self.games.iter().enumerate().map(|(number, played)| Pair::doubled(number, played)).sum()
    }

    /// The first-named player's points from one of the games, doubled.
    pub fn doubled(number: usize, played: &Played) -> usize {
        match played.game.outcome() {
            Outcome::Win(side) if Pair::player(number, side) == 0 => 2,
            Outcome::Win(_) => 0,
            Outcome::Draw | Outcome::Ongoing => 1,
        }
    }

    /// As one line of a ledger, line end included.
    pub fn write_line(&self) -> String {
        let line = Line {
            format: FORMAT.to_owned(),
            version: VERSION,
            id: self.id.clone(),
            players: self.players.clone(),
            kinds: self.kinds.clone(),
            controls: self.controls.clone(),
            limits_ms: self.limits_ms,
            board: self.rules.to_string(),
            round: self.round,
            opening: self.opening,
            games: self.games.iter().map(GameLine::of).collect(),
        };
        serde_json::to_string(&line).expect("strings and numbers only") + "\n"
    }

    /// Reads a line of a ledger.
    pub fn read_line(text: &str) -> Result<Pair, String> {
        let line: Line = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if line.format != FORMAT {
            return Err(format!("the format must be \"{FORMAT}\""));
        }
        if line.version != VERSION {
            return Err(format!("version {} is newer than this program", line.version));
        }
        let games: Vec<Played> = line.games.into_iter().map(GameLine::read).collect::<Result<_, _>>()?;
        Ok(Pair {
            id: line.id,
            players: line.players,
            kinds: line.kinds,
            controls: line.controls,
            limits_ms: line.limits_ms,
            rules: line.board.parse().map_err(|error: filetto_rules::RulesError| error.to_string())?,
            round: line.round,
            opening: line.opening,
            games: games.try_into().map_err(|_| "a unit is two games".to_owned())?,
        })
    }
}

/// What every line begins with, to tell a torn line from something that is no ledger.
pub(crate) const BEGINNING: &str = "{\"format\":\"filetto-arena\"";
const FORMAT: &str = "filetto-arena";
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Line {
    format: String,
    version: u32,
    id: String,
    players: [String; 2],
    kinds: [String; 2],
    controls: [String; 2],
    limits_ms: [u64; 2],
    board: String,
    round: u32,
    opening: usize,
    games: Vec<GameLine>,
}

/// A game: the record as `filetto` keeps games, and what went wrong.
#[derive(Serialize, Deserialize)]
struct GameLine {
    record: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fault: Option<FaultLine>,
    /// Positions a second, by side.
    #[serde(default, skip_serializing_if = "unknown")]
    rates: [Option<u64>; 2],
}

fn unknown(rates: &[Option<u64>; 2]) -> bool {
    rates.iter().all(Option::is_none)
}

#[derive(Serialize, Deserialize)]
struct FaultLine {
    by: Who,
    #[serde(flatten)]
    fault: Fault,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Who {
    First,
    Second,
}

impl GameLine {
    fn of(played: &Played) -> GameLine {
        let by = |side| if side == Side::First { Who::First } else { Who::Second };
        GameLine {
            record: serde_json::from_str(&json::write_line(&played.game)).expect("a record is JSON"),
            fault: played.fault.clone().map(|(side, fault)| FaultLine { by: by(side), fault }),
            rates: played.rates,
        }
    }

    fn read(self) -> Result<Played, String> {
        let game = json::read_value(&self.record).map_err(|error| error.to_string())?;
        let side = |who| if matches!(who, Who::First) { Side::First } else { Side::Second };
        Ok(Played {
            game,
            fault: self.fault.map(|line| (side(line.by), line.fault)),
            vitals: [None, None],
            rates: self.rates,
        })
    }
}
