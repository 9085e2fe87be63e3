//! The seam to exact knowledge.
//!
//! The engine knows no solver: `solve` stands above it. The roof plugs one in by this trait, and the champion asks it when
//! nothing is forced. What an oracle says is believed.

use filetto_rules::{Cell, Game, Rules};
use filetto_search::{Meter, Score};

/// Knows the values of some positions.
pub trait Oracle: Send + Sync {
    /// What is known of the position, or can be found out before the meter says stop. It grants a part of what the champion has
    /// and is charged for what was used, in nodes of the champion's size; an oracle that sees that it will not know gives up
    /// early. `candidates` are the moves that the champion would look at, the likeliest first.
    fn ask(&mut self, game: &Game, candidates: &[Cell], meter: &mut Meter) -> Option<Verdict>;

    /// How many tenths of what is left it is granted for a position of these rules.
    fn tenths(&self, _: Rules) -> u32 {
        5
    }

    /// Forgets what belongs to one game.
    fn new_game(&mut self) {}
}

/// Makes an oracle that uses so many bytes.
pub type MakeOracle = fn(usize) -> Box<dyn Oracle>;

/// What an oracle knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Moves that keep the value, all alike in what the oracle knows of them; the champion chooses among them.
    pub moves: Vec<Cell>,
    /// The value: a draw, or a win or loss with the number of plies, as far as known.
    pub score: Score,
    /// Whether that is the value; if not, the position is worth at least that.
    pub exact: bool,
}
