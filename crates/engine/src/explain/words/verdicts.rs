//! How a position stands and how a win goes on, each sentence in all languages side by side: a case that one has, the others have too.

use filetto_rules::{Cell, Side};

use super::grammar::say;
use super::{Language, own, row};
use crate::analysis::Source;
use crate::explain::data::Verdict;

impl Language {
    /// How the position stands. `best` is the move that the explanation begins with.
    pub(super) fn verdict(self, verdict: Verdict, to_move: Side, best: Option<Cell>) -> String {
        let open = best.is_none();
        let best = best.map_or(String::new(), |cell| cell.to_string());
        let within = |plies: u32| self.moves(own(plies));
        match verdict {
            Verdict::Win { side, .. } if side == to_move && open => {
                say!(
                    self,
                    "{side} to move wins by force.",
                    "Tocca a {side}, che vince per forza.",
                    "Le toca a {side}, que gana a la fuerza.",
                    "La mutare este {side}, care câștigă forțat."
                )
            }
            Verdict::Over { winner: Some(side) } => {
                say!(
                    self,
                    "The game is over: {side} has won.",
                    "La partita è finita: ha vinto {side}.",
                    "La partida ha terminado: ha ganado {side}.",
                    "Jocul s-a încheiat: a câștigat {side}."
                )
            }
            Verdict::Over { winner: None } => self
                .one_of(
                    "The game is over: a draw.",
                    "La partita è finita: patta.",
                    "La partida ha terminado: tablas.",
                    "Jocul s-a încheiat: remiză.",
                )
                .to_owned(),
            Verdict::Win { side, plies: Some(1) } if side == to_move => {
                say!(
                    self,
                    "{side} to move wins at once with {best}.",
                    "Tocca a {side}, che vince subito con {best}.",
                    "Le toca a {side}, que gana enseguida con {best}.",
                    "La mutare este {side}, care câștigă imediat cu {best}."
                )
            }
            Verdict::Win { side, plies: Some(plies) } if side == to_move => say!(
                self,
                "{side} to move wins by force within {}, beginning with {best}.",
                "Tocca a {side}, che vince per forza entro {}, cominciando con {best}.",
                "Le toca a {side}, que gana a la fuerza en {} como mucho, empezando por {best}.",
                "La mutare este {side}, care câștigă forțat în cel mult {}, începând cu {best}.",
                within(plies)
            ),
            Verdict::Win { side, plies: None } if side == to_move => say!(
                self,
                "{side} to move wins by force, beginning with {best}.",
                "Tocca a {side}, che vince per forza cominciando con {best}.",
                "Le toca a {side}, que gana a la fuerza empezando por {best}.",
                "La mutare este {side}, care câștigă forțat, începând cu {best}."
            ),
            Verdict::Win { side, plies: Some(plies) } => say!(
                self,
                "{to_move} is to move, but {side} wins by force within {}.",
                "Tocca a {to_move}, ma {side} vince per forza entro {}.",
                "Le toca a {to_move}, pero {side} gana a la fuerza en {} como mucho.",
                "La mutare este {to_move}, dar {side} câștigă forțat în cel mult {}.",
                within(plies)
            ),
            Verdict::Win { side, plies: None } => say!(
                self,
                "{to_move} is to move, but {side} wins by force.",
                "Tocca a {to_move}, ma {side} vince per forza.",
                "Le toca a {to_move}, pero {side} gana a la fuerza.",
                "La mutare este {to_move}, dar {side} câștigă forțat."
            ),
            Verdict::Draw => self
                .one_of(
                    "With best play this is a draw: neither side can force a win.",
                    "Con il gioco migliore è patta: nessuno può vincere per forza.",
                    "Con el mejor juego son tablas: nadie puede forzar la victoria.",
                    "Cu cel mai bun joc este remiză: nimeni nu poate forța victoria.",
                )
                .to_owned(),
            Verdict::Open { chance } => say!(
                self,
                "{to_move} to move. Nothing is proved here; the champion would play {best} and gives {to_move} a chance of {:.0} %.",
                "Tocca a {to_move}. Qui niente è dimostrato; il campione giocherebbe {best} e dà a {to_move} una probabilità del {:.0} %.",
                "Le toca a {to_move}. Aquí no hay nada demostrado; el campeón jugaría {best} y le da a {to_move} una probabilidad del {:.0} %.",
                "La mutare este {to_move}. Aici nimic nu este demonstrat; campionul ar juca {best} și îi dă lui {to_move} șanse de {:.0} %.",
                chance * 100.0
            ),
        }
    }

    /// Who knows the value, where that is not shown.
    pub(super) fn known_by(self, by: Source) -> Option<&'static str> {
        match by {
            Source::Book => Some(self.one_of(
                "The opening book knows this position.",
                "Il libro delle aperture conosce questa posizione.",
                "El libro de aperturas conoce esta posición.",
                "Cartea de deschideri cunoaște această poziție.",
            )),
            Source::Atlas => Some(self.one_of(
                "The atlas knows the value of this board.",
                "L'atlante conosce il valore di questa scacchiera.",
                "El atlas conoce el valor de este tablero.",
                "Atlasul cunoaște valoarea acestei table.",
            )),
            Source::Repertoire => Some(self.one_of(
                "The repertoire has a move for everything that can follow.",
                "Il repertorio ha una mossa per tutto ciò che può seguire.",
                "El repertorio tiene una jugada para todo lo que puede seguir.",
                "Repertoriul are o mutare pentru tot ce poate urma.",
            )),
            Source::Solver => Some(self.one_of(
                "The solver looked at every way to play.",
                "Il risolutore ha esaminato ogni modo di giocare.",
                "El solucionador ha examinado todas las formas de jugar.",
                "Programul de rezolvare a cercetat toate felurile de a juca.",
            )),
            Source::Rules | Source::ForcedWin | Source::Strategy | Source::Estimate => None,
        }
    }

    /// The game is over with this row.
    pub(super) fn row(self, winner: Option<Side>, cells: &[Cell]) -> String {
        match winner {
            Some(side) => say!(
                self,
                "{side} completed the row {}.",
                "{side} ha completato la fila {}.",
                "{side} ha completado la raya {}.",
                "{side} a completat rândul {}.",
                row(cells)
            ),
            None => self
                .one_of(
                    "It did not end with a row on the board.",
                    "Non è finita con una fila sulla scacchiera.",
                    "No terminó con una raya en el tablero.",
                    "Nu s-a încheiat cu un rând pe tablă.",
                )
                .to_owned(),
        }
    }

    /// The loser can take only one of these cells.
    pub(super) fn either(self, winner: Side, cells: &[Cell]) -> String {
        let (loser, list) = (winner.other(), self.and(cells));
        let last = if cells.len() == 2 {
            self.one_of("the other", "l'altra", "la otra", "cealaltă")
        } else {
            self.one_of("another", "un'altra", "otra", "alta")
        };
        say!(
            self,
            "{loser} can take only one of {list}; {winner} completes {last}.",
            "{loser} può prendere una sola tra {list}; {winner} completa {last}.",
            "{loser} solo puede tomar una de {list}; {winner} completa la raya en {last}.",
            "{loser} poate lua doar una dintre {list}; {winner} completează rândul în {last}."
        )
    }

    /// The loser must take the cell, or else.
    pub(super) fn forced(self, winner: Side, cell: Cell) -> String {
        let loser = winner.other();
        say!(
            self,
            "{loser} must take {cell}, or {winner} completes the row there",
            "{loser} deve prendere {cell}, o {winner} vi completa la fila",
            "{loser} debe tomar {cell}, o {winner} completa ahí la raya",
            "{loser} trebuie să ia {cell}, altfel {winner} completează acolo rândul"
        )
    }

    /// The heading of an answer to some replies; none stand for all others, or for all there are.
    pub(super) fn reply(self, loser: Side, cells: &[Cell], only: bool) -> String {
        match cells {
            [] if only => say!(
                self,
                "Whatever {loser} plays",
                "Qualunque mossa faccia {loser}",
                "Juegue lo que juegue {loser}",
                "Orice ar muta {loser}"
            ),
            [] => say!(
                self,
                "If {loser} plays anything else",
                "Se {loser} gioca altrove",
                "Si {loser} juega otra cosa",
                "Dacă {loser} joacă altceva"
            ),
            cells => say!(
                self,
                "If {loser} plays {}",
                "Se {loser} gioca {}",
                "Si {loser} juega {}",
                "Dacă {loser} joacă {}",
                self.or(cells)
            ),
        }
    }

    /// From here on the winner answers above.
    pub(super) fn follow_up(self, winner: Side, finish: &[Cell], zugzwang: bool) -> String {
        let (loser, cells) = (winner.other(), self.or(finish));
        let parity = match finish {
            [cell] if cell.row() % 2 == 0 => {
                self.one_of(", an odd threat", ", una minaccia dispari", ", una amenaza impar", ", o amenințare impară")
            }
            [_] => self.one_of(", an even threat", ", una minaccia pari", ", una amenaza par", ", o amenințare pară"),
            _ => "",
        };
        let end = if zugzwang {
            say!(
                self,
                "This is zugzwang: {loser} runs out of other moves, must play below {cells}{parity}, and {winner} completes a row there.",
                "È zugzwang: {loser} resta senza altre mosse, deve giocare sotto {cells}{parity}, e lì {winner} completa una fila.",
                "Es zugzwang: {loser} se queda sin otras jugadas, debe jugar debajo de {cells}{parity}, y {winner} completa ahí una raya.",
                "Este zugzwang: {loser} rămâne fără alte mutări, trebuie să joace sub {cells}{parity}, iar {winner} completează acolo un rând."
            )
        } else {
            say!(
                self,
                "However {loser} plays, {winner} in the end completes a row at {cells}.",
                "Comunque giochi {loser}, alla fine {winner} completa una fila in {cells}.",
                "Juegue como juegue {loser}, al final {winner} completa una raya en {cells}.",
                "Oricum ar juca {loser}, la sfârșit {winner} completează un rând la {cells}."
            )
        };
        say!(
            self,
            "From now on {winner} answers every stone of {loser} in the same column, unless it can complete a row or must block one. {end}",
            "Da qui {winner} risponde a ogni pedina di {loser} nella stessa colonna, a meno che possa completare una fila o debba bloccarne una. {end}",
            "Desde ahora {winner} responde a cada ficha de {loser} en la misma columna, salvo que pueda completar una raya o deba bloquear una. {end}",
            "De acum {winner} răspunde la fiecare piesă a lui {loser} în aceeași coloană, dacă nu poate completa un rând și nu trebuie să blocheze unul. {end}"
        )
    }

    /// Proved but not shown, with who knows it.
    pub(super) fn proved(self, winner: Side, plies: Option<u32>, by: Source) -> String {
        let rest = match by {
            Source::Book => self.one_of(
                "The rest is known from the opening book",
                "Il resto lo sa il libro delle aperture",
                "El resto lo sabe el libro de aperturas",
                "Restul îl știe cartea de deschideri",
            ),
            Source::Atlas => self.one_of(
                "The rest is known from the atlas",
                "Il resto lo sa l'atlante",
                "El resto lo sabe el atlas",
                "Restul îl știe atlasul",
            ),
            Source::Repertoire => self.one_of(
                "The rest is known from the repertoire",
                "Il resto lo sa il repertorio",
                "El resto lo sabe el repertorio",
                "Restul îl știe repertoriul",
            ),
            Source::Rules | Source::ForcedWin | Source::Strategy | Source::Solver | Source::Estimate => self.one_of(
                "The rest is proved by search",
                "Il resto è dimostrato dalla ricerca",
                "El resto lo demuestra la búsqueda",
                "Restul este demonstrat prin căutare",
            ),
        };
        match plies {
            Some(plies) => say!(
                self,
                "{rest}: {winner} wins within {}.",
                "{rest}: {winner} vince entro {}.",
                "{rest}: {winner} gana en {} como mucho.",
                "{rest}: {winner} câștigă în cel mult {}.",
                self.more_moves(own(plies))
            ),
            None => say!(
                self,
                "{rest}: {winner} wins.",
                "{rest}: {winner} vince.",
                "{rest}: {winner} gana.",
                "{rest}: {winner} câștigă."
            ),
        }
    }

    /// Shown no further than by the longest line, beginning with the loser's move.
    pub(super) fn in_short(self, winner: Side, plies: u32, line: &str) -> String {
        let moves = self.more_moves(own(plies));
        say!(
            self,
            "{winner} wins within {moves}, for example {line}.",
            "{winner} vince entro {moves}, per esempio {line}.",
            "{winner} gana en {moves} como mucho, por ejemplo {line}.",
            "{winner} câștigă în cel mult {moves}, de exemplu {line}."
        )
    }

    /// The heading of a line of play; `sure` if it is a line that keeps a draw.
    pub(super) fn line(self, sure: bool) -> &'static str {
        if sure {
            self.one_of(
                "The game might go on:",
                "La partita potrebbe continuare così:",
                "La partida podría seguir así:",
                "Jocul ar putea continua așa:",
            )
        } else {
            self.one_of(
                "The line that the champion expects:",
                "La linea che il campione si aspetta:",
                "La línea que espera el campeón:",
                "Linia la care se așteaptă campionul:",
            )
        }
    }

    /// Comes between a move of the winner and the next after a forced reply.
    pub(super) fn then(self) -> &'static str {
        self.one_of("Then ", "Poi ", "Luego ", "Apoi ")
    }
}
