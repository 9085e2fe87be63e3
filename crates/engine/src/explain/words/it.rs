//! Italian.

use filetto_rules::{Cell, Side};

use super::{Words, names, own, pairs_in_short, row};
use crate::explain::data::{Held, Hold, MoveEffect, Threat, ThreatKind, Verdict};
use crate::explain::review::{Class, Judged, Review, Value};

pub(super) struct Italian;

/// A small number in words.
fn number(n: usize) -> String {
    const WORDS: [&str; 13] =
        ["zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "undici", "dodici"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

fn moves(n: u32) -> String {
    if n == 1 { "una mossa".to_owned() } else { format!("{} mosse", number(n as usize)) }
}

fn more(n: u32) -> String {
    if n == 1 { "un'altra mossa".to_owned() } else { format!("altre {} mosse", number(n as usize)) }
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
        Value::Won { .. } => "vinta".to_owned(),
        Value::Drawn => "patta".to_owned(),
        Value::Lost { .. } => "persa".to_owned(),
        Value::Chance { chance } => format!("{:.0} %", chance * 100.0),
    }
}

impl Words for Italian {
    fn and(&self, things: &[String]) -> String {
        joined(things, "e")
    }

    fn or(&self, things: &[String]) -> String {
        joined(things, "o")
    }

    fn effect(&self, effect: &MoveEffect, other: Side, k: usize) -> String {
        match effect {
            MoveEffect::Completes { row: cells } => format!("completa la fila {}", row(cells)),
            MoveEffect::Blocks { stones } if stones.is_empty() => format!("blocca una fila di {other}"),
            MoveEffect::Blocks { stones } => format!("blocca {} di {other}", row(stones)),
            MoveEffect::OpenOne { cells } => {
                format!("fa un {} aperto, che {} completano", number(k - 1), self.and(&names(cells)))
            }
            MoveEffect::Fork { cells } => {
                format!("fa {} minacce insieme, in {}", number(cells.len()), self.and(&names(cells)))
            }
            MoveEffect::One { cell } if k < 4 => format!("minaccia di completare una fila in {cell}"),
            MoveEffect::One { cell } => format!("fa un {} e minaccia {cell}", number(k - 1)),
            MoveEffect::OpenTwo { cells } if k < 4 => {
                format!("prepara due minacce insieme in {}", self.or(&names(cells)))
            }
            MoveEffect::OpenTwo { cells } => {
                let at = self.or(&names(cells));
                format!("fa un {} aperto, che diventerebbe un {} aperto in {at}", number(k - 2), number(k - 1))
            }
            MoveEffect::Waits { cell } => format!("fa un {} che aspetta {cell}", number(k - 1)),
            MoveEffect::Hinders { cells } => format!("toglie a {other} la mossa vincente {}", self.or(&names(cells))),
            MoveEffect::Gives { cell } => format!("lascia che {other} completi una fila in {cell}, subito sopra"),
            MoveEffect::Builds { stones } => {
                format!("ha {} pedine su una linea che può ancora completare", number(*stones))
            }
        }
    }

    fn open_twos(&self, lines: &[&[Cell]], k: usize) -> String {
        let mut cells = lines.concat();
        cells.sort();
        cells.dedup();
        let at = self.or(&names(&cells));
        if k < 4 {
            return format!("prepara due minacce insieme in {at}");
        }
        let (many, less, more) = (number(lines.len()), number(k - 2), number(k - 1));
        format!("fa {many} {less} aperti, che diventerebbero un {more} aperto in {at}")
    }

    fn all_wait(&self, cells: &[Cell], k: usize) -> String {
        format!("fa dei {} che aspettano {}", number(k - 1), self.and(&names(cells)))
    }

    fn phrases(&self, phrases: &[String]) -> String {
        match phrases {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => format!("{}, e {last}", first.join(", ")),
        }
    }

    fn in_short(&self, winner: Side, plies: u32, line: &str) -> String {
        format!("{winner} vince entro {}, per esempio {line}.", more(own(plies)))
    }

    fn pairs(&self, holder: Side) -> String {
        format!("Le coppie di {holder} sulla scacchiera, una lettera ciascuna:")
    }

    fn verdict(&self, verdict: Verdict, to_move: Side, best: Option<Cell>) -> String {
        let best = best.map_or(String::new(), |cell| cell.to_string());
        match verdict {
            Verdict::Over { winner: Some(side) } => format!("La partita è finita: ha vinto {side}."),
            Verdict::Over { winner: None } => "La partita è finita: patta.".to_owned(),
            Verdict::Win { side, plies: Some(1) } if side == to_move => {
                format!("Tocca a {side}, che vince subito con {best}.")
            }
            Verdict::Win { side, plies: Some(plies) } if side == to_move => {
                format!("Tocca a {side}, che vince per forza entro {}, cominciando con {best}.", moves(own(plies)))
            }
            Verdict::Win { side, plies: None } if side == to_move => {
                format!("Tocca a {side}, che vince per forza cominciando con {best}.")
            }
            Verdict::Win { side, plies: Some(plies) } => {
                format!("Tocca a {to_move}, ma {side} vince per forza entro {}.", moves(own(plies)))
            }
            Verdict::Win { side, plies: None } => format!("Tocca a {to_move}, ma {side} vince per forza."),
            Verdict::Draw => "Con il gioco migliore è patta: nessuno può vincere per forza.".to_owned(),
            Verdict::Open { chance } => format!(
                "Tocca a {to_move}. Qui niente è dimostrato; il campione giocherebbe {best} e dà a {to_move} una probabilità del {:.0} %.",
                chance * 100.0
            ),
        }
    }

    fn row(&self, winner: Option<Side>, cells: &[Cell]) -> String {
        match winner {
            Some(side) => format!("{side} ha completato la fila {}.", row(cells)),
            None => "Non è finita con una fila sulla scacchiera.".to_owned(),
        }
    }

    fn either(&self, winner: Side, cells: &[Cell]) -> String {
        let last = if cells.len() == 2 { "l'altra" } else { "un'altra" };
        format!("{} può prendere una sola tra {}; {winner} completa {last}.", winner.other(), self.and(&names(cells)))
    }

    fn forced(&self, winner: Side, cell: Cell) -> String {
        format!("{} deve prendere {cell}, o {winner} vi completa la fila", winner.other())
    }

    fn reply(&self, loser: Side, cells: &[Cell], only: bool) -> String {
        match cells {
            [] if only => format!("Qualunque mossa faccia {loser}"),
            [] => format!("Se {loser} gioca altrove"),
            cells => format!("Se {loser} gioca {}", self.or(&names(cells))),
        }
    }

    fn follow_up(&self, winner: Side, finish: &[Cell], zugzwang: bool) -> String {
        let loser = winner.other();
        let cells = self.or(&names(finish));
        let parity = match finish {
            [cell] if cell.row() % 2 == 0 => ", una minaccia dispari",
            [_] => ", una minaccia pari",
            _ => "",
        };
        let end = if zugzwang {
            format!(
                "È zugzwang: {loser} resta senza altre mosse, deve giocare sotto {cells}{parity}, e lì {winner} completa una fila."
            )
        } else {
            format!("Comunque giochi {loser}, alla fine {winner} completa una fila in {cells}.")
        };
        format!(
            "Da qui {winner} risponde a ogni pedina di {loser} nella stessa colonna, a meno che possa completare una fila o debba bloccarne una. {end}"
        )
    }

    fn proved(&self, winner: Side, plies: Option<u32>) -> String {
        match plies {
            Some(plies) => format!("Il resto è dimostrato dalla ricerca: {winner} vince entro {}.", more(own(plies))),
            None => format!("Il resto è dimostrato dalla ricerca: {winner} vince."),
        }
    }

    fn held(&self, held: &Held) -> String {
        let (side, holder) = (held.attacker, held.attacker.other());
        let first = |first: &Option<Cell>| first.map_or(String::new(), |cell| format!("Prima {holder} gioca {cell}. "));
        match &held.how {
            Hold::NoRows => format!("{side} non può vincere: non resta nessuna fila che possa completare."),
            Hold::TooFew { moves: left, lacking } => format!(
                "{side} non può vincere: gli resta {}, e a ogni fila che potrebbe completare mancano ancora almeno {} pedine.",
                moves(*left as u32),
                number(*lacking)
            ),
            Hold::Pairing { first: cell, pairs } => {
                let (mut list, left) = pairs_in_short(pairs);
                if left > 0 {
                    list += &format!(" e altre {left}");
                }
                format!(
                    "{side} non può vincere. {}Quando {side} prende una casella di una coppia, {holder} prende l'altra: {}. Ogni fila che {side} potrebbe ancora completare contiene una coppia.",
                    first(cell),
                    list
                )
            }
            Hold::Weight { first: cell, rows, weight, below } => format!(
                "{side} non può vincere. {}Ogni fila che {side} potrebbe ancora completare pesi un mezzo elevato alle pedine che le mancano: le {rows} file pesano insieme {weight:.3}, meno di {below}, quindi {holder} le rompe tutte prendendo ogni volta la casella più pesante (Erdős e Selfridge).",
                first(cell)
            ),
            Hold::FollowUp => format!(
                "{side} non può vincere: {holder} risponde a ogni pedina nella stessa colonna, a meno che possa completare una fila o debba bloccarne una."
            ),
            Hold::Stealing => format!(
                "{side} non può vincere: una pedina in più non fa mai male, quindi {holder}, che comincia, potrebbe usare per primo ogni piano vincente di {side}."
            ),
            Hold::Searched => {
                format!("{side} non può vincere: il risolutore ha provato tutto ciò che {side} può giocare.")
            }
        }
    }

    fn line(&self, sure: bool) -> String {
        if sure { "La partita potrebbe continuare così:" } else { "La linea che il campione si aspetta:" }.to_owned()
    }

    fn then(&self) -> &'static str {
        "Poi "
    }

    fn threats(&self, any: bool) -> &'static str {
        if any { "Minacce:" } else { "Nessuno minaccia niente." }
    }

    fn threat(&self, threat: &Threat, k: usize) -> String {
        let side = threat.side;
        match &threat.kind {
            ThreatKind::Win { cell, stones } if stones.is_empty() => format!("{side} completa una fila in {cell}."),
            ThreatKind::Win { cell, stones } => format!("{side} completa una fila in {cell}, con {}.", row(stones)),
            ThreatKind::OpenOne { cells } => {
                format!("{side} ha un {} aperto: {} lo completano.", number(k - 1), self.and(&names(cells)))
            }
            ThreatKind::OpenTwo { cells, .. } if k < 4 => {
                format!("{side} può fare due minacce insieme in {}.", self.or(&names(cells)))
            }
            ThreatKind::OpenTwo { cells, stones } => format!(
                "{side} ha un {} aperto ({}): diventa un {} aperto in {}.",
                number(k - 2),
                row(stones),
                number(k - 1),
                self.or(&names(cells))
            ),
            ThreatKind::Fork { cell, wins } => {
                format!("{side} può fare una forchetta in {cell}: poi {} completerebbero file.", self.and(&names(wins)))
            }
            ThreatKind::One { cells } if k < 4 => {
                format!("{side} può minacciare una fila con {}.", self.or(&names(cells)))
            }
            ThreatKind::One { cells } => {
                format!("{side} può fare un {} con {}.", number(k - 1), self.or(&names(cells)))
            }
            ThreatKind::Waiting { cell, stones, odd, poisoned } => {
                let parity = if *odd { "dispari" } else { "pari" };
                let below = Cell::new(cell.row().saturating_sub(1), cell.col());
                let poison = if *poisoned {
                    format!(" {below}, subito sotto, è avvelenata: {} non deve giocarvi.", side.other())
                } else {
                    String::new()
                };
                format!("{side} aspetta {cell} (riga {parity}): con {} completa una fila.{poison}", row(stones))
            }
        }
    }

    fn review(&self, review: &Review) -> String {
        let name = |side: Side| match &review.names[side.index()] {
            Some(name) => format!("{name} ({side})"),
            None => side.to_string(),
        };
        let result = match (review.over, review.winner) {
            (false, _) => "non finita".to_owned(),
            (true, None) => "patta".to_owned(),
            (true, Some(side)) => format!("ha vinto {side}"),
        };
        format!("{}: {} contro {}, {result}.", review.rules, name(Side::First), name(Side::Second))
    }

    fn accuracy(&self, accuracy: [Option<f64>; 2]) -> String {
        let one = |side: Side| match accuracy[side.index()] {
            Some(percent) => format!("{side} {percent:.0}"),
            None => format!("{side} -"),
        };
        format!("Precisione: {}, {}.", one(Side::First), one(Side::Second))
    }

    fn chart(&self) -> &'static str {
        "Probabilità di X:"
    }

    fn class(&self, class: Class) -> &'static str {
        match class {
            Class::Forced => "obbligata",
            Class::Best => "migliore",
            Class::Good => "buona",
            Class::SlowerWin => "vittoria più lenta",
            Class::Inaccuracy => "imprecisione",
            Class::Mistake => "errore",
            Class::Blunder => "errore grave",
            Class::MissedWin => "vittoria mancata",
            Class::WinThrownAway => "vittoria buttata via",
            Class::DrawThrownAway => "patta buttata via",
        }
    }

    fn judged(&self, judged: &Judged) -> String {
        let Judged { side, before, after, .. } = judged;
        match (before, after) {
            (Value::Chance { .. }, Value::Chance { .. }) => {
                format!("La probabilità di {side} è scesa da {} a {}.", value(*before), value(*after))
            }
            (Value::Chance { .. }, _) => {
                format!("La probabilità di {side} era {}; ora la partita è {}.", value(*before), value(*after))
            }
            (_, Value::Chance { .. }) => {
                format!("Per {side} era {}; ora la sua probabilità è {}.", value(*before), value(*after))
            }
            _ => format!("Per {side} era {}, e ora è {}.", value(*before), value(*after)),
        }
    }

    fn better(&self, side: Side, best: Cell, before: Value) -> String {
        match before {
            Value::Won { .. } => format!("{best} avrebbe vinto:"),
            Value::Drawn => format!("{best} avrebbe tenuto la patta:"),
            _ => format!("{best} era meglio per {side}:"),
        }
    }

    fn refutation(&self, side: Side, after: Value) -> String {
        match after {
            Value::Lost { plies: Some(plies) } => format!("Ora {side} vince entro {}:", moves(own(plies))),
            Value::Lost { plies: None } => format!("Ora {side} vince:"),
            Value::Drawn => "Ora è patta:".to_owned(),
            _ => format!("Che cosa può fare ora {side}:"),
        }
    }

    fn faultless(&self) -> &'static str {
        "Non sono stati trovati errori."
    }

    fn turning(&self, moves: &[String]) -> String {
        format!("Svolte: {}.", moves.join("; "))
    }

    fn puzzles(&self, count: usize) -> String {
        match count {
            1 => "Un errore può essere rigiocato come problema.".to_owned(),
            count => format!("{count} errori possono essere rigiocati come problemi."),
        }
    }
}
