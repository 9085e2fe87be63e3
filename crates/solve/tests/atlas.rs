//! The atlas says nothing that its evidence does not: certificates are checked again, small boards are solved again.

#![allow(clippy::disallowed_methods, reason = "the certificates are files")]

use std::collections::HashMap;
use std::ops::ControlFlow;

use filetto_rules::{Board, Cell, Game, Placement, Rules, Side};
use filetto_solve::atlas::{Atlas, Evidence, Fact, FirstMove, Kind, Reason, Row};
use filetto_solve::certificate::Game as Played;
use filetto_solve::free::{Limits, Question, Solver};
use filetto_solve::gravity::GravitySolver;
use filetto_solve::{FoundMove, Task, Value};
use filetto_verify::{Claim, Ground, Proved};

/// What a certificate of the collection proves.
fn proved(file: &str) -> Proved {
    let path = format!("{}/../../fixtures/certificates/{file}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    filetto_verify::check(&bytes, filetto_verify::Limits::default()).unwrap_or_else(|fault| panic!("{file}: {fault}"))
}

/// Whether a proved claim is about the boards of the fact.
fn is_about(claim: &Claim, fact: &Fact) -> bool {
    match claim.ground {
        Ground::Tiled { rows, k } => {
            let rows = rows.map_or("N".to_owned(), |rows| rows.to_string());
            fact.ground.to_string() == format!("{rows}xNx{k}+")
        }
        Ground::Larger { rows, cols, k, grows } => {
            let [r, c] = grows.map(|grows| if grows { "+" } else { "" });
            fact.ground.to_string() == format!("{rows}{r}x{cols}{c}x{k}")
        }
        Ground::Board { rows, cols, k, gravity } => {
            let rules = Rules::new(rows, cols, k, Placement::with_gravity(gravity)).unwrap();
            fact.ground.board().is_some() && fact.ground.covers(rules)
        }
    }
}

#[test]
fn every_certificate_of_the_atlas_proves_its_row() {
    let mut seen = 0;
    for fact in Atlas::get().facts() {
        let Evidence::Certificate(files) = fact.evidence else { continue };
        let all: Vec<Proved> = files.split(' ').map(proved).collect();
        let name = &fact.ground;
        assert!(all.iter().all(|proved| is_about(&proved.claim, fact) && proved.claim.after.is_empty()), "{name}");
        let shown = |who: Side, wins: bool, weak: bool| {
            all.iter().any(|Proved { claim, .. }| (claim.who, claim.wins, claim.weak) == (who.index(), wins, weak))
        };
        assert!(
            match fact.kind {
                Kind::Pairing => shown(Side::Second, false, true) && all[0].leaves == 1,
                Kind::WeakDraw => shown(Side::Second, false, true),
                Kind::StrongDraw => shown(Side::Second, false, false),
                Kind::StrongWin => shown(Side::First, true, false),
                Kind::Exact => match fact.value {
                    Value::First => shown(Side::First, true, false),
                    Value::Second => shown(Side::Second, true, false),
                    Value::Draw => Side::BOTH.into_iter().all(|side| shown(side, false, false)),
                },
            },
            "{name}: {all:?}"
        );
        seen += 1;
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn no_two_rows_contradict_each_other() {
    let atlas = Atlas::get();
    let mut boards: Vec<Rules> = atlas.facts().iter().filter_map(|fact| fact.ground.board()).collect();
    for k in 1..=12 {
        let sides = (1..=24).flat_map(|rows| (1..=24).map(move |cols| (rows, cols)));
        boards.extend(sides.clone().filter_map(|(rows, cols)| Rules::new(rows, cols, k, Placement::Free).ok()));
        boards.extend(sides.filter_map(|(rows, cols)| Rules::new(rows, cols, k, Placement::Gravity).ok()));
    }
    let mut known = 0;
    for rules in boards {
        let rows = atlas.rows(rules);
        known += usize::from(!rows.is_empty());
        assert!(rows.windows(2).all(|pair| pair[0].value == pair[1].value), "{rules}: {rows:?}");
        // Whatever would follow from elsewhere agrees too, also where better evidence hides it.
        let carried = atlas.facts().iter().filter(|fact| fact.kind.carries_over());
        for fact in carried.filter(|fact| fact.ground.board().is_some_and(|board| board != rules)) {
            let board = fact.ground.board().unwrap();
            let inside = rules.rows() <= board.rows() && rules.cols() <= board.cols() && rules.k() >= board.k();
            if inside && !rules.gravity() && rules.win_rule().is_monotone() {
                assert!(rows.iter().all(|row| row.value == fact.value), "{rules} lies in {board}");
                assert!(!rows.is_empty());
            }
        }
        if !rules.gravity() {
            let turned = Rules::new(rules.cols(), rules.rows(), rules.k(), Placement::Free).unwrap();
            let turned = turned.with_win_rule(rules.win_rule());
            let value = |rules| atlas.lookup(rules).map(|row| (row.value, row.kind, row.source()));
            assert_eq!(value(rules), value(turned), "{rules}");
        }
    }
    assert!(known > 7000, "{known}");
}

/// The slow twin: does X complete a line first? Bit boards and a memory, nothing else.
struct Twin {
    lines: Vec<u32>,
    full: u32,
    memory: HashMap<(u32, u32), bool>,
}

impl Twin {
    fn new(rules: Rules) -> Twin {
        let bit = |cell: Cell| 1u32 << (cell.row() * rules.cols() + cell.col());
        let lines = rules.windows().map(|line| line.cells().map(bit).sum()).collect();
        Twin { lines, full: (1u64.wrapping_shl(rules.cells() as u32) - 1) as u32, memory: HashMap::new() }
    }

    fn x_wins(&mut self, x: u32, o: u32, x_moves: bool) -> bool {
        if let Some(known) = self.memory.get(&(x, o)) {
            return *known;
        }
        let empty = self.full & !x & !o;
        let (me, other) = if x_moves { (x, o) } else { (o, x) };
        let wins_at = |side: u32| {
            let open =
                self.lines.iter().filter(move |line| (*line & !side).count_ones() == 1 && *line & !side & empty != 0);
            open.fold(0, |cells, line| cells | line & !side)
        };
        let alive = self.lines.iter().any(|line| line & o == 0);
        let (now, threat) = (wins_at(me), wins_at(other));
        let result = if now != 0 {
            x_moves
        } else if empty == 0 || !alive {
            false
        } else {
            let mut cells = if threat != 0 { threat & threat.wrapping_neg() } else { empty };
            let mut result = !x_moves;
            while cells != 0 && result != x_moves {
                let cell = cells & cells.wrapping_neg();
                cells ^= cell;
                let after = if x_moves { self.x_wins(x | cell, o, false) } else { self.x_wins(x, o | cell, true) };
                result = after;
            }
            result
        };
        self.memory.insert((x, o), result);
        result
    }
}

#[test]
fn boards_of_up_to_sixteen_cells_have_minimax_s_value() {
    let (mut derived, mut ruled, mut open) = (0, 0, 0);
    for rows in 1..=4 {
        for cols in rows..=16 / rows {
            for k in 1..=cols {
                let rules = Rules::new(rows, cols, k, Placement::Free).unwrap();
                let Some(row) = Atlas::get().lookup(rules) else {
                    open += 1;
                    continue;
                };
                derived += usize::from(matches!(row.reason, Reason::Derived(_)));
                ruled += usize::from(matches!(row.reason, Reason::Rule(_)));
                let value = if Twin::new(rules).x_wins(0, 0, true) { Value::First } else { Value::Draw };
                // The first player cannot lose: an extra stone does no harm.
                assert_eq!(row.value, value, "{rules} {row:?}");
            }
        }
    }
    assert!(ruled > 100 && open == 0, "{derived} {ruled} {open}");
}

#[test]
fn derived_draws_are_draws_of_the_weak_game() {
    let mut checked = 0;
    for k in 4..=6 {
        for (rows, cols) in (k..=7).flat_map(|rows| (rows..=7).map(move |cols| (rows, cols))) {
            let rules = Rules::new(rows, cols, k, Placement::Free).unwrap();
            // What follows from a larger board, or from a family.
            let elsewhere = |row: &Row| match row.reason {
                Reason::Derived(_) => true,
                Reason::Fact(fact) => fact.ground.board().is_none() && fact.value == Value::Draw,
                Reason::Rule(_) => false,
            };
            let Some(row) = Atlas::get().lookup(rules).filter(elsewhere) else { continue };
            assert!(row.kind.carries_over(), "{row:?}");
            let question = Question { rules, game: Played::Weak, attacker: Side::First, moves: Vec::new() };
            let mut solver = Solver::new(question, Limits { table: 16 << 20, ..Limits::default() }).unwrap();
            assert_eq!(solver.solve(&mut |_| ControlFlow::Continue(())).wins, Some(false), "{rules}");
            checked += 1;
        }
    }
    assert!(checked > 0);
}

#[test]
fn boards_with_gravity_of_up_to_25_cells_are_solved_again() {
    let mut solved = 0;
    for fact in Atlas::get().facts() {
        let Some(rules) = fact.ground.board().filter(|rules| rules.gravity() && rules.cells() <= 25) else { continue };
        let solver = GravitySolver::new(rules, 1 << 22, 1).unwrap();
        let score = solver.solve(&[]).unwrap().score().unwrap();
        assert_eq!(score.sign(), [1, 0, -1][fact.value as usize], "{rules}");
        if let Some(stone) = fact.last_stone {
            assert_eq!(score.last_stone(solver.cells(), 0), stone, "{rules}");
        }
        solved += 1;
    }
    assert!(solved > 100, "{solved}");
    for rules in ["1x2x2g", "5x1x3g", "1x7x3g", "3x3x1g", "4x2x2g", "1x3x2g", "2x2x2g", "6x1x2g"] {
        let rules: Rules = rules.parse().unwrap();
        let row = Atlas::get().lookup(rules).unwrap();
        assert!(matches!(row.reason, Reason::Rule(_)), "{row:?}");
        let sign = GravitySolver::new(rules, 1 << 16, 1).unwrap().solve(&[]).unwrap().score().unwrap().sign();
        assert_eq!(sign, [1, 0, -1][row.value as usize], "{rules}");
    }
}

#[test]
fn boards_with_gravity_have_the_values_of_a_plain_solver() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/gravity_values.csv");
    let (mut known, mut stones) = (0, 0);
    for line in std::fs::read_to_string(path).unwrap().lines().skip(1) {
        let &[rows, cols, k, value, last] = &line.split(',').map(|n| n.parse::<i32>().unwrap()).collect::<Vec<_>>()[..]
        else {
            panic!("{line}")
        };
        let rules = Rules::new(rows as usize, cols as usize, k as usize, Placement::Gravity).unwrap();
        if let Some(row) = Atlas::get().lookup(rules) {
            assert_eq!([1, 0, -1][row.value as usize], value, "{rules}");
            known += 1;
        }
        if let Some(stone) = Atlas::get().last_stone(rules) {
            assert_eq!(stone as i32, last, "{rules}");
            stones += 1;
        }
    }
    assert!(known > 150 && stones > 80, "{known} {stones}");
}

#[test]
fn short_searches_without_gravity_are_made_again() {
    let mut solved = 0;
    for fact in Atlas::get().facts() {
        let Evidence::Search(nodes) = fact.evidence else { continue };
        let Some(rules) = fact.ground.board().filter(|rules| !rules.gravity() && nodes < 300) else { continue };
        let mut task = Task::new(&Game::new(rules), 1 << 22, 1).unwrap();
        let found = task.ask(&Game::new(rules), &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(found.value, Some(fact.value), "{rules}");
        solved += 1;
    }
    assert!(solved > 5, "{solved}");
}

#[test]
fn first_moves_fit_the_value_and_lie_as_the_board_does() {
    let mut seen = 0;
    for fact in Atlas::get().facts() {
        let Some(rules) = fact.ground.board().filter(|_| fact.first_moves.is_some()) else { continue };
        let moves = Atlas::get().first_moves(rules).unwrap();
        let cells: Vec<Cell> = moves.iter().map(|first| first.cell).collect();
        assert_eq!(cells, Game::new(rules).board().legal_moves(), "{rules}");
        let best = moves.iter().map(|first| first.value as u8).min().unwrap();
        assert_eq!(best, fact.value as u8, "{rules}");
        if rules.cells() <= 16 && rules.gravity() {
            let mut task = Task::new(&Game::new(rules), 1 << 20, 1).unwrap();
            for FoundMove { cell, found } in task.moves(&mut |_| ControlFlow::Continue(())).unwrap() {
                assert!(moves.contains(&FirstMove { cell, value: found.value.unwrap() }), "{rules} {cell}");
            }
        } else if rules.cells() <= 16 {
            let mut twin = Twin::new(rules);
            for FirstMove { cell, value } in moves {
                let stone = 1 << (cell.row() * rules.cols() + cell.col());
                // The second player attacks a board on which the defender has a stone.
                let attack = Twin::new(rules).x_wins(0, stone, true);
                let expected = match (twin.x_wins(stone, 0, false), attack) {
                    (true, _) => Value::First,
                    (false, true) => Value::Second,
                    (false, false) => Value::Draw,
                };
                assert_eq!(value, expected, "{rules} {cell}");
            }
        }
        seen += 1;
    }
    assert!(seen > 50, "{seen}");
    let of = |board: &str| Atlas::get().first_moves(board.parse().unwrap()).unwrap();
    let turn = |first: FirstMove| FirstMove { cell: Cell::new(first.cell.col(), first.cell.row()), ..first };
    let mut turned: Vec<_> = of("4x3x3").into_iter().map(turn).collect();
    turned.sort_by_key(|first| first.cell);
    assert_eq!(turned, of("3x4x3"));
}
