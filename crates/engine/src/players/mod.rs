//! The named players: the ancestors from their documents, and plain compositions of the search library.
//!
//! Each is a few lines over the library: what a document decides is in its file, what all have in common is here.

mod cirone_rigosi;
mod dice;
mod koci_ceroni;
mod laboratory;
mod library;
mod luccioli;
mod mrrobot;
mod options;

use std::fmt;

use filetto_rules::{Cell, Game, Rules, Word, excerpt};
use filetto_search::{Budget, Limits, Progress, Report, Score};

use crate::champion::{Champion, MakeOracle, Options};
use crate::{Candidates, Choice, Info, OnPosition, Player, Position, on_position, outlook};

/// What a player is made with.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Where its random moves come from.
    pub seed: u64,
    /// Bytes for its table or tree.
    pub memory: usize,
    /// Which cells it looks at, for the players that leave the choice.
    pub candidates: Option<Candidates>,
    /// How many threads the champion thinks on; with more than one its moves depend on how they run.
    pub threads: usize,
    /// The champion's level, 1 to 10; ten if none is given.
    pub level: Option<u8>,
    /// Whom the champion asks for exact values; an oracle uses a quarter of the memory.
    pub oracle: Option<MakeOracle>,
    /// The parts of the champion's search, for matches that measure them.
    pub options: Options,
    /// How a player that was written from a document deviates from it.
    pub variant: Variant,
}

/// How a player deviates from its document: not at all, unless asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    /// What its document gets wrong is mended, and moves are looked at from the centre outwards.
    pub mended: bool,
    /// A restriction of cells that its authors tried and dropped.
    pub filter: Option<Filter>,
}

/// The restrictions of cells that Koci and Ceroni tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// Cells at most K steps from a stone, in a straight line.
    Lines,
    /// Cells next to a stone.
    Near,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            seed: 1,
            memory: 64 << 20,
            candidates: None,
            threads: 1,
            level: None,
            oracle: None,
            options: Options::default(),
            variant: Variant::default(),
        }
    }
}

pub use options::{BadPlayer, Configured};

/// The boards that a player is meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boards {
    /// Every board.
    Any,
    /// Boards without gravity.
    Free,
    /// Boards with gravity.
    Gravity,
}

/// A player that can be asked for by name.
#[derive(Clone, Copy)]
pub struct Named {
    /// The name.
    pub name: &'static str,
    /// One line about it.
    pub description: &'static str,
    /// What it plays on.
    pub boards: Boards,
    /// What can follow the name after a colon, with a few words about it.
    pub variants: &'static [(&'static str, &'static str)],
    make: fn(Settings) -> Box<dyn Player>,
}

/// What most players have in common: nothing to choose.
const PLAIN: Named = Named {
    name: "",
    description: "",
    boards: Boards::Any,
    variants: &[],
    make: |settings| Box::new(dice::Dice::new(settings, false)),
};

const MENDED: &[(&str, &str)] = &[("mended", "what the document gets wrong is mended (docs/ancestors.md)")];

/// Every player there is.
pub const PLAYERS: [Named; 13] = [
    Named {
        name: "filetto",
        description: "the champion: knowledge of lines for every K, chains of threats, principal variation search",
        boards: Boards::Any,
        make: |settings| Box::new(Champion::new(settings)),
        ..PLAIN
    },
    Named {
        name: "koci-ceroni",
        description: "Koci and Ceroni, Bologna 2020/21: negamax, iterative deepening, series bonus of the last move",
        boards: Boards::Free,
        make: |settings| Box::new(koci_ceroni::KociCeroni::new(settings)),
        variants: &[
            MENDED[0],
            ("candidates=lines", "only cells at most K steps from a stone, in a straight line"),
            ("candidates=near", "only cells next to a stone"),
        ],
    },
    Named {
        name: "cirone-rigosi",
        description: "Cirone and Rigosi, Bologna 2022/23: alpha-beta with a history of columns, margins of the last move",
        boards: Boards::Gravity,
        make: |settings| Box::new(cirone_rigosi::CironeRigosi::new(settings)),
        variants: MENDED,
    },
    Named {
        name: "mrrobot",
        description: "Burri and Zamagna, Bologna: alpha-beta to a depth chosen from the free cells, longest subvectors",
        boards: Boards::Free,
        make: |settings| Box::new(mrrobot::MrRobot::new(settings)),
        variants: MENDED,
    },
    Named {
        name: "luccioli",
        description: "Luccioli, Bologna 2021/22: alpha-beta, iterative deepening, a prime table, threats of the whole board",
        boards: Boards::Free,
        make: |settings| Box::new(luccioli::Luccioli::new(settings)),
        variants: MENDED,
    },
    Named {
        name: "lab-minimax",
        description: "the laboratory of Bucharest: minimax as maxi and mini, deepened while there is time",
        boards: Boards::Any,
        make: |settings| Box::new(laboratory::Laboratory::new(settings, laboratory::Kind::Minimax)),
        variants: MENDED,
    },
    Named {
        name: "lab-negamax",
        description: "the laboratory of Bucharest: negamax, deepened while there is time",
        boards: Boards::Any,
        make: |settings| Box::new(laboratory::Laboratory::new(settings, laboratory::Kind::Negamax)),
        variants: MENDED,
    },
    Named {
        name: "lab-alphabeta",
        description: "the laboratory of Bucharest: negamax with alpha-beta, deepened while there is time",
        boards: Boards::Any,
        make: |settings| Box::new(laboratory::Laboratory::new(settings, laboratory::Kind::AlphaBeta)),
        variants: MENDED,
    },
    Named {
        name: "random",
        description: "any legal move",
        boards: Boards::Any,
        make: |settings| Box::new(dice::Dice::new(settings, false)),
        ..PLAIN
    },
    Named {
        name: "quasi-random",
        description: "wins if it can, blocks if it must, else any legal move",
        boards: Boards::Any,
        make: |settings| Box::new(dice::Dice::new(settings, true)),
        ..PLAIN
    },
    Named {
        name: "mcts",
        description: "Monte Carlo tree search (UCT) with random playouts and proven wins and losses",
        boards: Boards::Any,
        make: |settings| Box::new(library::MonteCarlo::new(settings)),
        ..PLAIN
    },
    Named {
        name: "mtdf",
        description: "MTD(f) over alpha-beta with a table, killers and history; threats kept by union-find",
        boards: Boards::Any,
        make: |settings| Box::new(library::MtdF::new(settings)),
        ..PLAIN
    },
    Named {
        name: "negascout",
        description: "principal variation search with a table, killers, counter-moves and history; windows kept while playing",
        boards: Boards::Any,
        make: |settings| Box::new(library::NegaScout::new(settings)),
        ..PLAIN
    },
];

impl Named {
    /// The player of this name.
    pub fn find(name: &str) -> Result<Named, UnknownPlayer> {
        let wanted = name.trim().to_ascii_lowercase();
        PLAYERS.into_iter().find(|player| player.name == wanted).ok_or_else(|| UnknownPlayer(excerpt(name, 40)))
    }

    /// Whether it is meant for this board.
    pub fn plays(&self, rules: Rules) -> bool {
        match self.boards {
            Boards::Any => true,
            Boards::Free => !rules.gravity(),
            Boards::Gravity => rules.gravity(),
        }
    }

    /// A new one.
    pub fn make(&self, settings: Settings) -> Box<dyn Player> {
        (self.make)(settings)
    }
}

impl fmt::Debug for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Named").field("name", &self.name).field("boards", &self.boards).finish()
    }
}

/// There is no player of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no player '{0}': they are {names}", names = names())]
pub struct UnknownPlayer(String);

fn names() -> String {
    PLAYERS.map(|player| player.name).join(", ")
}

/// A player that thinks about a [`Position`], whatever its word. All named players are; [`Player`] follows from it.
trait Thinker: Send {
    /// The move in a position that is not over. The limits are those of the time manager.
    fn think<W: Word>(&mut self, position: Position<W>, limits: &Limits, info: &mut dyn FnMut(&Info))
    -> Option<Choice>;

    fn forget(&mut self) {}
}

impl<T: Thinker> Player for T {
    fn choose(&mut self, game: &Game, budget: &Budget, info: &mut dyn FnMut(&Info)) -> Option<Choice> {
        struct Think<'a, T> {
            thinker: &'a mut T,
            limits: Limits,
            info: &'a mut dyn FnMut(&Info),
        }
        impl<T: Thinker> OnPosition for Think<'_, T> {
            type Output = Option<Choice>;
            fn run<W: Word>(self, position: Position<W>) -> Option<Choice> {
                self.thinker.think(position, &self.limits, self.info)
            }
        }
        if game.outcome().is_over() {
            return None;
        }
        on_position(game, Think { thinker: self, limits: budget.limits(outlook(game)), info })
    }

    fn new_game(&mut self) {
        self.forget();
    }
}

/// What a search reports, as a choice.
fn choice(report: Report<Cell>) -> Option<Choice> {
    let Report { score, best, line, solved, stats, .. } = report;
    let cell = best?;
    let line = if line.is_empty() { vec![cell] } else { line };
    Some(Choice { cell, score: (score > Score::LOWEST).then_some(score), line, solved, stats })
}

/// Passes a search's progress on.
fn telling<'a>(info: &'a mut dyn FnMut(&Info)) -> impl FnMut(&Progress<'_, Cell>) + 'a {
    |progress| {
        let &Progress { depth, score, nodes, elapsed, line } = progress;
        info(&Info { depth, score, nodes, elapsed, line: line.to_vec(), rank: 0 });
    }
}

/// A move that wins at once, or else one that must be played or the opponent wins at once.
fn at_once<W: Word>(position: &Position<W>) -> Option<Choice> {
    let win = |cell| Choice { score: Some(Score::win_in(1)), solved: true, ..Choice::of(cell) };
    let me = position.to_move();
    position.winning_move(me).map(win).or_else(|| position.winning_move(me.other()).map(Choice::of))
}
