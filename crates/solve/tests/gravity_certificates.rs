//! Certificates of boards with gravity, written from plain minimax: the format carries them, the checker accepts them.

use std::collections::HashMap;

use filetto_rules::{Board, Cell, Grid, Outcome, Rng, Rules, Side};
use filetto_solve::certificate::{Claim, Game, Leaf, Reply, Strategy, write};

/// The value of every position: 1, 0 or -1 for the first player. Leaves are only used if asked for.
struct Exhaustive {
    board: Grid<u32>,
    known: HashMap<Vec<Option<Side>>, i32>,
    claimant: Side,
    follow_up: bool,
}

impl Exhaustive {
    fn new(rules: Rules, claimant: Side) -> Exhaustive {
        Exhaustive { board: Grid::fitting(rules).unwrap(), known: HashMap::new(), claimant, follow_up: false }
    }

    fn value(&mut self) -> i32 {
        match self.board.outcome() {
            Outcome::Win(Side::First) => return 1,
            Outcome::Win(Side::Second) => return -1,
            Outcome::Draw => return 0,
            Outcome::Ongoing => {}
        }
        let key: Vec<_> = self.board.rules().all_cells().map(|cell| self.board.get(cell)).collect();
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let values: Vec<i32> = self.board.legal_moves().into_iter().map(|cell| self.after(cell)).collect();
        let first = self.board.to_move() == Side::First;
        let best = if first { values.into_iter().max() } else { values.into_iter().min() }.unwrap();
        self.known.insert(key, best);
        best
    }

    fn after(&mut self, cell: Cell) -> i32 {
        self.board.play_fast(cell);
        let value = self.value();
        self.board.undo(cell);
        value
    }
}

impl Strategy for Exhaustive {
    fn play(&mut self, cell: Cell, _: Side) {
        self.board.play_fast(cell);
    }

    fn undo(&mut self, cell: Cell) {
        self.board.undo(cell);
    }

    fn reply(&mut self) -> Option<Reply> {
        let sign = if self.claimant == Side::First { 1 } else { -1 };
        let moves = self.board.legal_moves();
        moves.into_iter().max_by_key(|&cell| sign * self.after(cell)).map(Reply::Move)
    }

    fn leaf(&mut self) -> Option<Leaf> {
        self.follow_up.then_some(Leaf::FollowUp)
    }
}

/// None if the walk comes to a finished game that the claimant should not have let happen.
fn certificate(rules: Rules, who: Side, wins: bool, follow_up: bool) -> Option<Vec<u8>> {
    let claim = Claim { rules, game: Game::Strong, who, wins, after: Vec::new() };
    let mut strategy = Exhaustive::new(rules, who);
    strategy.follow_up = follow_up;
    write(&claim, &mut strategy).ok()
}

fn is_proof(certificate: &Option<Vec<u8>>) -> bool {
    let limits = filetto_verify::Limits::default();
    certificate.as_ref().is_some_and(|bytes| filetto_verify::check(bytes, limits).is_ok())
}

#[test]
fn every_true_claim_of_small_boards_with_gravity_is_proved_and_no_false_one() {
    let mut seen = [0; 3];
    for text in ["3x3x3g", "3x4x3g", "4x3x3g", "2x5x3g", "4x4x4g", "3x5x4g", "4x4x3g", "5x3x4g"] {
        let rules: Rules = text.parse().unwrap();
        let value = Exhaustive::new(rules, Side::First).value();
        seen[(value + 1) as usize] += 1;
        assert_eq!(is_proof(&certificate(rules, Side::First, true, false)), value == 1, "{text}: X wins");
        assert_eq!(is_proof(&certificate(rules, Side::Second, true, false)), value == -1, "{text}: O wins");
        assert_eq!(is_proof(&certificate(rules, Side::First, false, false)), value >= 0, "{text}: O does not win");
        assert_eq!(is_proof(&certificate(rules, Side::Second, false, false)), value <= 0, "{text}: X does not win");
    }
    assert!(seen[1] > 0 && seen[2] > 0, "both a draw and a win occur: {seen:?}");
}

#[test]
fn following_up_is_a_proof_where_the_height_is_even_and_no_line_runs_along_one_row() {
    // Two rows, four columns, three in a row: the first player gets the whole bottom row if the second follows up.
    assert!(!is_proof(&certificate("2x4x3g".parse().unwrap(), Side::Second, false, true)));
    // Lines of four rows only, all upright: the second player has every second cell of each.
    assert!(is_proof(&certificate("4x3x4g".parse().unwrap(), Side::Second, false, true)));
    // Two odd columns: a stone at the bottom of one is answered at the bottom of the other.
    assert!(is_proof(&certificate("3x2x3g".parse().unwrap(), Side::Second, false, true)));
    // An odd number of cells, and no cell that wins.
    assert!(!is_proof(&certificate("3x3x3g".parse().unwrap(), Side::Second, false, true)));
}

/// Follow-ups and plans of any kind after random moves: what the checker believes of them is true.
#[test]
fn no_follow_up_and_no_plan_proves_what_is_false() {
    let mut random = Rng::new(3);
    let mut seen = [[0; 2]; 4];
    for text in ["3x4x3g", "4x4x3g", "5x3x3g", "3x6x3g", "4x4x4g", "4x5x4g", "5x4x4g"] {
        let rules: Rules = text.parse().unwrap();
        let mut known = Exhaustive::new(rules, Side::First);
        for _ in 0..if cfg!(debug_assertions) { 200 } else { 2000 } {
            known.board = Grid::fitting(rules).unwrap();
            let mut names = String::new();
            let least = rules.cells().saturating_sub(10);
            for _ in 0..least + random.below(10) {
                let moves = known.board.legal_moves();
                let cell = moves[random.below(moves.len())];
                known.board.play_fast(cell);
                names += &format!(" {cell}");
                if known.board.outcome() != Outcome::Ongoing {
                    break;
                }
            }
            if known.board.outcome() != Outcome::Ongoing || names.is_empty() {
                continue;
            }
            let (value, mover) = (known.value(), known.board.to_move());
            for (kind, (who, verb)) in
                [(mover.other(), "holds"), (mover, "wins"), (mover, "holds"), (mover.other(), "holds")]
                    .into_iter()
                    .enumerate()
            {
                let worth = if who == Side::First { value } else { -value };
                let moves = known.board.legal_moves();
                let first = moves[random.below(moves.len())];
                let mut payload = match kind {
                    0 => vec![3],
                    3 => vec![4],
                    _ => vec![4 + 2 * random.below(2) as u8, (first.row() * rules.cols() + first.col()) as u8],
                };
                if kind > 0 {
                    let mut named: Vec<u8> = (0..random.below(5)).map(|_| random.below(rules.cells()) as u8).collect();
                    named.sort_unstable();
                    named.dedup();
                    payload.push(named.len() as u8);
                    payload.extend(named);
                }
                let line = format!("filetto-certificate 1 {rules} strong {who} {verb} after{names}\n");
                let file = [line.as_bytes(), &zstd::encode_all(&payload[..], 1).unwrap()].concat();
                let proved = filetto_verify::check(&file, filetto_verify::Limits::default()).is_ok();
                let is_true = if verb == "wins" { worth > 0 } else { worth >= 0 };
                assert!(is_true || !proved, "{line} {payload:?}");
                seen[kind][usize::from(proved)] += 1;
            }
        }
    }
    assert!(seen.iter().flatten().all(|&count| count > 30), "{seen:?}");
}
