//! Game-tree counts: known totals, and agreement of every storage with a slow twin.

use filetto_rules::{Board, Cell, OnBoard, Rules, Side, Storage, perft};

struct Count(usize);

impl OnBoard for Count {
    type Output = u64;

    fn run<B: Board + Send + Sync + 'static>(self, mut board: B) -> u64 {
        perft(&mut board, self.0, || true).unwrap()
    }
}

#[test]
fn known_totals_are_reached_on_every_storage() {
    let known = include_str!("../../../fixtures/perft.txt");
    for line in known.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let rules: Rules = words.next().unwrap().parse().unwrap();
        for (depth, nodes) in (1..).zip(words) {
            let nodes: u64 = nodes.parse().unwrap();
            // The largest counts on the quickest storage only.
            let storages =
                Storage::ALL.into_iter().filter(|storage| nodes < 1_000_000 || *storage == Storage::best(rules));
            for counted in storages.filter_map(|storage| storage.dispatch(rules, Count(depth))) {
                assert_eq!(counted, nodes, "{rules} at depth {depth}");
            }
        }
    }
}

/// The twin: cells in a vector, a win found by walking from every stone, everything anew at every node.
fn slow_perft(rules: Rules, cells: &mut Vec<Option<Side>>, side: Side, depth: usize) -> u64 {
    let (rows, cols, k) = (rules.rows() as i32, rules.cols() as i32, rules.k() as i32);
    let at = |cells: &[Option<Side>], row: i32, col: i32| {
        if (0..rows).contains(&row) && (0..cols).contains(&col) { cells[(row * cols + col) as usize] } else { None }
    };
    let cell = |i: usize| Cell::new(i / cols as usize, i % cols as usize);
    let won = (0..cells.len()).any(|i| {
        let (row, col) = (cell(i).row() as i32, cell(i).col() as i32);
        cells[i].is_some()
            && [(0, 1), (1, 0), (1, 1), (1, -1)]
                .iter()
                .any(|(up, right)| (0..k).all(|n| at(cells, row + n * up, col + n * right) == cells[i]))
    });
    if depth == 0 {
        return 1;
    }
    if won {
        return 0;
    }
    let mut nodes = 0;
    for i in 0..cells.len() {
        let floating = rules.gravity() && i >= cols as usize && cells[i - cols as usize].is_none();
        if cells[i].is_none() && !floating {
            cells[i] = Some(side);
            nodes += slow_perft(rules, cells, side.other(), depth - 1);
            cells[i] = None;
        }
    }
    nodes
}

#[test]
fn every_storage_counts_as_the_slow_twin_does() {
    let boards = [
        ("1x1x1", 3),
        ("1x5x2", 6),
        ("4x1x3g", 5),
        ("2x2x2", 5),
        ("3x4x3", 5),
        ("4x3x2g", 7),
        ("4x4x3g", 7),
        ("5x5x4", 4),
        ("3x9x8g", 4),
        ("7x8x4g", 5),
        ("6x10x4g", 4),
        ("12x5x3", 3),
        ("3x20x2", 3),
        ("20x20x5", 2),
        ("33x2x2g", 6),
        ("2x65x3g", 3),
    ];
    for (text, most) in boards {
        let rules: Rules = text.parse().unwrap();
        for depth in 0..=most {
            let expected = slow_perft(rules, &mut vec![None; rules.cells()], Side::First, depth);
            let mut counted = 0;
            for nodes in Storage::ALL.into_iter().filter_map(|storage| storage.dispatch(rules, Count(depth))) {
                assert_eq!(nodes, expected, "{rules} at depth {depth}");
                counted += 1;
            }
            assert!(counted > 0);
        }
    }
}

#[test]
fn a_count_that_is_called_off_leaves_the_board_as_it_was() {
    let mut board = filetto_rules::Grid::<u32>::fitting(Rules::CONNECT4).unwrap();
    let before = board.clone();
    let mut asked = 0;
    let stopped = perft(&mut board, 7, || {
        asked += 1;
        asked < 10
    });
    assert_eq!((stopped, board), (None, before));
}
