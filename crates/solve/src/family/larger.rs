//! Wins that carry over to every larger board: X plays in a corner of fixed size, O anywhere.
//!
//! A win on one board says nothing about larger ones, where O has more lines. Here X wins a game in which O also has the K - 1 rows
//! and columns around the corner, may pass, and wins by K - 1 stones outside when it is to move; `docs/certificates.md` has the proof
//! that X then wins on every board that is at least as large. The search is plain depth-first proof-number search on the board of
//! the writer of certificates, with a memory that forgets nothing; threats make it narrow.
//!
//! Measured: 3+x4+x3 169 nodes; 5+x6+x4 873,939 nodes without limits that grow, 529,018 with them in a prototype that knew no
//! symmetries; certificates of 70 and 1,387 bytes.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use filetto_rules::{Cell, Placement, Rules, Side};

use super::FamilyError;
use crate::certificate::{Leaf, ProofBoard, Reply, Strategy, Unwritten, larger_certificate};

/// Every board with at least so many rows and columns; exactly so many where it does not grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Larger {
    /// The board that X plays on, without gravity.
    pub inner: Rules,
    /// Whether rows and columns may be more.
    pub grows: [bool; 2],
}

impl FromStr for Larger {
    type Err = FamilyError;

    fn from_str(text: &str) -> Result<Larger, FamilyError> {
        let wrong = || FamilyError(text.chars().take(40).collect());
        let words: Vec<&str> = text.split('x').collect();
        let &[rows, cols, k] = &words[..] else { return Err(wrong()) };
        let grows = [rows, cols].map(|word| word.ends_with('+'));
        let inner: Rules = format!("{}x{}x{k}", rows.trim_end_matches('+'), cols.trim_end_matches('+'))
            .parse()
            .map_err(|_| wrong())?;
        let larger = Larger { inner, grows };
        let fits = grows != [false; 2] && !inner.gravity() && inner.win_rule().is_monotone() && larger.walk().is_some();
        if fits && larger.to_string() == text { Ok(larger) } else { Err(wrong()) }
    }
}

impl fmt::Display for Larger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, c] = self.grows.map(|grows| if grows { "+" } else { "" });
        write!(f, "{}{r}x{}{c}x{}", self.inner.rows(), self.inner.cols(), self.inner.k())
    }
}

impl Larger {
    /// The board of the search and of the certificate: a line that meets the inner board reaches no further.
    pub(crate) fn walk(&self) -> Option<Rules> {
        let more = self.grows.map(|grows| if grows { self.inner.k() - 1 } else { 0 });
        Rules::new(self.inner.rows() + more[0], self.inner.cols() + more[1], self.inner.k(), Placement::Free).ok()
    }

    pub(crate) fn board(&self) -> ProofBoard {
        let rules = self.walk().unwrap_or(self.inner);
        ProofBoard::larger(rules, [self.inner.rows(), self.inner.cols()], [true, true])
    }
}

/// What was found: whether X wins, and how.
pub struct LargerSearch {
    larger: Larger,
    board: ProofBoard,
    table: HashMap<Box<[u8]>, Numbers>,
    /// Positions expanded.
    pub nodes: u64,
    stopped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const NEVER: u32 = 1 << 28;
const WIN: Numbers = Numbers { proof: 0, disproof: NEVER };
const LOSS: Numbers = Numbers { proof: NEVER, disproof: 0 };

/// First proof numbers of positions in which O has a free move, with and without a line of X that lacks two stones.
const NEARLY: u32 = 6;
const QUIET: u32 = 12;

/// The limit of both numbers in the first round; each round has four times as much.
const FIRST_LIMIT: u32 = 1_000;

const X: usize = 0;
const O: usize = 1;

/// Called from time to time with the nodes so far; break to stop.
pub type LargerReport<'a> = &'a mut dyn FnMut(u64) -> ControlFlow<()>;

impl LargerSearch {
    /// Gets ready.
    pub fn new(larger: Larger) -> LargerSearch {
        LargerSearch { larger, board: larger.board(), table: HashMap::new(), nodes: 0, stopped: false }
    }

    /// Whether X wins the game that carries over; none if it was stopped. A "no" says nothing about the boards.
    pub fn solve(&mut self, report: LargerReport) -> Option<bool> {
        self.stopped = false;
        // Limits that grow keep the search from going deep into the first line that it tries.
        for limit in (0..).map(|round| (FIRST_LIMIT << (2 * round).min(18)).min(NEVER)) {
            match self.visit(X, Numbers { proof: limit, disproof: limit }, report) {
                WIN => return Some(true),
                LOSS => return Some(false),
                _ if self.stopped => return None,
                _ => {}
            }
        }
        None
    }

    /// The proof, after X was found to win.
    pub fn certificate(mut self) -> Result<Vec<u8>, Unwritten> {
        let larger = self.larger;
        larger_certificate(&larger, &mut self)
    }

    fn key(&self, to_move: usize) -> Box<[u8]> {
        let mut key = self.board.canonical().into_vec();
        key.push(to_move as u8);
        key.into_boxed_slice()
    }

    /// What is known of a position, or can be seen.
    fn assess(&mut self, to_move: usize) -> Numbers {
        let board = &self.board;
        let (mine, other) = (board.completions(to_move), board.completions(1 - to_move));
        let outside_wins = usize::from(board.outside) + 1 >= self.larger.inner.k() && board.outside > 0;
        match to_move {
            X if !mine.is_empty() => return WIN,
            X if outside_wins || other.len() > 1 || other.iter().any(|&cell| !board.is_inner(cell)) => return LOSS,
            O if !mine.is_empty() || outside_wins => return LOSS,
            O if other.len() > 1 => return WIN,
            _ => {}
        }
        let forced = !other.is_empty();
        let guess = match to_move {
            O if !forced && board.lacks_two(X) => NEARLY,
            O if !forced => QUIET,
            _ => 1,
        };
        let known = self.table.get(&self.key(to_move)).copied();
        known.unwrap_or(Numbers { proof: guess, disproof: 1 })
    }

    fn moves(&self, to_move: usize) -> Vec<usize> {
        let board = &self.board;
        let forced = board.completions(1 - to_move);
        if !forced.is_empty() {
            return forced;
        }
        let cells = (0..board.len()).filter(|&cell| board.matters(cell) && (to_move == O || board.is_inner(cell)));
        cells.chain((to_move == O && board.grows()).then_some(board.len())).collect()
    }

    fn visit(&mut self, to_move: usize, limit: Numbers, report: LargerReport) -> Numbers {
        self.nodes += 1;
        self.stopped |= self.nodes.is_multiple_of(256) && report(self.nodes).is_break();
        let key = self.key(to_move);
        let mut children: Vec<(usize, Numbers)> = Vec::new();
        for cell in self.moves(to_move) {
            self.board.put(cell, to_move);
            let numbers = self.assess(1 - to_move);
            self.board.clear(cell);
            children.push((cell, numbers));
            if numbers == if to_move == X { WIN } else { LOSS } {
                children = vec![(cell, numbers)];
                break;
            }
        }
        loop {
            let numbers = combine(to_move, &children);
            let over = numbers.proof >= limit.proof || numbers.disproof >= limit.disproof;
            if numbers == WIN || numbers == LOSS || over || self.stopped {
                self.table.insert(key, numbers);
                return numbers;
            }
            let number = |child: &(usize, Numbers)| if to_move == X { child.1.proof } else { child.1.disproof };
            let Some(best) = (0..children.len()).min_by_key(|&index| number(&children[index])) else { return LOSS };
            let others = children.iter().enumerate().filter(|&(index, _)| index != best);
            let second = others.map(|(_, child)| number(child)).min().unwrap_or(NEVER);
            let grown = second.saturating_add(second / 4 + 1).min(NEVER);
            let (cell, child) = children[best];
            let share = |limit: u32, sum: u32, child: u32| (child + (limit - sum)).min(NEVER);
            let limit = match to_move {
                X => Numbers {
                    proof: limit.proof.min(grown),
                    disproof: share(limit.disproof, numbers.disproof, child.disproof),
                },
                _ => Numbers {
                    proof: share(limit.proof, numbers.proof, child.proof),
                    disproof: limit.disproof.min(grown),
                },
            };
            self.board.put(cell, to_move);
            children[best].1 = self.visit(1 - to_move, limit, report);
            self.board.clear(cell);
        }
    }
}

/// The numbers of a position from those after its moves; without moves X has not won.
fn combine(to_move: usize, children: &[(usize, Numbers)]) -> Numbers {
    let proofs = children.iter().map(|(_, numbers)| numbers.proof);
    let disproofs = children.iter().map(|(_, numbers)| numbers.disproof);
    let sum = |sum: u32, next: u32| (sum + next).min(NEVER - 1);
    let (proof, disproof) = match to_move {
        X => (proofs.min().unwrap_or(NEVER), disproofs.fold(0, sum)),
        _ => (proofs.fold(0, sum), disproofs.min().unwrap_or(NEVER)),
    };
    match (proof, disproof) {
        _ if children.is_empty() => LOSS,
        (0, _) => WIN,
        (_, 0) => LOSS,
        _ => Numbers { proof, disproof },
    }
}

impl Strategy for LargerSearch {
    fn play(&mut self, cell: Cell, side: Side) {
        let number = self.board.number(cell);
        self.board.put(number, side.index());
    }

    fn undo(&mut self, cell: Cell) {
        let number = self.board.number(cell);
        self.board.clear(number);
    }

    fn reply(&mut self) -> Option<Reply> {
        let winning = self.moves(X).into_iter().find(|&cell| {
            self.board.put(cell, X);
            let numbers = self.assess(O);
            self.board.clear(cell);
            numbers == WIN
        });
        Some(Reply::Move(self.board.cell(winning?)))
    }

    fn leaf(&mut self) -> Option<Leaf> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_in_a_row_is_won_on_every_board_of_three_by_four() {
        let mut search = LargerSearch::new("3+x4+x3".parse().unwrap());
        assert_eq!(search.solve(&mut |_| ControlFlow::Continue(())), Some(true));
        assert!(search.nodes < 10_000, "{}", search.nodes);
        assert!(!search.certificate().unwrap().is_empty());
    }

    #[test]
    fn a_draw_does_not_become_a_win_on_larger_boards() {
        // 3x3x3 is a draw, so no way to win there can serve.
        let mut search = LargerSearch::new("3x3+x3".parse().unwrap());
        assert_eq!(search.solve(&mut |_| ControlFlow::Continue(())), Some(false));
        for wrong in ["3x3x3", "3+x4+x3g", "0+x4x3", "200+x4x3", "03+x4x3", "3+x4"] {
            assert!(wrong.parse::<Larger>().is_err(), "{wrong}");
        }
    }
}
