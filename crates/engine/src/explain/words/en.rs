//! English.

use filetto_rules::{Cell, Side};

use super::{Words, names, own, pairs_in_short, row};
use crate::explain::data::{Held, Hold, MoveEffect, Threat, ThreatKind, Verdict};
use crate::explain::review::{Class, Judged, Review, Value};

pub(super) struct English;

/// A small number in words.
fn number(n: usize) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// With the article: "an open three", "a four", "an eight".
fn a(thing: &str) -> String {
    let vowel = thing.starts_with(['a', 'e', 'i', 'o', 'u']) && !thing.starts_with("one");
    format!("{} {thing}", if vowel || thing.starts_with('8') || thing.starts_with("11") { "an" } else { "a" })
}

fn moves(n: u32) -> String {
    if n == 1 { "one move".to_owned() } else { format!("{} moves", number(n as usize)) }
}

fn more(n: u32) -> String {
    if n == 1 { "one more move".to_owned() } else { format!("{} more moves", number(n as usize)) }
}

fn joined(things: &[String], word: &str) -> String {
    match things {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

fn value(value: Value) -> String {
    match value {
        Value::Won { .. } => "won".to_owned(),
        Value::Drawn => "drawn".to_owned(),
        Value::Lost { .. } => "lost".to_owned(),
        Value::Chance { chance } => format!("{:.0} %", chance * 100.0),
    }
}

impl Words for English {
    fn and(&self, things: &[String]) -> String {
        joined(things, "and")
    }

    fn or(&self, things: &[String]) -> String {
        joined(things, "or")
    }

    fn effect(&self, effect: &MoveEffect, other: Side, k: usize) -> String {
        match effect {
            MoveEffect::Completes { row: cells } => format!("completes the row {}", row(cells)),
            MoveEffect::Blocks { stones } if stones.is_empty() => format!("blocks a row of {other}"),
            MoveEffect::Blocks { stones } => format!("blocks {other}'s {}", row(stones)),
            MoveEffect::OpenOne { cells } => {
                format!("makes an open {}, which {} complete", number(k - 1), self.and(&names(cells)))
            }
            MoveEffect::Fork { cells } => {
                format!("makes {} threats at once, at {}", number(cells.len()), self.and(&names(cells)))
            }
            MoveEffect::One { cell } if k < 4 => format!("threatens to complete a row at {cell}"),
            MoveEffect::One { cell } => format!("makes {}, threatening {cell}", a(&number(k - 1))),
            MoveEffect::OpenTwo { cells } if k < 4 => {
                format!("prepares two threats at once at {}", self.or(&names(cells)))
            }
            MoveEffect::OpenTwo { cells } => {
                let at = self.or(&names(cells));
                format!("makes an open {}, which would become an open {} at {at}", number(k - 2), number(k - 1))
            }
            MoveEffect::Waits { cell } => format!("makes {} that waits for {cell}", a(&number(k - 1))),
            MoveEffect::Hinders { cells } => format!("keeps {other} from the winning move {}", self.or(&names(cells))),
            MoveEffect::Gives { cell } => format!("lets {other} complete a row at {cell}, right above"),
            MoveEffect::Builds { stones } => format!("has {} in a line that it can still complete", number(*stones)),
        }
    }

    fn open_twos(&self, lines: &[&[Cell]], k: usize) -> String {
        let mut cells = lines.concat();
        cells.sort();
        cells.dedup();
        let at = self.or(&names(&cells));
        if k < 4 {
            return format!("prepares two threats at once at {at}");
        }
        let (many, less, more) = (number(lines.len()), number(k - 2), number(k - 1));
        format!("makes {many} open {less}s, which would become an open {more} at {at}")
    }

    fn all_wait(&self, cells: &[Cell], k: usize) -> String {
        format!("makes {}s that wait for {}", number(k - 1), self.and(&names(cells)))
    }

    fn phrases(&self, phrases: &[String]) -> String {
        match phrases {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => format!("{}, and {last}", first.join(", ")),
        }
    }

    fn in_short(&self, winner: Side, plies: u32, line: &str) -> String {
        format!("{winner} wins within {}, for example {line}.", more(own(plies)))
    }

    fn pairs(&self, holder: Side) -> String {
        format!("The pairs of {holder} on the board, a letter each:")
    }

    fn verdict(&self, verdict: Verdict, to_move: Side, best: Option<Cell>) -> String {
        let best = best.map_or(String::new(), |cell| cell.to_string());
        match verdict {
            Verdict::Over { winner: Some(side) } => format!("The game is over: {side} has won."),
            Verdict::Over { winner: None } => "The game is over: a draw.".to_owned(),
            Verdict::Win { side, plies: Some(1) } if side == to_move => {
                format!("{side} to move wins at once with {best}.")
            }
            Verdict::Win { side, plies: Some(plies) } if side == to_move => {
                format!("{side} to move wins by force within {}, beginning with {best}.", moves(own(plies)))
            }
            Verdict::Win { side, plies: None } if side == to_move => {
                format!("{side} to move wins by force, beginning with {best}.")
            }
            Verdict::Win { side, plies: Some(plies) } => {
                format!("{to_move} is to move, but {side} wins by force within {}.", moves(own(plies)))
            }
            Verdict::Win { side, plies: None } => format!("{to_move} is to move, but {side} wins by force."),
            Verdict::Draw => "With best play this is a draw: neither side can force a win.".to_owned(),
            Verdict::Open { chance } => format!(
                "{to_move} to move. Nothing is proved here; the champion would play {best} and gives {to_move} a chance of {:.0} %.",
                chance * 100.0
            ),
        }
    }

    fn row(&self, winner: Option<Side>, cells: &[Cell]) -> String {
        match winner {
            Some(side) => format!("{side} completed the row {}.", row(cells)),
            None => "It did not end with a row on the board.".to_owned(),
        }
    }

    fn either(&self, winner: Side, cells: &[Cell]) -> String {
        let last = if cells.len() == 2 { "the other" } else { "another" };
        format!("{} can take only one of {}; {winner} completes {last}.", winner.other(), self.and(&names(cells)))
    }

    fn forced(&self, winner: Side, cell: Cell) -> String {
        format!("{} must take {cell}, or {winner} completes the row there", winner.other())
    }

    fn reply(&self, loser: Side, cells: &[Cell], only: bool) -> String {
        match cells {
            [] if only => format!("Whatever {loser} plays"),
            [] => format!("If {loser} plays anything else"),
            cells => format!("If {loser} plays {}", self.or(&names(cells))),
        }
    }

    fn follow_up(&self, winner: Side, finish: &[Cell], zugzwang: bool) -> String {
        let loser = winner.other();
        let cells = self.or(&names(finish));
        let parity = match finish {
            [cell] if cell.row() % 2 == 0 => ", an odd threat",
            [_] => ", an even threat",
            _ => "",
        };
        let end = if zugzwang {
            format!(
                "This is zugzwang: {loser} runs out of other moves, must play below {cells}{parity}, and {winner} completes a row there."
            )
        } else {
            format!("However {loser} plays, {winner} in the end completes a row at {cells}.")
        };
        format!(
            "From now on {winner} answers every stone of {loser} in the same column, unless it can complete a row or must block one. {end}"
        )
    }

    fn proved(&self, winner: Side, plies: Option<u32>) -> String {
        match plies {
            Some(plies) => format!("The rest is proved by search: {winner} wins within {}.", more(own(plies))),
            None => format!("The rest is proved by search: {winner} wins."),
        }
    }

    fn held(&self, held: &Held) -> String {
        let (side, holder) = (held.attacker, held.attacker.other());
        let first = |first: &Option<Cell>| first.map_or(String::new(), |cell| format!("{holder} plays {cell} first. "));
        match &held.how {
            Hold::NoRows => format!("{side} cannot win: no row is left that it could complete."),
            Hold::TooFew { moves: left, lacking } => format!(
                "{side} cannot win: it has {} left, and every row that it could complete still lacks at least {}.",
                moves(*left as u32),
                number(*lacking)
            ),
            Hold::Pairing { first: cell, pairs } => {
                let (mut list, left) = pairs_in_short(pairs);
                if left > 0 {
                    list += &format!(" and {left} more");
                }
                format!(
                    "{side} cannot win. {}Whenever {side} takes one cell of a pair, {holder} takes the other: {}. Every row that {side} could still complete contains a pair.",
                    first(cell),
                    list
                )
            }
            Hold::Weight { first: cell, rows, weight, below } => format!(
                "{side} cannot win. {}Let each row that {side} could still complete weigh one half to the power of the stones it lacks: the {rows} rows weigh {weight:.3} together, less than {below}, so {holder} breaks them all by taking the heaviest cell each time (Erdős and Selfridge).",
                first(cell)
            ),
            Hold::FollowUp => format!(
                "{side} cannot win: {holder} answers every stone in the same column, unless it can complete a row or must block one."
            ),
            Hold::Stealing => format!(
                "{side} cannot win: a stone more never hurts, so {holder}, who begins, could use any winning plan of {side} first."
            ),
            Hold::Searched => format!("{side} cannot win: the solver has tried everything that {side} can play."),
        }
    }

    fn line(&self, sure: bool) -> String {
        if sure { "The game might go on:" } else { "The line that the champion expects:" }.to_owned()
    }

    fn then(&self) -> &'static str {
        "Then "
    }

    fn threats(&self, any: bool) -> &'static str {
        if any { "Threats:" } else { "Nobody threatens anything." }
    }

    fn threat(&self, threat: &Threat, k: usize) -> String {
        let side = threat.side;
        match &threat.kind {
            ThreatKind::Win { cell, stones } if stones.is_empty() => format!("{side} completes a row at {cell}."),
            ThreatKind::Win { cell, stones } => format!("{side} completes a row at {cell}, with {}.", row(stones)),
            ThreatKind::OpenOne { cells } => {
                format!("{side} has an open {}: {} complete it.", number(k - 1), self.and(&names(cells)))
            }
            ThreatKind::OpenTwo { cells, .. } if k < 4 => {
                format!("{side} can make two threats at once at {}.", self.or(&names(cells)))
            }
            ThreatKind::OpenTwo { cells, stones } => format!(
                "{side} has an open {} ({}): it becomes an open {} at {}.",
                number(k - 2),
                row(stones),
                number(k - 1),
                self.or(&names(cells))
            ),
            ThreatKind::Fork { cell, wins } => {
                format!("{side} can fork at {cell}: then {} would complete rows.", self.and(&names(wins)))
            }
            ThreatKind::One { cells } if k < 4 => format!("{side} can threaten a row with {}.", self.or(&names(cells))),
            ThreatKind::One { cells } => {
                format!("{side} can make {} with {}.", a(&number(k - 1)), self.or(&names(cells)))
            }
            ThreatKind::Waiting { cell, stones, odd, poisoned } => {
                let parity = if *odd { "odd" } else { "even" };
                let below = Cell::new(cell.row().saturating_sub(1), cell.col());
                let poison = if *poisoned {
                    format!(" {below} below it is poisoned: {} must not play there.", side.other())
                } else {
                    String::new()
                };
                format!("{side} waits for {cell} ({parity} row): with {} it completes a row.{poison}", row(stones))
            }
        }
    }

    fn review(&self, review: &Review) -> String {
        let name = |side: Side| match &review.names[side.index()] {
            Some(name) => format!("{name} ({side})"),
            None => side.to_string(),
        };
        let result = match (review.over, review.winner) {
            (false, _) => "not finished".to_owned(),
            (true, None) => "a draw".to_owned(),
            (true, Some(side)) => format!("{side} won"),
        };
        format!("{}: {} against {}, {result}.", review.rules, name(Side::First), name(Side::Second))
    }

    fn accuracy(&self, accuracy: [Option<f64>; 2]) -> String {
        let one = |side: Side| match accuracy[side.index()] {
            Some(percent) => format!("{side} {percent:.0}"),
            None => format!("{side} -"),
        };
        format!("Accuracy: {}, {}.", one(Side::First), one(Side::Second))
    }

    fn chart(&self) -> &'static str {
        "X's chances:"
    }

    fn class(&self, class: Class) -> &'static str {
        match class {
            Class::Forced => "forced",
            Class::Best => "best",
            Class::Good => "good",
            Class::SlowerWin => "slower win",
            Class::Inaccuracy => "inaccuracy",
            Class::Mistake => "mistake",
            Class::Blunder => "blunder",
            Class::MissedWin => "missed win",
            Class::WinThrownAway => "win thrown away",
            Class::DrawThrownAway => "draw thrown away",
        }
    }

    fn judged(&self, judged: &Judged) -> String {
        let Judged { side, before, after, .. } = judged;
        match (before, after) {
            (Value::Chance { .. }, Value::Chance { .. }) => {
                format!("{side}'s chance fell from {} to {}.", value(*before), value(*after))
            }
            (Value::Chance { .. }, _) => {
                format!("{side}'s chance was {}; now the game is {}.", value(*before), value(*after))
            }
            (_, Value::Chance { .. }) => {
                format!("It was {} for {side}; now its chance is {}.", value(*before), value(*after))
            }
            _ => format!("It was {} for {side}, and now it is {}.", value(*before), value(*after)),
        }
    }

    fn better(&self, side: Side, best: Cell, before: Value) -> String {
        match before {
            Value::Won { .. } => format!("{best} would have won:"),
            Value::Drawn => format!("{best} would have kept the draw:"),
            _ => format!("{best} was better for {side}:"),
        }
    }

    fn refutation(&self, side: Side, after: Value) -> String {
        match after {
            Value::Lost { plies: Some(plies) } => format!("Now {side} wins within {}:", moves(own(plies))),
            Value::Lost { plies: None } => format!("Now {side} wins:"),
            Value::Drawn => "Now it is a draw:".to_owned(),
            _ => format!("What {side} can do now:"),
        }
    }

    fn faultless(&self) -> &'static str {
        "No faults were found."
    }

    fn turning(&self, moves: &[String]) -> String {
        format!("Turning points: {}.", moves.join("; "))
    }

    fn puzzles(&self, count: usize) -> String {
        match count {
            1 => "One mistake can be replayed as a puzzle.".to_owned(),
            count => format!("{count} mistakes can be replayed as puzzles."),
        }
    }
}
