//! Explanations for the page: limited by nodes like all of them, so that the page says what the command says.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use filetto_engine::explain::{Effort, Language, explain as told, words};
use filetto_rules::{Game, excerpt};
use filetto_solve::Answers;

use super::messages::{Code, Reply};
use super::session::Refusal;

/// About how long one takes: what the queue reckons with.
pub(super) const TIME: Duration = Duration::from_secs(2);
/// A part of what the command spends, because others wait.
const EFFORT: Effort = Effort { proof: 30_000, search: 60_000, plies: 25, shown: 60 };
const SOLVER: u64 = 50_000;

/// The language of a code.
pub(super) fn language(code: &str) -> Result<Language, Refusal> {
    let unknown = || Refusal(Code::BadMessage, format!("there is no language '{}'", excerpt(code, 20)));
    Language::from_code(code).ok_or_else(unknown)
}

/// Explains a position.
pub(super) fn explain(id: u32, game: &Game, language: Language, stop: Arc<AtomicBool>) -> Reply {
    let mut answers = Answers::new(game.rules(), SOLVER).stop(stop);
    let told = told(game, &EFFORT, Some(&mut answers));
    let text = words::explanation(&told, language);
    Reply::Explanation { id, text, explanation: serde_json::to_value(&told).unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_gets_words_and_data() {
        let mut game = Game::new("3x3x3".parse().unwrap());
        for (row, col) in [(0, 0), (0, 1), (1, 1)] {
            game.play(filetto_rules::Cell::new(row, col)).unwrap();
        }
        let Ok(italian) = language("it") else { panic!("Italian is there") };
        let Reply::Explanation { text, explanation, .. } = explain(1, &game, italian, Arc::default()) else {
            panic!("an explanation");
        };
        assert!(text.contains("O deve prendere c3"), "{text}");
        assert_eq!(explanation["verdict"]["side"], "first");
        assert!(language("fr").is_err());
    }
}
