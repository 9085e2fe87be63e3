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
fn a_learnt_order_saves_nodes() {
    let mut rng = Rng::new(62);
    let (mut plain, mut learnt) = (0, 0);
    for _ in 0..60 {
        let mut board = Rows::random(&mut rng, 9);
        let limits = Limits::none().depth(6);
        plain += AlphaBeta::new().run(&mut board, &mut Blind, &limits).stats.nodes;
        let order = (Killers::new(), (CounterMoves::new(), History::new()));
        learnt += AlphaBeta::new().order(order).run(&mut board, &mut Blind, &limits).stats.nodes;
    }
    assert!(learnt < plain, "{learnt} < {plain}");
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
