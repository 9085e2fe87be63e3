//! The solver without gravity against plain minimax, and its certificates against the checker.

use std::collections::HashMap;
use std::ops::ControlFlow;

use filetto_rules::{Board, Cell, Placement, Rng, Rules, Side};
use filetto_solve::certificate::Game;
use filetto_solve::free::{Limits, Question, Solver};

/// The slow twin: does the attacker win? Cells hold 0 for nothing, 1 and 2 for the sides.
struct Plain {
    windows: Vec<Vec<usize>>,
    weak: bool,
    attacker: u8,
    /// By the cells, two bits each.
    known: HashMap<u128, bool>,
}

impl Plain {
    fn new(rules: Rules, game: Game, attacker: Side) -> Plain {
        let number = |cell: Cell| cell.row() * rules.cols() + cell.col();
        let windows = rules.windows().map(|line| line.cells().map(number).collect()).collect();
        Plain { windows, weak: game == Game::Weak, attacker: attacker.index() as u8 + 1, known: HashMap::new() }
    }

    fn completed(&self, cells: &[u8], last: usize) -> bool {
        let through = self.windows.iter().filter(|window| window.contains(&last));
        { through }.any(|window| window.iter().all(|&cell| cells[cell] == cells[last]))
    }

    fn attacker_wins(&mut self, cells: &mut [u8], to_move: u8) -> bool {
        let key = cells.iter().fold(0, |key, &cell| key << 2 | u128::from(cell));
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        // The result before any move is what the side to move does not want.
        let mut wins = to_move != self.attacker;
        let mut moved = false;
        for cell in 0..cells.len() {
            if cells[cell] != 0 {
                continue;
            }
            moved = true;
            cells[cell] = to_move;
            let counts = !self.weak || to_move == self.attacker;
            let after = if counts && self.completed(cells, cell) {
                to_move == self.attacker
            } else {
                self.attacker_wins(cells, 3 - to_move)
            };
            cells[cell] = 0;
            if after != wins {
                wins = after;
                break;
            }
        }
        let wins = moved && wins;
        self.known.insert(key, wins);
        wins
    }
}

/// What the solver says, after its certificate has been checked.
fn solved(rules: Rules, game: Game, attacker: Side, moves: &[Cell]) -> bool {
    let question = Question { rules, game, attacker, moves: moves.to_vec() };
    let mut solver = Solver::new(question, Limits { table: 1 << 20, ..Limits::default() }).unwrap();
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    let wins = solver.solve(go_on).wins.unwrap();
    let certificate = solver.certificate(go_on).unwrap();
    let proved = filetto_verify::check(&certificate, filetto_verify::Limits::default())
        .unwrap_or_else(|fault| panic!("{rules} {game:?} {attacker} {moves:?}: {fault}"));
    assert_eq!(proved.claim.wins, wins);
    assert_eq!(proved.claim.weak, game == Game::Weak);
    assert_eq!(proved.claim.after.len(), moves.len());
    wins
}

#[test]
fn all_boards_up_to_16_cells_have_the_value_of_minimax() {
    let mut boards = 0;
    for (rows, cols) in (1..=4).flat_map(|rows| (rows..=16 / rows).map(move |cols| (rows, cols))) {
        for k in 1..=cols {
            let rules = Rules::new(rows, cols, k, Placement::Free).unwrap();
            for game in [Game::Strong, Game::Weak] {
                let mut plain = Plain::new(rules, game, Side::First);
                let expected = plain.attacker_wins(&mut vec![0; rules.cells()], 1);
                assert_eq!(solved(rules, game, Side::First, &[]), expected, "{rules} {game:?}");
                boards += 1;
            }
        }
    }
    assert!(boards > 200, "{boards}");
}

#[test]
fn random_positions_of_larger_boards_have_the_value_of_minimax() {
    let mut rng = Rng::new(5);
    let mut wins = [0, 0];
    for text in ["4x5x4", "5x5x4", "3x7x3", "5x5x5", "4x6x4", "6x6x4", "5x6x5"] {
        let rules: Rules = text.parse().unwrap();
        for _ in 0..30 {
            let left = 9 + rng.below(3);
            let mut game = filetto_rules::Game::new(rules);
            while rules.cells() - game.moves().len() > left && !game.outcome().is_over() {
                let moves = game.board().legal_moves();
                game.play(*rng.pick(&moves).unwrap()).unwrap();
            }
            if game.outcome().is_over() {
                continue;
            }
            let moves: Vec<Cell> = game.moves().iter().map(|played| played.cell).collect();
            let mut cells = vec![0; rules.cells()];
            for (index, cell) in moves.iter().enumerate() {
                cells[cell.row() * rules.cols() + cell.col()] = (index % 2) as u8 + 1;
            }
            for (kind, attacker) in [Game::Strong, Game::Weak].into_iter().flat_map(|g| Side::BOTH.map(|s| (g, s))) {
                let mut plain = Plain::new(rules, kind, attacker);
                let expected = plain.attacker_wins(&mut cells.clone(), (moves.len() % 2) as u8 + 1);
                assert_eq!(solved(rules, kind, attacker, &moves), expected, "{rules} {kind:?} {attacker} {moves:?}");
                wins[usize::from(expected)] += 1;
            }
        }
    }
    assert!(wins[0] > 100 && wins[1] > 100, "both answers occur: {wins:?}");
}
