//! The one place that turns rules known at run time into a board known at compile time.

use crate::{Board, Dynamic, Fixed, Grid, Rules, Well};

/// Work that is generic over the board.
pub trait OnBoard {
    /// What it results in.
    type Output;

    /// Does it with this empty board.
    fn run<B: Board + Send + Sync + 'static>(self, board: B) -> Self::Output;
}

/// The ways a board can be stored, from the quickest to the most general.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// One word holds the board and the compiler knows its shape: only some boards.
    Fixed,
    /// One 64-bit word holds the board.
    Well64,
    /// One 128-bit word holds the board.
    Well128,
    /// One 32-bit word a line: sides up to 32.
    Grid32,
    /// One 64-bit word a line: sides up to 64.
    Grid64,
    /// One 128-bit word a line: every board.
    Grid128,
}

impl Storage {
    /// All of them.
    pub const ALL: [Storage; 6] =
        [Storage::Fixed, Storage::Well64, Storage::Well128, Storage::Grid32, Storage::Grid64, Storage::Grid128];

    /// The quickest storage of this board for playing, testing and taking back. A 128-bit word for the whole board is never
    /// it: measured, one word a line is as quick there.
    pub fn best(rules: Rules) -> Storage {
        const QUICKEST: [Storage; 5] =
            [Storage::Fixed, Storage::Well64, Storage::Grid32, Storage::Grid64, Storage::Grid128];
        QUICKEST.into_iter().find(|storage| storage.holds(rules)).unwrap_or(Storage::Grid128)
    }

    /// Whether this board can be stored so.
    pub fn holds(self, rules: Rules) -> bool {
        struct Nothing;
        impl OnBoard for Nothing {
            type Output = ();
            fn run<B: Board + Send + Sync + 'static>(self, _: B) {}
        }
        self.dispatch(rules, Nothing).is_some()
    }

    /// Does the work on an empty board of these rules, stored so; nothing if it does not fit.
    pub fn dispatch<T: OnBoard>(self, rules: Rules, work: T) -> Option<T::Output> {
        fn on<B: Board + Send + Sync + 'static, T: OnBoard>(rules: Rules, work: T) -> Option<T::Output> {
            B::fitting(rules).map(|board| work.run(board))
        }
        match self {
            // Shapes that are played or solved at scale; each costs compile time wherever a board is used.
            Storage::Fixed => match rules {
                Rules::TICTACTOE => on::<Well<u64, Fixed<3, 3, 3, false>>, T>(rules, work),
                Rules::CONNECT4 => on::<Well<u64, Fixed<6, 7, 4, true>>, T>(rules, work),
                _ => None,
            },
            Storage::Well64 => on::<Well<u64, Dynamic>, T>(rules, work),
            Storage::Well128 => on::<Well<u128, Dynamic>, T>(rules, work),
            Storage::Grid32 => on::<Grid<u32>, T>(rules, work),
            Storage::Grid64 => on::<Grid<u64>, T>(rules, work),
            Storage::Grid128 => on::<Grid<u128>, T>(rules, work),
        }
    }
}

/// Does the work on an empty board of these rules, in the quickest storage.
///
/// ```
/// use filetto_rules::{Board, OnBoard, Rules, dispatch, perft};
///
/// struct Perft(usize);
///
/// impl OnBoard for Perft {
///     type Output = Option<u64>;
///     fn run<B: Board + Send + Sync + 'static>(self, mut board: B) -> Option<u64> {
///         perft(&mut board, self.0, || true)
///     }
/// }
///
/// assert_eq!(dispatch(Rules::CONNECT4, Perft(4)), Some(2401));
/// assert_eq!(dispatch(Rules::GOMOKU, Perft(2)), Some(225 * 224));
/// ```
pub fn dispatch<T: OnBoard>(rules: Rules, work: T) -> T::Output {
    Storage::best(rules).dispatch(rules, work).expect("the best storage holds its board")
}
