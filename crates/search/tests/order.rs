//! The order of moves decides what alpha-beta gains; watching it shows what it skips.

mod common;

use common::Opinion;
use common::rows::Rows;
use filetto_search::*;

#[test]
fn the_best_order_visits_least_and_the_worst_most() {
    let mut rng = Rng::new(61);
    let (mut best, mut given, mut worst, mut all) = (0, 0, 0, 0);
    for _ in 0..60 {
        let mut board = Rows::random(&mut rng, 8);
        let limits = Limits::none().depth(4);
        let hindsight = Hindsight::learn(&mut board, &mut Opinion::default(), &Limits::none(), 4).expect("no limits");
        let mut nodes = |search: &mut dyn FnMut(&mut Rows, &mut Opinion) -> Report<u16>| {
            search(&mut board, &mut Opinion::default()).stats.nodes
        };
        best += nodes(&mut |game, opinion| AlphaBeta::new().order(&mut hindsight.clone()).run(game, opinion, &limits));
        given += nodes(&mut |game, opinion| AlphaBeta::new().run(game, opinion, &limits));
        worst +=
            nodes(&mut |game, opinion| AlphaBeta::new().order(Reversed(hindsight.clone())).run(game, opinion, &limits));
        all += nodes(&mut |game, opinion| Minimax.run(game, opinion, &limits));
    }
    assert!(best < given && given < worst && worst <= all, "{best} < {given} < {worst} <= {all}");
    assert!(worst > 2 * best);
}

#[test]
fn each_learnt_order_saves_nodes() {
    let mut rng = Rng::new(62);
    let mut nodes = [0; 4];
    for _ in 0..60 {
        let mut board = Rows::random(&mut rng, 9);
        let limits = Limits::none().depth(6);
        nodes[0] += AlphaBeta::new().run(&mut board, &mut Blind, &limits).stats.nodes;
        nodes[1] += AlphaBeta::new().order(History::new()).run(&mut board, &mut Blind, &limits).stats.nodes;
        nodes[2] += AlphaBeta::new().order(Killers::new()).run(&mut board, &mut Blind, &limits).stats.nodes;
        nodes[3] += AlphaBeta::new().order(CounterMoves::new()).run(&mut board, &mut Blind, &limits).stats.nodes;
    }
    assert!(nodes[1..].iter().all(|&learnt| learnt < nodes[0]), "none, history, killers, counter-moves: {nodes:?}");
}

#[test]
fn the_expected_line_comes_first_while_the_walk_is_on_it() {
    let (mut game, mut blind) = (Rows::tictactoe(), Blind);
    let mut walk = Walk::new(&mut game, &mut blind, &Limits::none());
    walk.expect(&[4, 8], None);
    let first = |walk: &mut Walk<'_, Rows, Blind>| {
        let span = walk.moves();
        let place = walk.place(1);
        let fixed = walk.arrange(span, &mut AsGiven, place, &TableProbe::default());
        let mv = walk.pick::<AsGiven>(span, 0, fixed);
        walk.release(span);
        mv
    };
    assert_eq!(first(&mut walk), 4);
    assert_eq!(walk.after(4, |walk| Ok(first(walk))), Ok(8), "on the line");
    assert_eq!(walk.after(3, |walk| Ok(first(walk))), Ok(0), "off the line");
    assert_eq!(first(&mut walk), 4, "and back at the root");
}

#[test]
fn a_symmetric_table_turns_the_best_move_with_the_board() {
    // The same position twice, the second mirrored: X at a corner and the centre, O at the next corner.
    let table = Table::new(1 << 12, Replacement::Always);
    let memory = Memory::symmetric(&table);
    let (mut one, mut two) = (Rows::tictactoe().play_all(&[0, 2, 4]), Rows::tictactoe().play_all(&[2, 0, 4]));
    AlphaBeta::new().memory(memory).run(&mut one, &mut Blind, &Limits::none());
    // O must block the diagonal: at 8, in the mirror at 6.
    assert_eq!(memory.continue_line(&mut one, &[], 1), [8]);
    assert_eq!(memory.continue_line(&mut two, &[], 1), [6]);
}

#[test]
fn a_line_is_continued_from_the_table_to_the_end() {
    let table = Table::new(1 << 16, Replacement::Always);
    let memory = Memory::of(&table);
    // X to move forks and wins in five plies.
    let mut game = Rows::tictactoe().play_all(&[0, 1]);
    let report = Deepening::new(AlphaBeta::new().memory(memory)).run(&mut game, &mut Blind, &Limits::none(), |_| {});
    let line = memory.continue_line(&mut game, &report.line, 9);
    assert!(line.starts_with(&report.line));
    assert_eq!(Some(line.len() as u32), report.score.plies());
    assert_eq!(game.clone().play_all(&line).outcome(), Some(Outcome::Loss));
    assert_eq!(memory.continue_line(&mut game, &report.line, 2).len(), 2);
}

#[test]
fn history_counters_stay_below_the_rank_of_killers() {
    let mut history = History::new();
    (0..100).for_each(|_| history.credit(3, 0, i32::MAX));
    let game = Rows::tictactoe();
    let place = Place { ply: 0, depth: 1, previous: None };
    let mut killers = Killers::new();
    Order::<Rows>::cutoff(&mut killers, &game, 5, place);
    let rank = |order: &mut dyn FnMut(u16) -> i32, mv| order(mv);
    let best_history = rank(&mut |mv| Order::<Rows>::rank(&mut history, &game, mv, place), 3);
    let killer = rank(&mut |mv| Order::<Rows>::rank(&mut killers, &game, mv, place), 5);
    assert!(0 < best_history && best_history < killer);
}

/// Rebuilds the tree that alpha-beta saw.
#[derive(Default)]
struct Drawing {
    open: Vec<(Option<u16>, Score, Score, u32)>,
    entered: u64,
    cut: u64,
    root: Option<Score>,
}

impl Observer<u16> for Drawing {
    fn enter(&mut self, mv: Option<u16>, alpha: Score, beta: Score, depth: u32) {
        assert!(alpha < beta);
        assert_eq!(mv.is_none(), self.open.is_empty());
        if let Some(&(_, upper_alpha, upper_beta, upper_depth)) = self.open.last() {
            assert!(alpha >= -upper_beta && beta <= -upper_alpha, "a window only narrows");
            assert_eq!(depth + 1, upper_depth);
        }
        self.open.push((mv, alpha, beta, depth));
        self.entered += 1;
    }
    fn cut(&mut self, _: u16) {
        self.cut += 1;
    }
    fn leave(&mut self, score: Score) {
        self.open.pop();
        self.root = Some(score);
    }
}

#[test]
fn an_observer_sees_every_node_and_every_cut() {
    let mut drawing = Drawing::default();
    let mut board = Rows::tictactoe();
    let limits = Limits::none().depth(4);
    let report = AlphaBeta::new().observe(&mut drawing).run(&mut board, &mut Opinion::default(), &limits);
    let unwatched = AlphaBeta::new().run(&mut board, &mut Opinion::default(), &limits);
    assert_eq!(report.stats.nodes, unwatched.stats.nodes);
    assert_eq!((drawing.entered, drawing.root), (report.stats.nodes, Some(report.score)));
    assert!(drawing.open.is_empty() && drawing.cut > report.stats.cutoffs / 2);
}

#[test]
fn plain_minimax_visits_the_known_number_of_positions() {
    // 549,946 is the size of the whole game tree of noughts and crosses, its root included.
    let report = Negamax.run(&mut Rows::tictactoe(), &mut Blind, &Limits::none());
    assert_eq!((report.stats.nodes, report.score, report.solved), (549_946, Score::DRAW, true));
}
