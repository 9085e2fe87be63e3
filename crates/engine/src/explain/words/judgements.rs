//! What reviews say, each sentence in all languages side by side.

use filetto_rules::{Cell, Side};

use super::grammar::say;
use super::{Language, own};
use crate::analysis::Value;
use crate::explain::review::{Class, Judged, Review};

impl Language {
    fn value(self, value: Value) -> String {
        match value {
            Value::Won { .. } => self.one_of("won", "vinta", "ganada", "câștigată").to_owned(),
            Value::Drawn => self.one_of("drawn", "patta", "en tablas", "remiză").to_owned(),
            Value::Lost { .. } => self.one_of("lost", "persa", "perdida", "pierdută").to_owned(),
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
            (false, _) => self.one_of("not finished", "non finita", "sin terminar", "neterminată").to_owned(),
            (true, None) => self.one_of("a draw", "patta", "tablas", "remiză").to_owned(),
            (true, Some(side)) => say!(self, "{side} won", "ha vinto {side}", "ganó {side}", "a câștigat {side}"),
        };
        let (rules, first, second) = (review.rules, name(Side::First), name(Side::Second));
        say!(
            self,
            "{rules}: {first} against {second}, {result}.",
            "{rules}: {first} contro {second}, {result}.",
            "{rules}: {first} contra {second}, {result}.",
            "{rules}: {first} contra {second}, {result}."
        )
    }

    /// The accuracy of both players.
    pub(super) fn accuracy(self, accuracy: [Option<f64>; 2]) -> String {
        let one = |side: Side| match accuracy[side.index()] {
            Some(percent) => format!("{side} {percent:.0}"),
            None => format!("{side} -"),
        };
        format!(
            "{}: {}, {}.",
            self.one_of("Accuracy", "Precisione", "Precisión", "Precizie"),
            one(Side::First),
            one(Side::Second)
        )
    }

    /// The heading of the chart.
    pub(super) fn chart(self) -> &'static str {
        self.one_of("X's chances:", "Probabilità di X:", "Probabilidad de X:", "Șansele lui X:")
    }

    /// How good a move was.
    pub(super) fn class(self, class: Class) -> &'static str {
        match class {
            Class::Forced => self.one_of("forced", "obbligata", "obligada", "forțată"),
            Class::Best => self.one_of("best", "migliore", "la mejor", "cea mai bună"),
            Class::Good => self.one_of("good", "buona", "buena", "bună"),
            Class::SlowerWin => {
                self.one_of("slower win", "vittoria più lenta", "victoria más lenta", "victorie mai lentă")
            }
            Class::Inaccuracy => self.one_of("inaccuracy", "imprecisione", "imprecisión", "imprecizie"),
            Class::Mistake => self.one_of("mistake", "errore", "error", "greșeală"),
            Class::Blunder => self.one_of("blunder", "errore grave", "error grave", "greșeală gravă"),
            Class::MissedWin => {
                self.one_of("missed win", "vittoria mancata", "victoria desaprovechada", "victorie ratată")
            }
            Class::WinThrownAway => {
                self.one_of("win thrown away", "vittoria buttata via", "victoria echada a perder", "victorie irosită")
            }
            Class::DrawThrownAway => {
                self.one_of("draw thrown away", "patta buttata via", "tablas echadas a perder", "remiză irosită")
            }
        }
    }

    /// What a move gave away, in a sentence.
    pub(super) fn judged(self, judged: &Judged) -> String {
        let (side, before, after) = (judged.side, self.value(judged.before), self.value(judged.after));
        match (judged.before, judged.after) {
            (Value::Chance { .. }, Value::Chance { .. }) => say!(
                self,
                "{side}'s chance fell from {before} to {after}.",
                "La probabilità di {side} è scesa da {before} a {after}.",
                "La probabilidad de {side} bajó del {before} al {after}.",
                "Șansele lui {side} au scăzut de la {before} la {after}."
            ),
            (Value::Chance { .. }, _) => say!(
                self,
                "{side}'s chance was {before}; now the game is {after}.",
                "La probabilità di {side} era {before}; ora la partita è {after}.",
                "La probabilidad de {side} era del {before}; ahora la partida está {after}.",
                "Șansele lui {side} erau de {before}; acum partida este {after}."
            ),
            (_, Value::Chance { .. }) => say!(
                self,
                "It was {before} for {side}; now its chance is {after}.",
                "Per {side} era {before}; ora la sua probabilità è {after}.",
                "Para {side} la partida estaba {before}; ahora su probabilidad es del {after}.",
                "Pentru {side} partida era {before}; acum șansele sale sunt de {after}."
            ),
            _ => {
                say!(
                    self,
                    "It was {before} for {side}, and now it is {after}.",
                    "Per {side} era {before}, e ora è {after}.",
                    "Para {side} la partida estaba {before}, y ahora está {after}.",
                    "Pentru {side} partida era {before}, iar acum este {after}."
                )
            }
        }
    }

    /// What is worth saying before the better move is explained.
    pub(super) fn better(self, side: Side, best: Cell, before: Value) -> String {
        match before {
            Value::Won { .. } => say!(
                self,
                "{best} would have won:",
                "{best} avrebbe vinto:",
                "{best} habría ganado:",
                "{best} ar fi câștigat:"
            ),
            Value::Drawn => say!(
                self,
                "{best} would have kept the draw:",
                "{best} avrebbe tenuto la patta:",
                "{best} habría conservado las tablas:",
                "{best} ar fi păstrat remiza:"
            ),
            _ => say!(
                self,
                "{best} was better for {side}:",
                "{best} era meglio per {side}:",
                "{best} era mejor para {side}:",
                "{best} era mai bine pentru {side}:"
            ),
        }
    }

    /// What is worth saying before the refutation is explained.
    pub(super) fn refutation(self, side: Side, after: Value) -> String {
        match after {
            Value::Lost { plies: Some(plies) } => {
                say!(
                    self,
                    "Now {side} wins within {}:",
                    "Ora {side} vince entro {}:",
                    "Ahora {side} gana en {} como mucho:",
                    "Acum {side} câștigă în cel mult {}:",
                    self.moves(own(plies))
                )
            }
            Value::Lost { plies: None } => {
                say!(self, "Now {side} wins:", "Ora {side} vince:", "Ahora {side} gana:", "Acum {side} câștigă:")
            }
            Value::Drawn => {
                self.one_of("Now it is a draw:", "Ora è patta:", "Ahora son tablas:", "Acum este remiză:").to_owned()
            }
            _ => say!(
                self,
                "What {side} can do now:",
                "Che cosa può fare ora {side}:",
                "Lo que {side} puede hacer ahora:",
                "Ce poate face acum {side}:"
            ),
        }
    }

    /// No faults were found.
    pub(super) fn faultless(self) -> &'static str {
        self.one_of(
            "No faults were found.",
            "Non sono stati trovati errori.",
            "No se han encontrado fallos.",
            "Nu s-au găsit greșeli.",
        )
    }

    /// The turning points.
    pub(super) fn turning(self, moves: &[String]) -> String {
        format!(
            "{}: {}.",
            self.one_of("Turning points", "Svolte", "Momentos decisivos", "Momente decisive"),
            moves.join("; ")
        )
    }

    /// How many mistakes can be replayed.
    pub(super) fn puzzles(self, count: usize) -> String {
        match count {
            1 => self
                .one_of(
                    "One mistake can be replayed as a puzzle.",
                    "Un errore può essere rigiocato come problema.",
                    "Un error puede volver a jugarse como problema.",
                    "O greșeală poate fi rejucată ca problemă.",
                )
                .to_owned(),
            count => say!(
                self,
                "{count} mistakes can be replayed as puzzles.",
                "{count} errori possono essere rigiocati come problemi.",
                "{count} errores pueden volver a jugarse como problemas.",
                "Greșeli care pot fi rejucate ca probleme: {count}."
            ),
        }
    }
}
