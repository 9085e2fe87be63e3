//! Every claim of an explanation, tried out on the board: each stated line is played, each reply that is said to fail is played, and
//! on small boards verdicts are compared with exhaustive search.

use std::collections::HashMap;

use filetto_engine::analysis::{Effort, Exact, ExactValue, Source};
use filetto_engine::explain::{Attack, Hold, MoveEffect, Then, Threat, ThreatKind, Verdict, Why, explain, threats};
use filetto_rules::{Board, Cell, Game, Outcome, Rng, Rules, Side, read_moves};

/// Exhaustive search with the shortest way to win and the longest way to lose.
#[derive(Default)]
struct Minimax(HashMap<Vec<u8>, (i32, u32)>);

impl Minimax {
    /// The result for the side to move, and the plies.
    fn value(&mut self, game: &mut Game) -> (i32, u32) {
        match game.outcome() {
            Outcome::Draw => return (0, 0),
            Outcome::Win(_) => return (-1, 0),
            Outcome::Ongoing => {}
        }
        let key: Vec<u8> = game
            .rules()
            .all_cells()
            .map(|cell| game.board().get(cell).map_or(0, |side| 1 + side.index() as u8))
            .chain([game.to_move().index() as u8])
            .collect();
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let mut best: Option<(i32, u32)> = None;
        for cell in game.board().legal_moves() {
            game.play(cell).unwrap();
            let (value, plies) = self.value(game);
            game.undo();
            let (value, plies) = (-value, plies + 1);
            let better = |(v, p): (i32, u32)| value > v || value == v && if v > 0 { plies < p } else { plies > p };
            if best.is_none_or(better) {
                best = Some((value, plies));
            }
        }
        let best = best.unwrap();
        self.0.insert(key, best);
        best
    }
}

impl Exact for Minimax {
    fn value(&mut self, game: &Game) -> Option<ExactValue> {
        let (value, plies) = Minimax::value(self, &mut game.clone());
        let winner = match value {
            0 => None,
            1 => Some(game.to_move()),
            _ => Some(game.to_move().other()),
        };
        Some(ExactValue { winner, plies: Some(plies), by: Source::Solver })
    }

    fn moves(&mut self, game: &Game) -> Option<Vec<(Cell, ExactValue)>> {
        let after = |cell: Cell| {
            let mut next = game.clone();
            next.play(cell).unwrap();
            match next.outcome() {
                Outcome::Ongoing => Exact::value(self, &next).map(|worth| (cell, worth)),
                over => Some((cell, ExactValue { winner: over.winner(), plies: Some(0), by: Source::Rules })),
            }
        };
        game.board().legal_moves().into_iter().map(after).collect()
    }
}

fn after(board: &str, moves: &str) -> Game {
    let mut game = Game::new(board.parse().unwrap());
    for cell in read_moves(&game, moves, None).unwrap().moves {
        game.play(cell).unwrap();
    }
    game
}

/// A random position that is not over.
fn position(rules: Rules, rng: &mut Rng) -> Game {
    loop {
        let mut game = Game::new(rules);
        for _ in 0..rng.below(rules.cells() * 3 / 4) {
            let legal = game.board().legal_moves();
            if let Some(&cell) = rng.pick(&legal) {
                game.play(cell).unwrap();
            }
        }
        if game.outcome() == Outcome::Ongoing {
            return game;
        }
    }
}

/// Tries out what a tree claims. `search` decides what is only called proved.
struct Checker {
    search: Option<Minimax>,
    replies: usize,
    policies: usize,
}

impl Checker {
    /// The winner is to move.
    fn attack(&mut self, game: &mut Game, attack: &Attack) {
        let winner = game.to_move();
        for effect in &attack.effects {
            check_effect(game, attack.cell, effect);
        }
        game.play(attack.cell).unwrap();
        self.then(game, winner, &attack.then);
        game.undo();
    }

    /// The loser is to move.
    fn then(&mut self, game: &mut Game, winner: Side, then: &Then) {
        if let Then::Row { row } = then {
            assert_eq!(game.outcome(), Outcome::Win(winner));
            assert!(game.board().winning_lines().any(|line| line.cells().eq(row.iter().copied())), "{row:?}");
            return;
        }
        assert_eq!(game.outcome(), Outcome::Ongoing);
        for cell in game.board().legal_moves() {
            self.replies += 1;
            game.play(cell).unwrap();
            assert_ne!(game.outcome(), Outcome::Win(winner.other()), "the reply {cell} wins");
            match then {
                Then::Either { cells } => assert!(
                    cells.iter().any(|&finish| game.play(finish).map(|_| won(game, winner)).unwrap_or(false)),
                    "no cell of {cells:?} wins after {cell}"
                ),
                Then::Replies { replies } => {
                    let named = replies.iter().find(|reply| reply.cells.contains(&cell));
                    let reply = named.or_else(|| replies.iter().find(|reply| reply.is_rest()));
                    let reply = reply.unwrap_or_else(|| panic!("{cell} has no answer in {replies:?}"));
                    self.attack(game, &reply.next);
                }
                Then::FollowUp { finish, zugzwang } => {
                    self.policies += 1;
                    self.follow(game, winner, cell, (finish, *zugzwang), &mut HashMap::new());
                }
                Then::Proved { plies, .. } => {
                    if let Some(search) = &mut self.search {
                        let (value, needs) = search.value(game);
                        assert!(value == 1 && plies.is_none_or(|plies| needs < plies), "{value} {needs} {plies:?}");
                    }
                }
                Then::Row { .. } => unreachable!(),
            }
            game.undo();
        }
        if let Then::Replies { replies } = then {
            for cell in replies.iter().flat_map(|reply| &reply.cells) {
                game.board().check(*cell).expect("named replies can be played");
            }
            for reply in replies.iter().filter(|reply| reply.cells.len() == 1) {
                reply.effects.iter().for_each(|effect| check_effect(game, reply.cells[0], effect));
            }
        }
    }

    /// Plays above the last stone, completes where it can, blocks where it must: with every choice of the loser.
    fn follow(
        &mut self,
        game: &mut Game,
        winner: Side,
        last: Cell,
        (finish, zugzwang): (&[Cell], bool),
        seen: &mut HashMap<String, ()>,
    ) {
        let completes = |game: &Game, side: Side, cell: &Cell| game.board().completes(*cell, side);
        let legal = game.board().legal_moves();
        let above = Cell::new(last.row() + 1, last.col());
        let wins: Vec<Cell> = legal.iter().copied().filter(|cell| completes(game, winner, cell)).collect();
        if !wins.is_empty() {
            assert!(wins.iter().any(|cell| finish.contains(cell)), "{wins:?} {finish:?}");
            assert!(!zugzwang || wins.contains(&above), "zugzwang is above the last stone");
            return;
        }
        let must: Vec<Cell> = legal.iter().copied().filter(|cell| completes(game, winner.other(), cell)).collect();
        assert!(must.len() < 2, "one of two threats is missed");
        let answer = must.first().copied().unwrap_or(above);
        game.play(answer).expect("there is always an answer");
        let key = format!("{:?}", game.rules().all_cells().map(|c| game.board().get(c)).collect::<Vec<_>>());
        if seen.insert(key, ()).is_none() {
            assert_eq!(game.outcome(), Outcome::Ongoing, "it ends with a row");
            for cell in game.board().legal_moves() {
                assert!(!completes(game, winner.other(), &cell), "the loser completes a row");
                game.play(cell).unwrap();
                self.follow(game, winner, cell, (finish, zugzwang), seen);
                game.undo();
            }
        }
        game.undo();
    }
}

/// Whether the last move won for this side; takes it back.
fn won(game: &mut Game, side: Side) -> bool {
    let won = game.outcome() == Outcome::Win(side);
    game.undo();
    won
}

/// Tries out what is said of a move.
fn check_effect(game: &Game, cell: Cell, effect: &MoveEffect) {
    let (me, other) = (game.to_move(), game.to_move().other());
    let before = game.board();
    let mut next = game.board().clone();
    next.play(cell).unwrap();
    let completes = |at: &Cell| next.get(*at).is_none() && next.completes(*at, me);
    match effect {
        MoveEffect::Completes { row } => {
            assert!(next.winning_lines().any(|line| line.cells().eq(row.iter().copied())));
        }
        MoveEffect::Blocks { stones } => {
            assert!(before.completes(cell, other));
            assert!(stones.iter().all(|&stone| before.get(stone) == Some(other)));
        }
        MoveEffect::OpenOne { cells } | MoveEffect::Fork { cells } => {
            let drawn = filetto_rules::draw::text(game, filetto_rules::draw::Ink::Plain);
            assert!(cells.len() > 1 && cells.iter().all(completes), "{effect:?} by {cell}\n{drawn}");
        }
        MoveEffect::One { cell } => assert!(completes(cell), "{effect:?}"),
        MoveEffect::Waits { cell } => {
            assert!(completes(cell), "{effect:?}");
            assert_ne!(next.landing(cell.col()), Some(*cell));
        }
        MoveEffect::OpenTwo { cells } => {
            for &at in cells {
                let mut then = next.clone();
                then.pass();
                then.play_fast(at);
                let wins = then.legal_moves().into_iter().filter(|&cell| then.completes(cell, me)).count();
                let drawn = filetto_rules::draw::text(game, filetto_rules::draw::Ink::Plain);
                assert!(wins > 1, "{effect:?} at {at} by {cell}\n{drawn}");
            }
        }
        MoveEffect::Hinders { cells } => assert!(!cells.is_empty()),
        MoveEffect::Gives { cell } => assert!(next.completes(*cell, other) && next.landing(cell.col()) == Some(*cell)),
        MoveEffect::Builds { stones } => assert!(*stones > 1),
    }
}

/// Tries out a threat.
fn check_threat(game: &Game, Threat { side, kind }: &Threat) {
    let board = game.board();
    let wins = |board: &filetto_rules::Grid<u128>, at: &Cell| board.get(*at).is_none() && board.completes(*at, *side);
    let after = |cell: Cell| {
        let mut next = board.clone();
        if next.to_move() != *side {
            next.pass();
        }
        next.play_fast(cell);
        next
    };
    let reach = |board: &filetto_rules::Grid<u128>| {
        board.legal_moves().into_iter().filter(|at| wins(board, at)).collect::<Vec<Cell>>()
    };
    match kind {
        ThreatKind::Win { cell, .. } => assert!(wins(board, cell) && board.check(*cell).is_ok()),
        ThreatKind::OpenOne { cells } => assert!(cells.len() == 2 && cells.iter().all(|cell| wins(board, cell))),
        ThreatKind::OpenTwo { cells, .. } => assert!(cells.iter().all(|&cell| reach(&after(cell)).len() > 1)),
        ThreatKind::Fork { cell, wins: cells } => {
            let found = reach(&after(*cell));
            assert!(cells.len() > 1 && cells.iter().all(|cell| found.contains(cell)), "{cells:?} {found:?}");
        }
        ThreatKind::One { cells } => assert!(cells.iter().all(|&cell| !reach(&after(cell)).is_empty())),
        ThreatKind::Waiting { cell, odd, poisoned, .. } => {
            assert!(wins(board, cell) && board.check(*cell).is_err());
            assert_eq!(*odd, (cell.row() + 1) % 2 == 1);
            assert_eq!(*poisoned, board.landing(cell.col()) == Some(Cell::new(cell.row() - 1, cell.col())));
        }
    }
}

/// Checks that a hold is what it says.
fn check_hold(game: &Game, attacker: Side, how: &Hold) {
    let mut board = game.board().clone();
    let open = |board: &filetto_rules::Grid<u128>| {
        let holder = attacker.other();
        let too_long = |line: &filetto_rules::Line| {
            let exactly = game.rules().win_rule() == filetto_rules::WinRule::Exactly;
            exactly && line.beyond().into_iter().flatten().any(|cell| board.get(cell) == Some(attacker))
        };
        let free = |line: &filetto_rules::Line| line.cells().all(|cell| board.get(cell) != Some(holder));
        let rows = game.rules().windows().filter(|line| free(line) && !too_long(line));
        rows.map(|line| line.cells().filter(|&cell| board.get(cell).is_none()).collect()).collect::<Vec<Vec<Cell>>>()
    };
    let empty = game.rules().cells() - board.stones();
    let left = if game.to_move() == attacker { empty.div_ceil(2) } else { empty / 2 };
    match how {
        Hold::NoRows => assert!(open(&board).is_empty()),
        Hold::TooFew { moves, lacking } => {
            assert!(*moves == left && open(&board).iter().all(|row| row.len() >= *lacking) && lacking > moves);
        }
        Hold::Pairing { first, pairs } => {
            first.iter().for_each(|&cell| {
                board.play(cell).unwrap();
            });
            assert!(first.is_none() || game.to_move() == attacker.other());
            let mut cells = pairs.concat();
            cells.sort();
            cells.dedup();
            assert_eq!(cells.len(), 2 * pairs.len(), "pairs are disjoint");
            for row in open(&board).iter().filter(|row| row.len() <= left) {
                assert!(pairs.iter().any(|pair| pair.iter().all(|cell| row.contains(cell))), "{row:?}");
            }
        }
        Hold::Weight { first, weight, below, .. } => {
            first.iter().for_each(|&cell| {
                board.play(cell).unwrap();
            });
            let rows = open(&board);
            let sum: f64 = rows.iter().filter(|row| row.len() <= left).map(|row| 0.5f64.powi(row.len() as i32)).sum();
            assert!((sum - weight).abs() < 1e-9 && sum < *below);
            assert_eq!(*below, if board.to_move() == attacker { 0.5 } else { 1.0 });
        }
        Hold::FollowUp => assert_eq!(game.to_move(), attacker),
        Hold::Stealing => assert_eq!((board.stones(), attacker), (0, Side::Second)),
        Hold::Searched => {}
    }
}

const EFFORT: Effort = Effort { proof: 3000, search: 300, plies: 15, shown: 40 };

#[test]
fn every_reply_that_is_said_to_fail_fails() {
    let boards = [
        "3x3x3", "3x4x3", "4x4x3", "3x5x3", "4x4x4", "5x5x4", "6x6x4", "7x7x5", "9x9x5", "8x8x6", "4x4x3g", "4x5x4g",
        "5x5x4g", "6x7x4g", "6x6x5g", "2x6x3e", "4x4x3e", "5x5x4e", "6x6x4e", "7x7x5e", "9x9x5e", "4x5x3ge", "6x7x4ge",
    ];
    let (mut wins, mut losses, mut replies, mut policies) = (0, 0, 0, 0);
    for text in boards {
        let rules: Rules = text.parse().unwrap();
        let mut rng = Rng::new(3);
        for _ in 0..40 {
            let mut game = position(rules, &mut rng);
            let told = explain(&game, &EFFORT, None);
            let mut checker = Checker { search: None, replies: 0, policies: 0 };
            let side = game.to_move();
            match &told.why {
                Why::Win { attack } => {
                    wins += 1;
                    assert_eq!(told.verdict, Verdict::Win { side, plies: attack.plies() });
                    checker.attack(&mut game, attack);
                }
                Why::Loss { then } => {
                    losses += 1;
                    assert_eq!(told.verdict, Verdict::Win { side: side.other(), plies: then.plies() });
                    checker.then(&mut game, side.other(), then);
                }
                Why::Draw { held, .. } => held.iter().for_each(|held| check_hold(&game, held.attacker, &held.how)),
                _ => {}
            }
            told.threats.iter().for_each(|threat| check_threat(&game, threat));
            replies += checker.replies;
            policies += checker.policies;
        }
    }
    assert!(wins > 150 && losses > 40 && replies > 20_000 && policies > 3, "{wins} {losses} {replies} {policies}");
}

#[test]
fn verdicts_are_those_of_exhaustive_search() {
    let mut known = 0;
    let boards =
        [("3x3x3", 120), ("3x4x3", 60), ("4x4x3", 16), ("4x4x4", 10), ("4x4x3g", 24), ("4x4x4g", 24), ("3x5x4g", 24)];
    let exact = [("2x5x3e", 60), ("2x6x3e", 60), ("3x4x3e", 60), ("4x4x3e", 16), ("4x4x3ge", 24), ("3x5x4ge", 24)];
    for (text, count) in boards.into_iter().chain(exact) {
        let rules: Rules = text.parse().unwrap();
        let mut rng = Rng::new(17);
        let mut search = Minimax::default();
        for _ in 0..count {
            let mut game = position(rules, &mut rng);
            if rules.cells() - game.board().stones() > 11 {
                continue;
            }
            let told = explain(&game, &EFFORT, None);
            let (value, plies) = search.value(&mut game);
            match told.verdict {
                Verdict::Win { side, plies: at_most } => {
                    known += 1;
                    assert_eq!(value, if side == game.to_move() { 1 } else { -1 }, "{text} {:?}", told.moves);
                    assert!(at_most.is_none_or(|most| plies <= most), "{text} {:?}", told.moves);
                }
                Verdict::Draw => {
                    known += 1;
                    assert_eq!(value, 0, "{text} {:?}", told.moves);
                }
                _ => {}
            }
        }
    }
    assert!(known > 100, "most are decided without a solver: {known}");
}

#[test]
fn with_a_solver_everything_is_decided_and_still_true() {
    for (text, count) in
        [("3x3x3", 100), ("4x4x3g", 40), ("4x4x4g", 40), ("4x5x4g", 12), ("2x6x3e", 60), ("4x4x3ge", 40)]
    {
        let rules: Rules = text.parse().unwrap();
        let mut rng = Rng::new(23);
        let mut search = Minimax::default();
        for _ in 0..count {
            let mut game = position(rules, &mut rng);
            if rules.cells() - game.board().stones() > 12 {
                continue;
            }
            // Too little to prove anything by itself.
            let told = explain(&game, &Effort { proof: 10, ..EFFORT }, Some(&mut search));
            assert!(!matches!(told.verdict, Verdict::Open { .. }), "{text} {:?}", told.moves);
            let (value, _) = search.value(&mut game);
            let side = game.to_move();
            let mut checker = Checker { search: Some(std::mem::take(&mut search)), replies: 0, policies: 0 };
            match &told.why {
                Why::Win { attack } => checker.attack(&mut game, attack),
                Why::Loss { then } => checker.then(&mut game, side.other(), then),
                Why::Draw { held, line } => {
                    held.iter().for_each(|held| check_hold(&game, held.attacker, &held.how));
                    assert_eq!(value, 0);
                    game.play(line[0].cell).unwrap();
                    assert_eq!(checker.search.as_mut().unwrap().value(&mut game).0, 0, "the move keeps the draw");
                    game.undo();
                }
                _ => panic!("decided"),
            }
            search = checker.search.unwrap();
        }
    }
}

#[test]
fn an_explanation_is_the_same_twice() {
    for (board, moves) in [("15x15x5", "h8 i9 g9 g7"), ("7x7x4", "d4 c3"), ("6x7x4g", "44")] {
        let game = after(board, moves);
        let effort = Effort { search: 20_000, ..EFFORT };
        assert_eq!(explain(&game, &effort, None), explain(&game, &effort, None));
    }
}

#[test]
fn threats_are_named_by_their_kind() {
    let kinds = |game: &Game| threats(game).into_iter().map(|threat| threat.kind).collect::<Vec<_>>();
    let found = kinds(&after("15x15x5", "h8 a1 h9 b15 h10 o1 h11"));
    assert!(matches!(&found[..], [ThreatKind::OpenOne { cells }, ..] if cells.len() == 2), "{found:?}");
    let found = kinds(&after("15x15x5", "h8 a1 h9 b15 h10"));
    assert!(matches!(&found[..], [ThreatKind::OpenTwo { cells, .. }, ..] if cells.len() == 2), "{found:?}");
    let found = kinds(&after("6x7x4g", "d1 d2 e1 f1 e2 d3 c1 b1 d4 c2 a1"));
    assert!(found.iter().any(|kind| matches!(kind, ThreatKind::Waiting { poisoned: true, .. })), "{found:?}");
}
