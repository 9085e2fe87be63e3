//! The books and repertoires that come with the program.
//!
//! They are inside the program, but not inside the module for browsers: a page fetches those of a board when somebody asks about it, and
//! [`provide`] hands them in.

use std::sync::OnceLock;

use filetto_rules::Rules;

use super::{Book, BookError, Repertoire};

/// A file that comes along: its name, which begins with its board, and what is in it.
struct Shipped<T> {
    name: &'static str,
    /// Not here, if it is to be handed in.
    file: Option<&'static [u8]>,
    read: OnceLock<Option<T>>,
}

#[cfg(not(target_arch = "wasm32"))]
macro_rules! shipped {
    ($name:literal) => {
        Shipped { name: $name, file: Some(include_bytes!(concat!("../../books/", $name))), read: OnceLock::new() }
    };
}
#[cfg(target_arch = "wasm32")]
macro_rules! shipped {
    ($name:literal) => {
        Shipped { name: $name, file: None, read: OnceLock::new() }
    };
}

static BOOKS: [Shipped<Book>; 1] = [shipped!("6x7x4g.book")];

/// Boards up to 7x7 that take longer than a second to solve.
static REPERTOIRES: [Shipped<Repertoire>; 13] = [
    shipped!("5x6x5g.lines"),
    shipped!("5x7x4g.lines"),
    shipped!("5x7x5g.lines"),
    shipped!("6x6x4g.lines"),
    shipped!("6x6x5g.lines"),
    shipped!("6x7x4g.lines"),
    shipped!("6x7x5g.lines"),
    shipped!("7x5x4g.lines"),
    shipped!("7x5x5g.lines"),
    shipped!("7x6x4g.lines"),
    shipped!("7x6x5g.lines"),
    shipped!("7x7x4g.lines"),
    shipped!("7x7x5g.lines"),
];

impl<T> Shipped<T> {
    fn is_of(&self, rules: Rules) -> bool {
        self.name.split('.').next() == Some(rules.to_string().as_str())
    }

    fn of(shelf: &'static [Shipped<T>], rules: Rules) -> Option<&'static Shipped<T>> {
        shelf.iter().find(|shipped| shipped.is_of(rules))
    }

    /// Read when it is asked for: a player may have 20 ms.
    fn get(&self, read: fn(&[u8]) -> Result<T, BookError>) -> Option<&T> {
        match self.file {
            Some(file) => self.read.get_or_init(|| read(file).ok()).as_ref(),
            None => self.read.get()?.as_ref(),
        }
    }

    fn is_missing(&self) -> bool {
        self.file.is_none() && self.read.get().is_none()
    }

    /// Takes a file by its name; None if there is none of this name.
    fn hand_in(
        shelf: &[Shipped<T>],
        name: &str,
        read: impl FnOnce() -> Result<T, BookError>,
        board: fn(&T) -> Rules,
    ) -> Option<Result<(), BookError>> {
        let shipped = shelf.iter().find(|shipped| shipped.name == name)?;
        Some(read().and_then(|content| {
            if !shipped.is_of(board(&content)) {
                return Err(BookError::File(format!("this is not {name}, but of {}", board(&content))));
            }
            if shipped.is_missing() {
                let _ = shipped.read.set(Some(content));
            }
            Ok(())
        }))
    }
}

pub(super) fn book(rules: Rules) -> Option<&'static Book> {
    Shipped::of(&BOOKS, rules)?.get(Book::from_bytes)
}

pub(super) fn repertoire(rules: Rules) -> Option<&'static Repertoire> {
    Shipped::of(&REPERTOIRES, rules)?.get(Repertoire::from_bytes)
}

/// The names of the files of a board that are not here: without them positions are solved that need not be.
pub fn missing(rules: Rules) -> Vec<&'static str> {
    let book = Shipped::of(&BOOKS, rules).filter(|book| book.is_missing()).map(|book| book.name);
    let lines = Shipped::of(&REPERTOIRES, rules).filter(|lines| lines.is_missing()).map(|lines| lines.name);
    book.into_iter().chain(lines).collect()
}

/// Hands in a file that [`missing`] names; one that is here already changes nothing.
pub fn provide(name: &str, file: &[u8]) -> Result<(), BookError> {
    let book = Shipped::hand_in(&BOOKS, name, || Book::from_bytes(file), Book::rules);
    let lines = || Shipped::hand_in(&REPERTOIRES, name, || Repertoire::from_bytes(file), Repertoire::rules);
    book.or_else(lines).unwrap_or_else(|| Err(BookError::File(format!("no book is called {name}"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_that_comes_along_is_of_the_board_in_its_name() {
        for shipped in &BOOKS {
            let book = shipped.get(Book::from_bytes).expect(shipped.name);
            assert!(book.is_complete() && shipped.is_of(book.rules()));
        }
        for shipped in &REPERTOIRES {
            let lines = shipped.get(Repertoire::from_bytes).expect(shipped.name);
            assert!(lines.is_complete() && shipped.is_of(lines.rules()));
        }
        assert_eq!(missing(Rules::CONNECT4), Vec::<&str>::new());
    }

    #[test]
    fn what_is_missing_is_there_once_it_was_handed_in() {
        static SHELF: [Shipped<Repertoire>; 1] = [Shipped { name: "6x6x4g.lines", file: None, read: OnceLock::new() }];
        let [shelf] = &SHELF;
        let hand_in = |name: &str, file: &'static [u8]| {
            Shipped::hand_in(&SHELF, name, || Repertoire::from_bytes(file), Repertoire::rules)
        };
        assert!(shelf.is_missing() && shelf.get(Repertoire::from_bytes).is_none());
        let (right, other) = (include_bytes!("../../books/6x6x4g.lines"), include_bytes!("../../books/7x6x4g.lines"));
        assert_eq!(hand_in("7x6x4g.lines", other), None);
        assert!(hand_in("6x6x4g.lines", other).is_some_and(|handed| handed.is_err()), "another board's");
        assert!(hand_in("6x6x4g.lines", &right[..100]).is_some_and(|handed| handed.is_err()), "a part");
        assert!(shelf.is_missing());
        assert_eq!(hand_in("6x6x4g.lines", right), Some(Ok(())));
        assert!(!shelf.is_missing());
        assert_eq!(shelf.get(Repertoire::from_bytes).map(|lines| lines.rules().to_string()).as_deref(), Some("6x6x4g"));
        assert!(provide("6x6x4g.lines", right).is_ok() && provide("9x9x4g.lines", right).is_err());
    }
}
