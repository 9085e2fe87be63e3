//! Records: what a reader accepts, its writer writes, and the reader gives back the same game.

use filetto_records::Format;
use filetto_rules::draw;

pub(crate) fn read_back(bytes: &[u8]) {
    let _ = Format::detect(bytes);
    for format in [Format::Json, Format::Psq, Format::Sgf] {
        let game = match format.read(bytes) {
            Ok(game) => game,
            Err(error) => {
                assert!(error.to_string().len() < 600, "a sentence, not the file: {error}");
                continue;
            }
        };
        // JSON lines hold every game; the others say what they cannot hold.
        for written in [Format::Json, format] {
            if let Ok(text) = written.write(&game) {
                let again = written.read(text.as_bytes());
                assert_eq!(again.as_ref(), Ok(&game), "{}: {text}", written.name());
                assert_eq!(Format::detect(text.as_bytes()), Some(written));
            }
        }
        assert!(Format::Json.write(&game).is_ok());
        assert!(!draw::caption(&game).is_empty());
    }
}
