//! What reviews say, each sentence in all languages side by side.

use filetto_rules::{Cell, Side};

use super::phrases::say;
use super::{Language, own};
use crate::analysis::Value;
use crate::explain::review::{Class, Judged, Review};

impl Language {
    fn value(self, value: Value) -> String {
        match value {
            Value::Won { .. } => self.one_of("won", "vinta").to_owned(),
            Value::Drawn => self.one_of("drawn", "patta").to_owned(),
            Value::Lost { .. } => self.one_of("lost", "persa").to_owned(),
            Value::Chance { chance } => format!("{:.0} %", chance * 100.0),
        }
    }

    /// The heading of a review.
    pub(super) fn review(self, review: &Review) -> String {
        let name = |side: Side| match &review.names[side.index()] {
            Some(name) => format!("{name} ({side})"),
            None => side.to_string(),
        };
        let result = match (review.over, review.winner) {
            (false, _) => self.one_of("not finished", "non finita").to_owned(),
            (true, None) => self.one_of("a draw", "patta").to_owned(),
            (true, Some(side)) => say!(self, "{side} won", "ha vinto {side}"),
        };
        let (rules, first, second) = (review.rules, name(Side::First), name(Side::Second));
        say!(self, "{rules}: {first} against {second}, {result}.", "{rules}: {first} contro {second}, {result}.")
    }

    /// The accuracy of both players.
    pub(super) fn accuracy(self, accuracy: [Option<f64>; 2]) -> String {
        let one = |side: Side| match accuracy[side.index()] {
            Some(percent) => format!("{side} {percent:.0}"),
            None => format!("{side} -"),
        };
        format!("{}: {}, {}.", self.one_of("Accuracy", "Precisione"), one(Side::First), one(Side::Second))
    }

    /// The heading of the chart.
    pub(super) fn chart(self) -> &'static str {
        self.one_of("X's chances:", "Probabilità di X:")
    }

    /// How good a move was.
    pub(super) fn class(self, class: Class) -> &'static str {
        match class {
            Class::Forced => self.one_of("forced", "obbligata"),
            Class::Best => self.one_of("best", "migliore"),
            Class::Good => self.one_of("good", "buona"),
            Class::SlowerWin => self.one_of("slower win", "vittoria più lenta"),
            Class::Inaccuracy => self.one_of("inaccuracy", "imprecisione"),
            Class::Mistake => self.one_of("mistake", "errore"),
            Class::Blunder => self.one_of("blunder", "errore grave"),
            Class::MissedWin => self.one_of("missed win", "vittoria mancata"),
            Class::WinThrownAway => self.one_of("win thrown away", "vittoria buttata via"),
            Class::DrawThrownAway => self.one_of("draw thrown away", "patta buttata via"),
        }
    }

    /// What a move gave away, in a sentence.
    pub(super) fn judged(self, judged: &Judged) -> String {
        let (side, before, after) = (judged.side, self.value(judged.before), self.value(judged.after));
        match (judged.before, judged.after) {
            (Value::Chance { .. }, Value::Chance { .. }) => say!(
                self,
                "{side}'s chance fell from {before} to {after}.",
                "La probabilità di {side} è scesa da {before} a {after}."
            ),
            (Value::Chance { .. }, _) => say!(
                self,
                "{side}'s chance was {before}; now the game is {after}.",
                "La probabilità di {side} era {before}; ora la partita è {after}."
            ),
            (_, Value::Chance { .. }) => say!(
                self,
                "It was {before} for {side}; now its chance is {after}.",
                "Per {side} era {before}; ora la sua probabilità è {after}."
            ),
            _ => {
                say!(
                    self,
                    "It was {before} for {side}, and now it is {after}.",
                    "Per {side} era {before}, e ora è {after}."
                )
            }
        }
    }

    /// What is worth saying before the better move is explained.
    pub(super) fn better(self, side: Side, best: Cell, before: Value) -> String {
        match before {
            Value::Won { .. } => say!(self, "{best} would have won:", "{best} avrebbe vinto:"),
            Value::Drawn => say!(self, "{best} would have kept the draw:", "{best} avrebbe tenuto la patta:"),
            _ => say!(self, "{best} was better for {side}:", "{best} era meglio per {side}:"),
        }
    }

    /// What is worth saying before the refutation is explained.
    pub(super) fn refutation(self, side: Side, after: Value) -> String {
        match after {
            Value::Lost { plies: Some(plies) } => {
                say!(self, "Now {side} wins within {}:", "Ora {side} vince entro {}:", self.moves(own(plies)))
            }
            Value::Lost { plies: None } => say!(self, "Now {side} wins:", "Ora {side} vince:"),
            Value::Drawn => self.one_of("Now it is a draw:", "Ora è patta:").to_owned(),
            _ => say!(self, "What {side} can do now:", "Che cosa può fare ora {side}:"),
        }
    }

    /// No faults were found.
    pub(super) fn faultless(self) -> &'static str {
        self.one_of("No faults were found.", "Non sono stati trovati errori.")
    }

    /// The turning points.
    pub(super) fn turning(self, moves: &[String]) -> String {
        format!("{}: {}.", self.one_of("Turning points", "Svolte"), moves.join("; "))
    }

    /// How many mistakes can be replayed.
    pub(super) fn puzzles(self, count: usize) -> String {
        match count {
            1 => self
                .one_of("One mistake can be replayed as a puzzle.", "Un errore può essere rigiocato come problema.")
                .to_owned(),
            count => say!(
                self,
                "{count} mistakes can be replayed as puzzles.",
                "{count} errori possono essere rigiocati come problemi."
            ),
        }
    }
}
