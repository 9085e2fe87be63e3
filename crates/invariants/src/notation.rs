//! Notation: moves that were read, written in any notation and read again are the same moves; so are rules.

use filetto_rules::{Game, Notation, Rules, read_moves};

use crate::games;

pub(crate) fn read_back(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(rules) = text.parse::<Rules>() {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
    let Some((rules, _, rest)) = games::board(bytes) else { return };
    let text = String::from_utf8_lossy(rest);
    let start = Game::new(rules);
    let named = Notation::NAMES.map(|(notation, _)| Some(notation));
    for notation in named.into_iter().chain([None]) {
        let reading = match read_moves(&start, &text, notation) {
            Ok(reading) => reading,
            Err(error) => {
                assert!(error.to_string().len() < 600, "{error}");
                continue;
            }
        };
        let mut game = start.clone();
        for &cell in &reading.moves {
            assert!(game.play(cell).is_ok(), "{rules}: {cell} of {:?}", reading.moves);
        }
        for (other, _) in Notation::NAMES {
            if rules.gravity() || !matches!(other, Notation::Columns | Notation::ColumnsFromZero) {
                let written = other.write(rules, reading.moves.iter().copied());
                let again = read_moves(&start, &written, Some(other)).map(|reading| reading.moves);
                assert_eq!(again.as_ref(), Ok(&reading.moves), "{rules}: {written}");
            }
        }
    }
}
