//! The grammar that sentences share: numbers, counted things and lists in every language.

use filetto_rules::Cell;

use super::{Language, names};

/// A text in the language, from the same values: English, Italian, Spanish, Romanian.
macro_rules! say {
    ($language:expr, $en:literal, $it:literal, $es:literal, $ro:literal $(, $value:expr)* $(,)?) => {
        match $language {
            Language::English => format!($en $(, $value)*),
            Language::Italian => format!($it $(, $value)*),
            Language::Spanish => format!($es $(, $value)*),
            Language::Romanian => format!($ro $(, $value)*),
        }
    };
}
pub(super) use say;

const EN: [&str; 13] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const IT: [&str; 13] =
    ["zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "undici", "dodici"];
const ES: [&str; 13] =
    ["cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"];
// Feminine, as everything that is counted here takes this form: mutări, piese, amenințări, rânduri.
const RO: [&str; 13] = [
    "zero",
    "una",
    "două",
    "trei",
    "patru",
    "cinci",
    "șase",
    "șapte",
    "opt",
    "nouă",
    "zece",
    "unsprezece",
    "douăsprezece",
];

impl Language {
    /// A text without values.
    pub(super) fn one_of(self, en: &'static str, it: &'static str, es: &'static str, ro: &'static str) -> &'static str {
        match self {
            Language::English => en,
            Language::Italian => it,
            Language::Spanish => es,
            Language::Romanian => ro,
        }
    }

    /// A small number in words.
    pub(super) fn number(self, n: usize) -> String {
        let words = match self {
            Language::English => EN,
            Language::Italian => IT,
            Language::Spanish => ES,
            Language::Romanian => RO,
        };
        words.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
    }

    /// A number before a plural. Romanian puts a "de" between them from twenty on.
    fn many(self, n: usize) -> String {
        let number = self.number(n);
        match self {
            Language::Romanian if n > 0 && !(1..20).contains(&(n % 100)) => format!("{number} de"),
            _ => number,
        }
    }

    /// A number of stones in a row with the article: "a four", "an eight", "un quattro", "un rând de patru".
    pub(super) fn a(self, n: usize) -> String {
        let number = self.number(n);
        match self {
            Language::English if number.starts_with(['e', '8']) || number.starts_with("11") => format!("an {number}"),
            _ => say!(self, "a {number}", "un {number}", "un {number}", "un rând de {number}"),
        }
    }

    pub(super) fn stones(self, n: usize) -> String {
        match n {
            1 => self.one_of("one stone", "una pedina", "una ficha", "o piesă").to_owned(),
            n => say!(self, "{} stones", "{} pedine", "{} fichas", "{} piese", self.many(n)),
        }
    }

    pub(super) fn moves(self, n: u32) -> String {
        match n {
            1 => self.one_of("one move", "una mossa", "una jugada", "o mutare").to_owned(),
            n => say!(self, "{} moves", "{} mosse", "{} jugadas", "{} mutări", self.many(n as usize)),
        }
    }

    pub(super) fn more_moves(self, n: u32) -> String {
        match n {
            1 => self.one_of("one more move", "un'altra mossa", "una jugada más", "încă o mutare").to_owned(),
            n => {
                say!(self, "{} more moves", "altre {} mosse", "{} jugadas más", "încă {} mutări", self.many(n as usize))
            }
        }
    }

    pub(super) fn and(self, cells: &[Cell]) -> String {
        self.joined(&names(cells), self.one_of(" and ", " e ", " y ", " și "))
    }

    pub(super) fn or(self, cells: &[Cell]) -> String {
        self.joined(&names(cells), self.one_of(" or ", " o ", " o ", " sau "))
    }

    /// Phrases joined to one, each of which may contain an "and".
    pub(super) fn phrases(self, phrases: &[String]) -> String {
        self.joined(phrases, self.one_of(", and ", ", e ", ", y ", ", și "))
    }

    fn joined(self, things: &[String], last_by: &str) -> String {
        match things {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => {
                // Before its own sound the Spanish conjunction changes: "h8 e i9", "n8 u o8".
                let last_by = match (self, last_by, last.chars().next()) {
                    (Language::Spanish, " y ", Some('i')) => " e ",
                    (Language::Spanish, " o ", Some('o')) => " u ",
                    _ => last_by,
                };
                format!("{}{last_by}{last}", first.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(names: &str) -> Vec<Cell> {
        names.split(' ').map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn numbers_agree_with_what_they_count() {
        let said = |language: Language| [1, 2, 12, 13, 20, 101, 120].map(|n| language.moves(n)).join(", ");
        assert_eq!(
            said(Language::English),
            "one move, two moves, twelve moves, 13 moves, 20 moves, 101 moves, 120 moves"
        );
        assert_eq!(
            said(Language::Italian),
            "una mossa, due mosse, dodici mosse, 13 mosse, 20 mosse, 101 mosse, 120 mosse"
        );
        assert_eq!(
            said(Language::Spanish),
            "una jugada, dos jugadas, doce jugadas, 13 jugadas, 20 jugadas, 101 jugadas, 120 jugadas"
        );
        assert_eq!(
            said(Language::Romanian),
            "o mutare, două mutări, douăsprezece mutări, 13 mutări, 20 de mutări, 101 mutări, 120 de mutări"
        );
    }

    #[test]
    fn a_list_ends_with_the_conjunction_of_the_language() {
        let lists = |language: Language| (language.and(&cells("f6 g7 h8")), language.or(&cells("f6 g7")));
        assert_eq!(lists(Language::English), ("f6, g7 and h8".into(), "f6 or g7".into()));
        assert_eq!(lists(Language::Italian), ("f6, g7 e h8".into(), "f6 o g7".into()));
        assert_eq!(lists(Language::Spanish), ("f6, g7 y h8".into(), "f6 o g7".into()));
        assert_eq!(lists(Language::Romanian), ("f6, g7 și h8".into(), "f6 sau g7".into()));
        assert_eq!(Language::Spanish.and(&cells("h8 i9")), "h8 e i9");
        assert_eq!(Language::Spanish.or(&cells("n8 o8")), "n8 u o8");
    }

    #[test]
    fn a_row_has_its_article() {
        let four = |language: Language| language.a(4);
        assert_eq!(
            Language::CODES.map(|(language, _)| four(language)),
            ["a four", "un quattro", "un cuatro", "un rând de patru"]
        );
        assert_eq!([8, 11, 18].map(|n| Language::English.a(n)), ["an eight", "an eleven", "a 18"]);
    }
}
