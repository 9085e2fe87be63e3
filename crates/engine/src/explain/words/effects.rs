//! What a move does and what is threatened, each sentence in all languages side by side.
//!
//! Sentences come complete; phrases without capital and stop. Nothing is decided in a language that is not in the data.

use filetto_rules::{Cell, Side};

use super::grammar::say;
use super::{Language, row};
use crate::explain::data::{MoveEffect, Threat, ThreatKind};

impl Language {
    /// What a move does, as a verb phrase, on a board with this K.
    pub(super) fn effect(self, effect: &MoveEffect, other: Side, k: usize) -> String {
        match effect {
            MoveEffect::Completes { row: cells } => {
                say!(
                    self,
                    "completes the row {}",
                    "completa la fila {}",
                    "completa la raya {}",
                    "completează rândul {}",
                    row(cells)
                )
            }
            MoveEffect::Blocks { stones } if stones.is_empty() => {
                say!(
                    self,
                    "blocks a row of {other}",
                    "blocca una fila di {other}",
                    "bloquea una raya de {other}",
                    "blochează un rând al lui {other}"
                )
            }
            MoveEffect::Blocks { stones } => say!(
                self,
                "blocks {other}'s {}",
                "blocca {} di {other}",
                "bloquea {} de {other}",
                "îi blochează lui {other} piesele {}",
                row(stones)
            ),
            MoveEffect::OpenOne { cells } => {
                let (four, cells) = (self.number(k - 1), self.and(cells));
                say!(
                    self,
                    "makes an open {four}, which {cells} complete",
                    "fa un {four} aperto, che {cells} completano",
                    "hace un {four} abierto, que se completa en {cells}",
                    "face un rând deschis de {four}, care se completează la {cells}"
                )
            }
            MoveEffect::Fork { cells } => {
                let (many, cells) = (self.number(cells.len()), self.and(cells));
                say!(
                    self,
                    "makes {many} threats at once, at {cells}",
                    "fa {many} minacce insieme, in {cells}",
                    "hace {many} amenazas a la vez, en {cells}",
                    "face {many} amenințări deodată, la {cells}"
                )
            }
            MoveEffect::One { cell } if k < 4 => {
                say!(
                    self,
                    "threatens to complete a row at {cell}",
                    "minaccia di completare una fila in {cell}",
                    "amenaza con completar una raya en {cell}",
                    "amenință să completeze un rând la {cell}"
                )
            }
            MoveEffect::One { cell } => {
                say!(
                    self,
                    "makes {}, threatening {cell}",
                    "fa {} e minaccia {cell}",
                    "hace {} y amenaza {cell}",
                    "face {} și amenință {cell}",
                    self.a(k - 1)
                )
            }
            MoveEffect::OpenTwo { cells } if k < 4 => self.prepares_two(cells),
            MoveEffect::OpenTwo { cells } => {
                let (at, three, four) = (self.or(cells), self.number(k - 2), self.number(k - 1));
                say!(
                    self,
                    "makes an open {three}, which would become an open {four} at {at}",
                    "fa un {three} aperto, che diventerebbe un {four} aperto in {at}",
                    "hace un {three} abierto, que sería un {four} abierto en {at}",
                    "face un rând deschis de {three}, care ar deveni un rând deschis de {four} la {at}"
                )
            }
            MoveEffect::Waits { cell } => {
                say!(
                    self,
                    "makes {} that waits for {cell}",
                    "fa {} che aspetta {cell}",
                    "hace {} que espera {cell}",
                    "face {} care așteaptă {cell}",
                    self.a(k - 1)
                )
            }
            MoveEffect::Hinders { cells } => {
                let cells = self.or(cells);
                say!(
                    self,
                    "keeps {other} from the winning move {cells}",
                    "toglie a {other} la mossa vincente {cells}",
                    "le quita a {other} la jugada ganadora {cells}",
                    "îi ia lui {other} mutarea câștigătoare {cells}"
                )
            }
            MoveEffect::Gives { cell } => say!(
                self,
                "lets {other} complete a row at {cell}, right above",
                "lascia che {other} completi una fila in {cell}, subito sopra",
                "deja que {other} complete una raya en {cell}, justo encima",
                "îl lasă pe {other} să completeze un rând la {cell}, imediat deasupra"
            ),
            MoveEffect::Builds { stones } => {
                let (count, stones) = (self.number(*stones), self.stones(*stones));
                say!(
                    self,
                    "has {count} in a line that it can still complete",
                    "ha {stones} su una linea che può ancora completare",
                    "tiene {stones} en una línea que aún puede completar",
                    "are {stones} pe o linie pe care o mai poate completa"
                )
            }
        }
    }

    fn prepares_two(self, cells: &[Cell]) -> String {
        say!(
            self,
            "prepares two threats at once at {}",
            "prepara due minacce insieme in {}",
            "prepara dos amenazas a la vez en {}",
            "pregătește două amenințări deodată la {}",
            self.or(cells)
        )
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
            "fa {many} {three} aperti, che diventerebbero un {four} aperto in {at}",
            "hace {many} líneas abiertas de {three}, que serían un {four} abierto en {at}",
            "face {many} rânduri deschise de {three}, care ar deveni un rând deschis de {four} la {at}"
        )
    }

    /// It makes several K-1 whose cells no stone can reach yet.
    pub(super) fn all_wait(self, cells: &[Cell], k: usize) -> String {
        let (four, cells) = (self.number(k - 1), self.and(cells));
        say!(
            self,
            "makes {four}s that wait for {cells}",
            "fa dei {four} che aspettano {cells}",
            "hace líneas de {four} que esperan {cells}",
            "face rânduri de {four} care așteaptă {cells}"
        )
    }

    /// The heading of the threats, or that there are none.
    pub(super) fn threats(self, any: bool) -> &'static str {
        if any {
            self.one_of("Threats:", "Minacce:", "Amenazas:", "Amenințări:")
        } else {
            self.one_of(
                "Nobody threatens anything.",
                "Nessuno minaccia niente.",
                "Nadie amenaza nada.",
                "Nimeni nu amenință nimic.",
            )
        }
    }

    /// One threat.
    pub(super) fn threat(self, threat: &Threat, k: usize) -> String {
        let side = threat.side;
        match &threat.kind {
            ThreatKind::Win { cell, stones } if stones.is_empty() => {
                say!(
                    self,
                    "{side} completes a row at {cell}.",
                    "{side} completa una fila in {cell}.",
                    "{side} completa una raya en {cell}.",
                    "{side} completează un rând la {cell}."
                )
            }
            ThreatKind::Win { cell, stones } => say!(
                self,
                "{side} completes a row at {cell}, with {}.",
                "{side} completa una fila in {cell}, con {}.",
                "{side} completa una raya en {cell}, con {}.",
                "{side} completează un rând la {cell}, cu {}.",
                row(stones)
            ),
            ThreatKind::OpenOne { cells } => say!(
                self,
                "{side} has an open {}: {} complete it.",
                "{side} ha un {} aperto: {} lo completano.",
                "{side} tiene un {} abierto: se completa en {}.",
                "{side} are un rând deschis de {}: se completează la {}.",
                self.number(k - 1),
                self.and(cells)
            ),
            ThreatKind::OpenTwo { cells, .. } if k < 4 => say!(
                self,
                "{side} can make two threats at once at {}.",
                "{side} può fare due minacce insieme in {}.",
                "{side} puede hacer dos amenazas a la vez en {}.",
                "{side} poate face două amenințări deodată la {}.",
                self.or(cells)
            ),
            ThreatKind::OpenTwo { cells, stones } => say!(
                self,
                "{side} has an open {} ({}): it becomes an open {} at {}.",
                "{side} ha un {} aperto ({}): diventa un {} aperto in {}.",
                "{side} tiene un {} abierto ({}): se vuelve un {} abierto en {}.",
                "{side} are un rând deschis de {} ({}): devine un rând deschis de {} la {}.",
                self.number(k - 2),
                row(stones),
                self.number(k - 1),
                self.or(cells)
            ),
            ThreatKind::Fork { cell, wins } => say!(
                self,
                "{side} can fork at {cell}: then {} would complete rows.",
                "{side} può fare una forchetta in {cell}: poi {} completerebbero file.",
                "{side} puede hacer varias amenazas a la vez en {cell}: después {} completarían rayas.",
                "{side} poate face mai multe amenințări deodată la {cell}: apoi {} ar completa rânduri.",
                self.and(wins)
            ),
            ThreatKind::One { cells } if k < 4 => {
                say!(
                    self,
                    "{side} can threaten a row with {}.",
                    "{side} può minacciare una fila con {}.",
                    "{side} puede amenazar una raya con {}.",
                    "{side} poate amenința un rând cu {}.",
                    self.or(cells)
                )
            }
            ThreatKind::One { cells } => {
                say!(
                    self,
                    "{side} can make {} with {}.",
                    "{side} può fare {} con {}.",
                    "{side} puede hacer {} con {}.",
                    "{side} poate face {} cu {}.",
                    self.a(k - 1),
                    self.or(cells)
                )
            }
            ThreatKind::Waiting { cell, stones, odd, poisoned } => {
                let parity = if *odd {
                    self.one_of("odd", "dispari", "impar", "impar")
                } else {
                    self.one_of("even", "pari", "par", "par")
                };
                let (below, other) = (Cell::new(cell.row().saturating_sub(1), cell.col()), side.other());
                let poison = if *poisoned {
                    say!(
                        self,
                        " {below} below it is poisoned: {other} must not play there.",
                        " {below}, subito sotto, è avvelenata: {other} non deve giocarvi.",
                        " {below}, justo debajo, está envenenada: {other} no debe jugar ahí.",
                        " {below}, imediat dedesubt, este otrăvită: {other} nu trebuie să joace acolo."
                    )
                } else {
                    String::new()
                };
                say!(
                    self,
                    "{side} waits for {cell} ({parity} row): with {} it completes a row.{poison}",
                    "{side} aspetta {cell} (riga {parity}): con {} completa una fila.{poison}",
                    "{side} espera {cell} (fila {parity}): con {} completa una raya.{poison}",
                    "{side} așteaptă {cell} (rând {parity}): cu {} completează un rând.{poison}",
                    row(stones)
                )
            }
        }
    }
}
