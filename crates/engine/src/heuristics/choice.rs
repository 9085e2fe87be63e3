//! A heuristic chosen at run time: for laboratories and comparisons, where one more branch a position does not matter.

use filetto_rules::{Cell, Word};
use filetto_search::{Evaluator, Score};

use super::{Abdoulaye, Chua, CironeRigosi, KociCeroni, Luccioli, MrRobot, Shevchenko, UnionFind};
use crate::Position;

macro_rules! heuristics {
    ($($variant:ident($type:ty = $make:expr) $name:literal $about:literal)*) => {
        /// One of the heuristics.
        #[derive(Clone, Debug)]
        #[allow(missing_docs, reason = "each is documented where it is defined")]
        pub enum Heuristic {
            $($variant($type)),*
        }

        impl Heuristic {
            /// Every heuristic's name with a few words about it.
            pub const NAMES: &'static [(&'static str, &'static str)] = &[$(($name, $about)),*];

            /// The heuristic of this name.
            pub fn named(name: &str) -> Option<Heuristic> {
                match name {
                    $($name => Some(Heuristic::$variant($make)),)*
                    _ => None,
                }
            }

            /// Its name.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Heuristic::$variant(_) => $name),*
                }
            }
        }

        impl<W: Word> Evaluator<Position<W>> for Heuristic {
            fn start(&mut self, position: &Position<W>) {
                match self {
                    $(Heuristic::$variant(heuristic) => heuristic.start(position)),*
                }
            }

            fn playing(&mut self, position: &Position<W>, cell: Cell) {
                match self {
                    $(Heuristic::$variant(heuristic) => heuristic.playing(position, cell)),*
                }
            }

            fn played(&mut self, position: &Position<W>, cell: Cell) {
                match self {
                    $(Heuristic::$variant(heuristic) => heuristic.played(position, cell)),*
                }
            }

            fn undone(&mut self, position: &Position<W>, cell: Cell) {
                match self {
                    $(Heuristic::$variant(heuristic) => heuristic.undone(position, cell)),*
                }
            }

            fn evaluate(&mut self, position: &Position<W>, last: Option<Cell>) -> Score {
                match self {
                    $(Heuristic::$variant(heuristic) => heuristic.evaluate(position, last)),*
                }
            }
        }
    };
}

heuristics! {
    Chua(Chua = Chua::default()) "chua" "one-sided K-windows, 10^(stones-1)"
    Luccioli(Luccioli = Luccioli::default()) "luccioli" "open and semi-open threats of the whole board"
    Abdoulaye(Abdoulaye = Abdoulaye::default()) "abdoulaye" "threats of K-1 and K-2, defence first"
    KociCeroni(KociCeroni = KociCeroni::default()) "koci-ceroni" "series bonus of the last move, at every stone"
    KociCeroniMended(KociCeroni = KociCeroni { mended: true }) "koci-ceroni:mended" "series bonus of the last move, once a series"
    MrRobot(MrRobot = MrRobot::new(false)) "mrrobot" "longest subvectors of the last move"
    MrRobotMended(MrRobot = MrRobot::new(true)) "mrrobot:mended" "the same, the greatest being the mover's"
    CironeRigosi(CironeRigosi = CironeRigosi::default()) "cirone-rigosi" "margins of the last move"
    CironeRigosiMended(CironeRigosi = CironeRigosi { mended: true }) "cirone-rigosi:mended" "the same in every direction, a true second best"
    Shevchenko(Shevchenko = Shevchenko) "shevchenko" "one-sided rows, columns and diagonals (a reconstruction)"
    UnionFind(UnionFind = UnionFind::default()) "union-find" "groups of stones and their free ends"
}
