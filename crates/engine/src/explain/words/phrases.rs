//! What explanations say, each sentence in all languages side by side: a case that one language has, the others have too.
//!
//! Sentences come complete; phrases without capital and stop. Nothing is decided in a language that is not in the data.

use filetto_rules::{Cell, Side};

use super::{Language, names, own, pairs_in_short, row};
use crate::analysis::Source;
use crate::explain::data::{Held, Hold, MoveEffect, Threat, ThreatKind, Verdict};

/// A text in the language, from the same values.
macro_rules! say {
    ($language:expr, $en:literal, $it:literal $(, $value:expr)* $(,)?) => {
        match $language {
            Language::English => format!($en $(, $value)*),
            Language::Italian => format!($it $(, $value)*),
        }
    };
}
pub(super) use say;

impl Language {
    /// A text without values.
    pub(super) fn one_of(self, en: &'static str, it: &'static str) -> &'static str {
        match self {
            Language::English => en,
            Language::Italian => it,
        }
    }

    /// A small number in words.
    fn number(self, n: usize) -> String {
        const EN: [&str; 13] =
            ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
        const IT: [&str; 13] = [
            "zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "undici",
            "dodici",
        ];
        let word = EN.get(n).zip(IT.get(n)).map(|(en, it)| self.one_of(en, it));
        word.map_or_else(|| n.to_string(), str::to_owned)
    }

    /// A number of stones in a row with the article: "a four", "an eight", "un quattro".
    fn a(self, n: usize) -> String {
        let number = self.number(n);
        match self {
            Language::English if number.starts_with(['e', '8']) || number.starts_with("11") => format!("an {number}"),
            Language::English => format!("a {number}"),
            Language::Italian => format!("un {number}"),
        }
    }

    pub(super) fn moves(self, n: u32) -> String {
        match n {
            1 => self.one_of("one move", "una mossa").to_owned(),
            n => say!(self, "{} moves", "{} mosse", self.number(n as usize)),
        }
    }

    fn more_moves(self, n: u32) -> String {
        match n {
            1 => self.one_of("one more move", "un'altra mossa").to_owned(),
            n => say!(self, "{} more moves", "altre {} mosse", self.number(n as usize)),
        }
    }

    fn and(self, cells: &[Cell]) -> String {
        joined(&names(cells), self.one_of(" and ", " e "))
    }

    fn or(self, cells: &[Cell]) -> String {
        joined(&names(cells), self.one_of(" or ", " o "))
    }

    /// Phrases joined to one, each of which may contain an "and".
    pub(super) fn phrases(self, phrases: &[String]) -> String {
        joined(phrases, self.one_of(", and ", ", e "))
    }

    /// What a move does, as a verb phrase, on a board with this K.
    pub(super) fn effect(self, effect: &MoveEffect, other: Side, k: usize) -> String {
        match effect {
            MoveEffect::Completes { row: cells } => {
                say!(self, "completes the row {}", "completa la fila {}", row(cells))
            }
            MoveEffect::Blocks { stones } if stones.is_empty() => {
                say!(self, "blocks a row of {other}", "blocca una fila di {other}")
            }
            MoveEffect::Blocks { stones } => say!(self, "blocks {other}'s {}", "blocca {} di {other}", row(stones)),
            MoveEffect::OpenOne { cells } => {
                let (four, cells) = (self.number(k - 1), self.and(cells));
                say!(
                    self,
                    "makes an open {four}, which {cells} complete",
                    "fa un {four} aperto, che {cells} completano"
                )
            }
            MoveEffect::Fork { cells } => {
                let (many, cells) = (self.number(cells.len()), self.and(cells));
                say!(self, "makes {many} threats at once, at {cells}", "fa {many} minacce insieme, in {cells}")
            }
            MoveEffect::One { cell } if k < 4 => {
                say!(self, "threatens to complete a row at {cell}", "minaccia di completare una fila in {cell}")
            }
            MoveEffect::One { cell } => {
                say!(self, "makes {}, threatening {cell}", "fa {} e minaccia {cell}", self.a(k - 1))
            }
            MoveEffect::OpenTwo { cells } if k < 4 => self.prepares_two(cells),
            MoveEffect::OpenTwo { cells } => {
                let (at, three, four) = (self.or(cells), self.number(k - 2), self.number(k - 1));
                say!(
                    self,
                    "makes an open {three}, which would become an open {four} at {at}",
                    "fa un {three} aperto, che diventerebbe un {four} aperto in {at}"
                )
            }
            MoveEffect::Waits { cell } => {
                say!(self, "makes {} that waits for {cell}", "fa {} che aspetta {cell}", self.a(k - 1))
            }
            MoveEffect::Hinders { cells } => {
                let cells = self.or(cells);
                say!(self, "keeps {other} from the winning move {cells}", "toglie a {other} la mossa vincente {cells}")
            }
            MoveEffect::Gives { cell } => say!(
                self,
                "lets {other} complete a row at {cell}, right above",
                "lascia che {other} completi una fila in {cell}, subito sopra"
            ),
            MoveEffect::Builds { stones } => say!(
                self,
                "has {} in a line that it can still complete",
                "ha {} pedine su una linea che può ancora completare",
                self.number(*stones)
            ),
        }
    }

    fn prepares_two(self, cells: &[Cell]) -> String {
        say!(self, "prepares two threats at once at {}", "prepara due minacce insieme in {}", self.or(cells))
    }

    /// It makes several open K-2, each with the cells where it becomes an open K-1.
    pub(super) fn open_twos(self, lines: &[&[Cell]], k: usize) -> String {
        let mut cells = lines.concat();
        cells.sort();
        cells.dedup();
        if k < 4 {
            return self.prepares_two(&cells);
        }
        let at = self.or(&cells);
        let (many, three, four) = (self.number(lines.len()), self.number(k - 2), self.number(k - 1));
        say!(
            self,
            "makes {many} open {three}s, which would become an open {four} at {at}",
            "fa {many} {three} aperti, che diventerebbero un {four} aperto in {at}"
        )
    }

    /// It makes several K-1 whose cells no stone can reach yet.
    pub(super) fn all_wait(self, cells: &[Cell], k: usize) -> String {
        let (four, cells) = (self.number(k - 1), self.and(cells));
        say!(self, "makes {four}s that wait for {cells}", "fa dei {four} che aspettano {cells}")
    }

    /// Shown no further than by the longest line, beginning with the loser's move.
    pub(super) fn in_short(self, winner: Side, plies: u32, line: &str) -> String {
        let moves = self.more_moves(own(plies));
        say!(
            self,
            "{winner} wins within {moves}, for example {line}.",
            "{winner} vince entro {moves}, per esempio {line}."
        )
    }

    /// The heading of a board with the pairs.
    pub(super) fn pairs(self, holder: Side) -> String {
        say!(
            self,
            "The pairs of {holder} on the board, a letter each:",
            "Le coppie di {holder} sulla scacchiera, una lettera ciascuna:"
        )
    }

    /// How the position stands. `best` is the move that the explanation begins with.
    pub(super) fn verdict(self, verdict: Verdict, to_move: Side, best: Option<Cell>) -> String {
        let open = best.is_none();
        let best = best.map_or(String::new(), |cell| cell.to_string());
        let within = |plies: u32| self.moves(own(plies));
        match verdict {
            Verdict::Win { side, .. } if side == to_move && open => {
                say!(self, "{side} to move wins by force.", "Tocca a {side}, che vince per forza.")
            }
            Verdict::Over { winner: Some(side) } => {
                say!(self, "The game is over: {side} has won.", "La partita è finita: ha vinto {side}.")
            }
            Verdict::Over { winner: None } => {
                self.one_of("The game is over: a draw.", "La partita è finita: patta.").to_owned()
            }
            Verdict::Win { side, plies: Some(1) } if side == to_move => {
                say!(self, "{side} to move wins at once with {best}.", "Tocca a {side}, che vince subito con {best}.")
            }
            Verdict::Win { side, plies: Some(plies) } if side == to_move => say!(
                self,
                "{side} to move wins by force within {}, beginning with {best}.",
                "Tocca a {side}, che vince per forza entro {}, cominciando con {best}.",
                within(plies)
            ),
            Verdict::Win { side, plies: None } if side == to_move => say!(
                self,
                "{side} to move wins by force, beginning with {best}.",
                "Tocca a {side}, che vince per forza cominciando con {best}."
            ),
            Verdict::Win { side, plies: Some(plies) } => say!(
                self,
                "{to_move} is to move, but {side} wins by force within {}.",
                "Tocca a {to_move}, ma {side} vince per forza entro {}.",
                within(plies)
            ),
            Verdict::Win { side, plies: None } => say!(
                self,
                "{to_move} is to move, but {side} wins by force.",
                "Tocca a {to_move}, ma {side} vince per forza."
            ),
            Verdict::Draw => self
                .one_of(
                    "With best play this is a draw: neither side can force a win.",
                    "Con il gioco migliore è patta: nessuno può vincere per forza.",
                )
                .to_owned(),
            Verdict::Open { chance } => say!(
                self,
                "{to_move} to move. Nothing is proved here; the champion would play {best} and gives {to_move} a chance of {:.0} %.",
                "Tocca a {to_move}. Qui niente è dimostrato; il campione giocherebbe {best} e dà a {to_move} una probabilità del {:.0} %.",
                chance * 100.0
            ),
        }
    }

    /// Who knows the value, where that is not shown.
    pub(super) fn known_by(self, by: Source) -> Option<&'static str> {
        match by {
            Source::Book => {
                Some(self.one_of(
                    "The opening book knows this position.",
                    "Il libro delle aperture conosce questa posizione.",
                ))
            }
            Source::Atlas => Some(self.one_of(
                "The atlas knows the value of this board.",
                "L'atlante conosce il valore di questa scacchiera.",
            )),
            Source::Repertoire => Some(self.one_of(
                "The repertoire has a move for everything that can follow.",
                "Il repertorio ha una mossa per tutto ciò che può seguire.",
            )),
            Source::Solver => {
                Some(self.one_of(
                    "The solver looked at every way to play.",
                    "Il risolutore ha esaminato ogni modo di giocare.",
                ))
            }
            Source::Rules | Source::ForcedWin | Source::Strategy | Source::Estimate => None,
        }
    }

    /// The game is over with this row.
    pub(super) fn row(self, winner: Option<Side>, cells: &[Cell]) -> String {
        match winner {
            Some(side) => say!(self, "{side} completed the row {}.", "{side} ha completato la fila {}.", row(cells)),
            None => self
                .one_of("It did not end with a row on the board.", "Non è finita con una fila sulla scacchiera.")
                .to_owned(),
        }
    }

    /// The loser can take only one of these cells.
    pub(super) fn either(self, winner: Side, cells: &[Cell]) -> String {
        let (loser, list) = (winner.other(), self.and(cells));
        let last =
            if cells.len() == 2 { self.one_of("the other", "l'altra") } else { self.one_of("another", "un'altra") };
        say!(
            self,
            "{loser} can take only one of {list}; {winner} completes {last}.",
            "{loser} può prendere una sola tra {list}; {winner} completa {last}."
        )
    }

    /// The loser must take the cell, or else.
    pub(super) fn forced(self, winner: Side, cell: Cell) -> String {
        let loser = winner.other();
        say!(
            self,
            "{loser} must take {cell}, or {winner} completes the row there",
            "{loser} deve prendere {cell}, o {winner} vi completa la fila"
        )
    }

    /// The heading of an answer to some replies; none stand for all others, or for all there are.
    pub(super) fn reply(self, loser: Side, cells: &[Cell], only: bool) -> String {
        match cells {
            [] if only => say!(self, "Whatever {loser} plays", "Qualunque mossa faccia {loser}"),
            [] => say!(self, "If {loser} plays anything else", "Se {loser} gioca altrove"),
            cells => say!(self, "If {loser} plays {}", "Se {loser} gioca {}", self.or(cells)),
        }
    }

    /// From here on the winner answers above.
    pub(super) fn follow_up(self, winner: Side, finish: &[Cell], zugzwang: bool) -> String {
        let (loser, cells) = (winner.other(), self.or(finish));
        let parity = match finish {
            [cell] if cell.row() % 2 == 0 => self.one_of(", an odd threat", ", una minaccia dispari"),
            [_] => self.one_of(", an even threat", ", una minaccia pari"),
            _ => "",
        };
        let end = if zugzwang {
            say!(
                self,
                "This is zugzwang: {loser} runs out of other moves, must play below {cells}{parity}, and {winner} completes a row there.",
                "È zugzwang: {loser} resta senza altre mosse, deve giocare sotto {cells}{parity}, e lì {winner} completa una fila."
            )
        } else {
            say!(
                self,
                "However {loser} plays, {winner} in the end completes a row at {cells}.",
                "Comunque giochi {loser}, alla fine {winner} completa una fila in {cells}."
            )
        };
        say!(
            self,
            "From now on {winner} answers every stone of {loser} in the same column, unless it can complete a row or must block one. {end}",
            "Da qui {winner} risponde a ogni pedina di {loser} nella stessa colonna, a meno che possa completare una fila o debba bloccarne una. {end}"
        )
    }

    /// Proved but not shown.
    pub(super) fn proved(self, winner: Side, plies: Option<u32>) -> String {
        match plies {
            Some(plies) => say!(
                self,
                "The rest is proved by search: {winner} wins within {}.",
                "Il resto è dimostrato dalla ricerca: {winner} vince entro {}.",
                self.more_moves(own(plies))
            ),
            None => say!(
                self,
                "The rest is proved by search: {winner} wins.",
                "Il resto è dimostrato dalla ricerca: {winner} vince."
            ),
        }
    }

    /// Why a side cannot win.
    pub(super) fn held(self, held: &Held) -> String {
        let (side, holder) = (held.attacker, held.attacker.other());
        let first = |first: &Option<Cell>| {
            let played = |cell| say!(self, "{holder} plays {cell} first. ", "Prima {holder} gioca {cell}. ");
            first.map_or(String::new(), played)
        };
        match &held.how {
            Hold::NoRows => say!(
                self,
                "{side} cannot win: no row is left that it could complete.",
                "{side} non può vincere: non resta nessuna fila che possa completare."
            ),
            Hold::TooFew { moves: left, lacking } => say!(
                self,
                "{side} cannot win: it has {} left, and every row that it could complete still lacks at least {}.",
                "{side} non può vincere: gli resta {}, e a ogni fila che potrebbe completare mancano ancora almeno {} pedine.",
                self.moves(*left as u32),
                self.number(*lacking)
            ),
            Hold::Pairing { first: cell, pairs } => {
                let (mut list, left) = pairs_in_short(pairs);
                if left > 0 {
                    list += &say!(self, " and {left} more", " e altre {left}");
                }
                say!(
                    self,
                    "{side} cannot win. {}Whenever {side} takes one cell of a pair, {holder} takes the other: {list}. Every row that {side} could still complete contains a pair.",
                    "{side} non può vincere. {}Quando {side} prende una casella di una coppia, {holder} prende l'altra: {list}. Ogni fila che {side} potrebbe ancora completare contiene una coppia.",
                    first(cell)
                )
            }
            Hold::Weight { first: cell, rows, weight, below } => say!(
                self,
                "{side} cannot win. {}Let each row that {side} could still complete weigh one half to the power of the stones it lacks: the {rows} rows weigh {weight:.3} together, less than {below}, so {holder} breaks them all by taking the heaviest cell each time (Erdős and Selfridge).",
                "{side} non può vincere. {}Ogni fila che {side} potrebbe ancora completare pesi un mezzo elevato alle pedine che le mancano: le {rows} file pesano insieme {weight:.3}, meno di {below}, quindi {holder} le rompe tutte prendendo ogni volta la casella più pesante (Erdős e Selfridge).",
                first(cell)
            ),
            Hold::FollowUp => say!(
                self,
                "{side} cannot win: {holder} answers every stone in the same column, unless it can complete a row or must block one.",
                "{side} non può vincere: {holder} risponde a ogni pedina nella stessa colonna, a meno che possa completare una fila o debba bloccarne una."
            ),
            Hold::Stealing => say!(
                self,
                "{side} cannot win: a stone more never hurts, so {holder}, who begins, could use any winning plan of {side} first.",
                "{side} non può vincere: una pedina in più non fa mai male, quindi {holder}, che comincia, potrebbe usare per primo ogni piano vincente di {side}."
            ),
            Hold::Searched => say!(
                self,
                "{side} cannot win: the solver has tried everything that {side} can play.",
                "{side} non può vincere: il risolutore ha provato tutto ciò che {side} può giocare."
            ),
        }
    }

    /// The heading of a line of play; `sure` if it is a line that keeps a draw.
    pub(super) fn line(self, sure: bool) -> &'static str {
        if sure {
            self.one_of("The game might go on:", "La partita potrebbe continuare così:")
        } else {
            self.one_of("The line that the champion expects:", "La linea che il campione si aspetta:")
        }
    }

    /// Comes between a move of the winner and the next after a forced reply.
    pub(super) fn then(self) -> &'static str {
        self.one_of("Then ", "Poi ")
    }

    /// The heading of the threats, or that there are none.
    pub(super) fn threats(self, any: bool) -> &'static str {
        if any {
            self.one_of("Threats:", "Minacce:")
        } else {
            self.one_of("Nobody threatens anything.", "Nessuno minaccia niente.")
        }
    }

    /// One threat.
    pub(super) fn threat(self, threat: &Threat, k: usize) -> String {
        let side = threat.side;
        match &threat.kind {
            ThreatKind::Win { cell, stones } if stones.is_empty() => {
                say!(self, "{side} completes a row at {cell}.", "{side} completa una fila in {cell}.")
            }
            ThreatKind::Win { cell, stones } => say!(
                self,
                "{side} completes a row at {cell}, with {}.",
                "{side} completa una fila in {cell}, con {}.",
                row(stones)
            ),
            ThreatKind::OpenOne { cells } => say!(
                self,
                "{side} has an open {}: {} complete it.",
                "{side} ha un {} aperto: {} lo completano.",
                self.number(k - 1),
                self.and(cells)
            ),
            ThreatKind::OpenTwo { cells, .. } if k < 4 => say!(
                self,
                "{side} can make two threats at once at {}.",
                "{side} può fare due minacce insieme in {}.",
                self.or(cells)
            ),
            ThreatKind::OpenTwo { cells, stones } => say!(
                self,
                "{side} has an open {} ({}): it becomes an open {} at {}.",
                "{side} ha un {} aperto ({}): diventa un {} aperto in {}.",
                self.number(k - 2),
                row(stones),
                self.number(k - 1),
                self.or(cells)
            ),
            ThreatKind::Fork { cell, wins } => say!(
                self,
                "{side} can fork at {cell}: then {} would complete rows.",
                "{side} può fare una forchetta in {cell}: poi {} completerebbero file.",
                self.and(wins)
            ),
            ThreatKind::One { cells } if k < 4 => {
                say!(
                    self,
                    "{side} can threaten a row with {}.",
                    "{side} può minacciare una fila con {}.",
                    self.or(cells)
                )
            }
            ThreatKind::One { cells } => {
                say!(self, "{side} can make {} with {}.", "{side} può fare {} con {}.", self.a(k - 1), self.or(cells))
            }
            ThreatKind::Waiting { cell, stones, odd, poisoned } => {
                let parity = if *odd { self.one_of("odd", "dispari") } else { self.one_of("even", "pari") };
                let (below, other) = (Cell::new(cell.row().saturating_sub(1), cell.col()), side.other());
                let poison = if *poisoned {
                    say!(
                        self,
                        " {below} below it is poisoned: {other} must not play there.",
                        " {below}, subito sotto, è avvelenata: {other} non deve giocarvi."
                    )
                } else {
                    String::new()
                };
                say!(
                    self,
                    "{side} waits for {cell} ({parity} row): with {} it completes a row.{poison}",
                    "{side} aspetta {cell} (riga {parity}): con {} completa una fila.{poison}",
                    row(stones)
                )
            }
        }
    }
}

fn joined(things: &[String], last_by: &str) -> String {
    match things {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{}{last_by}{last}", first.join(", ")),
    }
}
