//! Positions with one right answer: a row to complete, or one to block.
//!
//! Each is played, not set up: the interfaces of the course hand a player the moves so far. Stones are set towards a chosen row
//! until all but one of its cells are taken, then the whole board is searched for other answers; what is not clear is thrown
//! away and tried again.

use filetto_rules::{Board, Cell, Direction, Game, Grid, Line, Rng, Rules, Side};

/// What a drill asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Complete the row.
    Win,
    /// Stop the opponent from completing one at the next move.
    Block,
}

/// A position with its right answers.
#[derive(Clone, Debug)]
pub struct Drill {
    /// What is to be done.
    pub task: Task,
    /// How the row runs.
    pub direction: Direction,
    /// The position; the player asked is to move.
    pub game: Game,
    /// The right answers.
    pub right: Vec<Cell>,
}

/// How often a drill is tried before it is given up; small boards leave little room.
const TRIES: usize = 400;

/// One drill for each task and direction that the board has room for.
pub fn drills(rules: Rules, seed: u64) -> Vec<Drill> {
    let mut rng = Rng::new(seed);
    let mut found = Vec::new();
    for direction in Direction::ALL {
        let windows: Vec<Line> = rules.windows().filter(|line| line.direction == direction).collect();
        for task in [Task::Win, Task::Block] {
            found.extend((0..TRIES).find_map(|_| attempt(*rng.pick(&windows)?, rules, task, &mut rng)));
        }
    }
    found
}

fn attempt(window: Line, rules: Rules, task: Task, rng: &mut Rng) -> Option<Drill> {
    let cells: Vec<Cell> = window.cells().collect();
    // With gravity the last cell of a column is its top one.
    let top = rules.gravity() && window.direction == Direction::North;
    let gap = if top { window.last() } else { *rng.pick(&cells)? };
    let attacker = *rng.pick(&Side::BOTH)?;
    let plan = Plan { rules, cells, gap, attacker };
    let asked = if task == Task::Win { attacker } else { attacker.other() };
    let game = plan.play(asked, rng)?;
    let (own, others) = (wins(game.board(), asked), wins(game.board(), asked.other()));
    let right = match task {
        Task::Win if own.contains(&gap) => own,
        Task::Block if own.is_empty() && others == [gap] => others,
        _ => return None,
    };
    Some(Drill { task, direction: window.direction, game, right })
}

/// The row that one side builds.
struct Plan {
    rules: Rules,
    cells: Vec<Cell>,
    gap: Cell,
    attacker: Side,
}

impl Plan {
    /// Plays until all cells but the gap are the attacker's, the gap can be played, and this side is to move.
    fn play(&self, asked: Side, rng: &mut Rng) -> Option<Game> {
        let mut game = Game::new(self.rules);
        for _ in 0..self.rules.cells() {
            if self.is_ready(game.board()) && game.to_move() == asked {
                return Some(game);
            }
            let cell = self.choose(&game, rng)?;
            if game.play(cell).ok()?.is_over() {
                return None;
            }
        }
        None
    }

    fn is_ready(&self, board: &Grid<u128>) -> bool {
        let taken = |cell: &Cell| *cell == self.gap || board.get(*cell) == Some(self.attacker);
        self.cells.iter().all(taken) && (!self.rules.gravity() || board.landing(self.gap.col()) == Some(self.gap))
    }

    /// A move towards the row, or one that does no harm to it.
    fn choose(&self, game: &Game, rng: &mut Rng) -> Option<Cell> {
        let attacks = game.to_move() == self.attacker;
        let legal: Vec<Cell> = game
            .board()
            .legal_moves()
            .into_iter()
            .filter(|cell| *cell != self.gap)
            .filter(|cell| self.is_near(*cell))
            .collect();
        let (own, others): (Vec<Cell>, Vec<Cell>) = legal.into_iter().partition(|cell| self.cells.contains(cell));
        if attacks && !own.is_empty() && rng.below(4) > 0 {
            return rng.pick(&own).copied();
        }
        // With gravity a row in the air needs something to stand on.
        let under = |cell: &Cell| self.cells.iter().any(|row| row.col() == cell.col() && row.row() > cell.row());
        let useful: Vec<Cell> = others.iter().copied().filter(under).collect();
        if self.rules.gravity() && !useful.is_empty() && rng.below(3) > 0 {
            return rng.pick(&useful).copied();
        }
        rng.pick(&others).or_else(|| rng.pick(if attacks { &own } else { &others })).copied()
    }

    /// Other stones stay in the neighbourhood of the row, as in a game.
    fn is_near(&self, cell: Cell) -> bool {
        let reach = self.rules.k().max(3);
        self.cells.iter().any(|row| row.row().abs_diff(cell.row()) < reach && row.col().abs_diff(cell.col()) < reach)
    }
}

/// The cells where a side would complete a row now.
pub(super) fn wins(board: &Grid<u128>, side: Side) -> Vec<Cell> {
    board.legal_moves().into_iter().filter(|cell| board.completes(*cell, side)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use filetto_rules::Outcome;

    /// The slow twin of [`wins`]: plays every move.
    fn wins_by_playing(game: &Game, side: Side) -> Vec<Cell> {
        let wins = |cell: &Cell| {
            let mut board = game.board().clone();
            if board.to_move() != side {
                board.pass();
            }
            board.play(*cell) == Ok(Outcome::Win(side))
        };
        game.board().legal_moves().into_iter().filter(wins).collect()
    }

    #[test]
    fn every_direction_has_both_tasks_and_each_answer_is_right() {
        for board in ["3x3x3", "5x5x4", "7x7x5", "10x10x5", "50x50x10", "4x4x4g", "6x7x4g", "7x7x5g", "20x20x10g"] {
            let rules: Rules = board.parse().unwrap();
            let found = drills(rules, 7);
            assert_eq!(found.len(), 8, "{board}");
            for Drill { task, game, right, .. } in found {
                let (me, other) = (game.to_move(), game.to_move().other());
                assert_eq!(game.outcome(), Outcome::Ongoing);
                match task {
                    Task::Win => assert_eq!(right, wins_by_playing(&game, me)),
                    Task::Block => {
                        assert!(wins_by_playing(&game, me).is_empty());
                        assert_eq!((right.len(), right), (1, wins_by_playing(&game, other)));
                    }
                }
            }
        }
    }

    #[test]
    fn a_board_without_room_for_a_direction_has_no_drill_of_it() {
        let found = drills("3x6x4".parse().unwrap(), 1);
        assert!(found.iter().all(|drill| drill.direction == Direction::East) && found.len() == 2, "{found:?}");
    }
}
