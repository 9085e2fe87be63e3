//! Why a side cannot win, each sentence in all languages side by side.

use filetto_rules::{Cell, Side};

use super::grammar::say;
use super::{Language, pairs_in_short};
use crate::explain::data::{Held, Hold};

impl Language {
    /// The heading of a board with the pairs.
    pub(super) fn pairs(self, holder: Side) -> String {
        say!(
            self,
            "The pairs of {holder} on the board, a letter each:",
            "Le coppie di {holder} sulla scacchiera, una lettera ciascuna:",
            "Las parejas de {holder} en el tablero, una letra cada una:",
            "Perechile lui {holder} pe tablă, câte o literă:"
        )
    }

    /// Why a side cannot win.
    pub(super) fn held(self, held: &Held) -> String {
        let (side, holder) = (held.attacker, held.attacker.other());
        let first = |first: &Option<Cell>| {
            let played = |cell| {
                say!(
                    self,
                    "{holder} plays {cell} first. ",
                    "Prima {holder} gioca {cell}. ",
                    "Primero {holder} juega {cell}. ",
                    "Mai întâi {holder} joacă {cell}. "
                )
            };
            first.map_or(String::new(), played)
        };
        match &held.how {
            Hold::NoRows => say!(
                self,
                "{side} cannot win: no row is left that it could complete.",
                "{side} non può vincere: non resta nessuna fila che possa completare.",
                "{side} no puede ganar: no queda ninguna raya que pueda completar.",
                "{side} nu poate câștiga: nu mai rămâne niciun rând pe care să-l poată completa."
            ),
            Hold::TooFew { moves: left, lacking } => {
                let (moves, count, stones) = (self.moves(*left as u32), self.number(*lacking), self.stones(*lacking));
                say!(
                    self,
                    "{side} cannot win: it has {moves} left, and every row that it could complete still lacks at least {count}.",
                    "{side} non può vincere: ha ancora {moves}, e ogni fila che potrebbe completare ha bisogno ancora di almeno {stones}.",
                    "{side} no puede ganar: solo puede hacer {moves}, y cada raya que podría completar necesita aún al menos {stones}.",
                    "{side} nu poate câștiga: mai are {moves}, iar fiecare rând pe care l-ar putea completa mai are nevoie de cel puțin {stones}."
                )
            }
            Hold::Pairing { first: cell, pairs } => {
                let (mut list, left) = pairs_in_short(pairs);
                if left > 0 {
                    list += &say!(self, " and {left} more", " e altre {left}", " y {left} más", " și încă {left}");
                }
                say!(
                    self,
                    "{side} cannot win. {}Whenever {side} takes one cell of a pair, {holder} takes the other: {list}. Every row that {side} could still complete contains a pair.",
                    "{side} non può vincere. {}Quando {side} prende una casella di una coppia, {holder} prende l'altra: {list}. Ogni fila che {side} potrebbe ancora completare contiene una coppia.",
                    "{side} no puede ganar. {}Cuando {side} toma una casilla de una pareja, {holder} toma la otra: {list}. Toda raya que {side} aún podría completar contiene una pareja.",
                    "{side} nu poate câștiga. {}Când {side} ia o celulă dintr-o pereche, {holder} o ia pe cealaltă: {list}. Fiecare rând pe care {side} l-ar mai putea completa conține o pereche.",
                    first(cell)
                )
            }
            Hold::Weight { first: cell, rows, weight, below } => say!(
                self,
                "{side} cannot win. {}Let each row that {side} could still complete weigh one half to the power of the stones it lacks: the {rows} rows weigh {weight:.3} together, less than {below}, so {holder} breaks them all by taking the heaviest cell each time (Erdős and Selfridge).",
                "{side} non può vincere. {}Ogni fila che {side} potrebbe ancora completare pesi un mezzo elevato alle pedine che le mancano: le {rows} file pesano insieme {weight:.3}, meno di {below}, quindi {holder} le rompe tutte prendendo ogni volta la casella più pesante (Erdős e Selfridge).",
                "{side} no puede ganar. {}Que cada raya que {side} aún podría completar pese un medio elevado a las fichas que le faltan: las {rows} rayas pesan juntas {weight:.3}, menos de {below}, así que {holder} las rompe todas tomando cada vez la casilla más pesada (Erdős y Selfridge).",
                "{side} nu poate câștiga. {}Fiecare rând pe care {side} l-ar mai putea completa să cântărească o jumătate la puterea pieselor care îi lipsesc: rândurile, {rows} la număr, cântăresc împreună {weight:.3}, mai puțin de {below}, deci {holder} le rupe pe toate luând de fiecare dată celula cea mai grea (Erdős și Selfridge).",
                first(cell)
            ),
            Hold::FollowUp => say!(
                self,
                "{side} cannot win: {holder} answers every stone in the same column, unless it can complete a row or must block one.",
                "{side} non può vincere: {holder} risponde a ogni pedina nella stessa colonna, a meno che possa completare una fila o debba bloccarne una.",
                "{side} no puede ganar: {holder} responde a cada ficha en la misma columna, salvo que pueda completar una raya o deba bloquear una.",
                "{side} nu poate câștiga: {holder} răspunde la fiecare piesă în aceeași coloană, dacă nu poate completa un rând și nu trebuie să blocheze unul."
            ),
            Hold::Stealing => say!(
                self,
                "{side} cannot win: a stone more never hurts, so {holder}, who begins, could use any winning plan of {side} first.",
                "{side} non può vincere: una pedina in più non fa mai male, quindi {holder}, che comincia, potrebbe usare per primo ogni piano vincente di {side}.",
                "{side} no puede ganar: una ficha de más nunca perjudica, así que {holder}, que empieza, podría usar antes cualquier plan ganador de {side}.",
                "{side} nu poate câștiga: o piesă în plus nu strică niciodată, deci {holder}, care începe, ar putea folosi primul orice plan câștigător al lui {side}."
            ),
            Hold::Searched => say!(
                self,
                "{side} cannot win: the solver has tried everything that {side} can play.",
                "{side} non può vincere: il risolutore ha provato tutto ciò che {side} può giocare.",
                "{side} no puede ganar: el solucionador ha probado todo lo que {side} puede jugar.",
                "{side} nu poate câștiga: programul de rezolvare a încercat tot ce poate juca {side}."
            ),
        }
    }
}
