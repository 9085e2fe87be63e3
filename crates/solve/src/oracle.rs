//! Exact knowledge for the champion.
//!
//! [`Solvers`] asks its sources in turn; the first that knows is believed. Each source gives up cheaply on what it cannot know
//! in the time it has, so that asking costs little where nothing is known.

mod book;
mod free;
mod gravity;

use std::cmp::Ordering;

use filetto_engine::champion::{Oracle, Verdict};
use filetto_rules::{Cell, Game, Rules};
use filetto_search::Meter;

pub use book::{AtlasOracle, BookOracle, RepertoireOracle};
pub use free::FreeOracle;
pub use gravity::GravityOracle;

/// The solvers as an oracle.
///
/// ```
/// use filetto_engine::champion::Champion;
/// use filetto_engine::{Player, Settings};
/// use filetto_rules::{Game, Placement, Rules};
/// use filetto_search::{Budget, Score};
/// use filetto_solve::Solvers;
///
/// let settings = Settings { memory: 1 << 22, oracle: Some(Solvers::boxed), ..Settings::default() };
/// let game = Game::new(Rules::new(4, 5, 4, Placement::Gravity)?);
/// let choice = Champion::new(settings).choose(&game, &Budget::none().nodes(200_000), &mut |_| {});
/// assert_eq!(choice.map(|choice| (choice.score, choice.solved)), Some((Some(Score::DRAW), true)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solvers {
    sources: Vec<Box<dyn Oracle>>,
}

impl Solvers {
    /// The solvers with tables of so many bytes; only the ones for the board at hand are made.
    pub fn new(memory: usize) -> Solvers {
        let solvers: [Box<dyn Oracle>; 2] = [Box::new(GravityOracle::new(memory)), Box::new(FreeOracle::new(memory))];
        let known: [Box<dyn Oracle>; 3] = [Box::new(BookOracle), Box::new(RepertoireOracle), Box::new(AtlasOracle)];
        let ([falling, flat], [book, repertoire, atlas]) = (solvers, known);
        // The solver sees what the opponent has given away, which a repertoire does not.
        Solvers { sources: vec![book, falling, repertoire, atlas, flat] }
    }

    /// The same as the engine's settings want it.
    pub fn boxed(memory: usize) -> Box<dyn Oracle> {
        Box::new(Solvers::new(memory))
    }
}

impl Oracle for Solvers {
    fn ask(&mut self, game: &Game, candidates: &[Cell], meter: &mut Meter) -> Option<Verdict> {
        // Solvers start from the empty board.
        if !game.setup().is_default() || game.outcome().is_over() {
            return None;
        }
        self.sources.iter_mut().find_map(|source| source.ask(game, candidates, meter))
    }

    /// With gravity the solver sees further than the search in the same time, and it is asked only where it will probably know.
    fn tenths(&self, rules: Rules) -> u32 {
        if rules.gravity() { 7 } else { 5 }
    }

    fn new_game(&mut self) {
        self.sources.iter_mut().for_each(|source| source.new_game());
    }
}

/// Those of some moves of equal worth that invite most errors; all of them if none does, or if that cannot be told of the first ones.
fn most_inviting(moves: &[Cell], mut errors: impl FnMut(usize) -> Option<u32>) -> Vec<Cell> {
    let mut best = (0, Vec::new());
    // Of a single move there is nothing to compare.
    for (i, &cell) in moves.iter().enumerate().filter(|_| moves.len() > 1) {
        let Some(errors) = errors(i) else { break };
        match errors.cmp(&best.0) {
            Ordering::Greater => best = (errors, vec![cell]),
            Ordering::Equal => best.1.push(cell),
            Ordering::Less => {}
        }
    }
    if best.0 > 0 { best.1 } else { moves.to_vec() }
}
