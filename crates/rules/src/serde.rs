//! The feature `serde`: rules and cells as the texts that every command and file uses, sides and outcomes as words.
//!
//! A value is read through the same parser as a text that a person wrote, so that nothing can be read that could not be made.

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::{Cell, Outcome, Rules, Side};

/// Something that has a text.
struct Text<T>(PhantomData<T>);

impl<T: FromStr<Err: Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
        deserializer.deserialize_str(Text(PhantomData))
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cell, D::Error> {
        deserializer.deserialize_str(Text(PhantomData))
    }
}

const SIDES: [(Side, &str); 2] = [(Side::First, "first"), (Side::Second, "second")];
const OUTCOMES: [(Outcome, &str); 4] = [
    (Outcome::Win(Side::First), "first"),
    (Outcome::Win(Side::Second), "second"),
    (Outcome::Draw, "draw"),
    (Outcome::Ongoing, "ongoing"),
];

/// One of a few words.
struct Word<T: 'static>(&'static [(T, &'static str)]);

impl<T: Copy + PartialEq> Word<T> {
    fn of(&self, value: T) -> &'static str {
        self.0.iter().find(|(known, _)| *known == value).map_or("", |(_, word)| word)
    }
}

impl<T: Copy> Visitor<'_> for Word<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let words: Vec<&str> = self.0.iter().map(|(_, word)| *word).collect();
        write!(f, "one of {}", words.join(", "))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        let found = self.0.iter().find(|(_, word)| *word == text).map(|(value, _)| *value);
        found.ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
    }
}

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(Word(&SIDES).of(*self))
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
        deserializer.deserialize_str(Word(&SIDES))
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(Word(&OUTCOMES).of(*self))
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        deserializer.deserialize_str(Word(&OUTCOMES))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_str, to_string};

    use super::*;

    #[test]
    fn values_are_written_as_texts_and_read_back() {
        let value =
            (Rules::CONNECT4.exactly(), Cell::new(7, 26), Side::Second, Outcome::Win(Side::First), Outcome::Draw);
        let text = to_string(&value).unwrap();
        assert_eq!(text, r#"["6x7x4ge","aa8","second","first","draw"]"#);
        assert_eq!(from_str::<(Rules, Cell, Side, Outcome, Outcome)>(&text).unwrap(), value);
    }

    #[test]
    fn nonsense_is_refused_in_the_words_of_the_parser() {
        let error = |text: &str| from_str::<Rules>(text).unwrap_err().to_string();
        assert!(error(r#""3x3""#).contains("ROWSxCOLSxK"), "{}", error(r#""3x3""#));
        assert!(error("3").contains("a text"));
        assert!(from_str::<Cell>(r#""8h""#).unwrap_err().to_string().contains("h8"));
        assert!(from_str::<Side>(r#""third""#).unwrap_err().to_string().contains("one of first, second"));
        assert!(from_str::<Outcome>("null").is_err());
    }
}
