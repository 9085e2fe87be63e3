//! Two heuristics compared by games: the same search with each, the same random openings with both colours.

use filetto_search::{
    AlphaBeta, Deepening, Evaluator, Game, History, Killers, Limits, Memory, MoveList, Outcome, Replacement, Rng, Table,
};

use crate::tally::Tally;

/// What `first` scores against `second`: 1 for a win, a half for a draw. Each pair of games starts from the same
/// `opening` random plies; each move may visit `nodes` nodes; a game of more than `longest` plies is a draw.
pub(crate) fn compare<G: Game + Clone, A: Evaluator<G>, B: Evaluator<G>>(
    start: &G,
    (first, second): (&mut A, &mut B),
    pairs: u64,
    (opening, longest): (usize, usize),
    nodes: u64,
) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..pairs {
        let Some(begun) = begin(start, opening, seed) else { continue };
        // The two games of a pair are not independent: their mean is one result.
        let mut sum = 0.0;
        for colour in 0..2 {
            let tables = [Table::new(4 << 20, Replacement::TwoTier), Table::new(4 << 20, Replacement::TwoTier)];
            let mut game = begun.clone();
            let mut ply = 0;
            let result = loop {
                let firsts_turn = (ply + colour) % 2 == 0;
                if let Some(outcome) = game.outcome().or((ply >= longest).then_some(Outcome::Draw)) {
                    break match outcome {
                        Outcome::Draw => 0.5,
                        Outcome::Win => f64::from(firsts_turn),
                        Outcome::Loss => f64::from(!firsts_turn),
                    };
                }
                let limits = Limits::none().nodes(nodes);
                let best = if firsts_turn {
                    best(&mut game, first, &tables[0], &limits)
                } else {
                    best(&mut game, second, &tables[1], &limits)
                };
                let Some(best) = best else { break 0.5 };
                game.play(best);
                ply += 1;
            };
            sum += result;
        }
        tally.add(sum / 2.0);
    }
    tally
}

fn best<G: Game, E: Evaluator<G>>(game: &mut G, evaluator: &mut E, table: &Table, limits: &Limits) -> Option<G::Move> {
    table.age();
    let search = AlphaBeta::new().memory(Memory::of(table)).order((Killers::new(), History::new()));
    Deepening::new(search).run(game, evaluator, limits, |_| {}).best
}

fn begin<G: Game + Clone>(start: &G, plies: usize, seed: u64) -> Option<G> {
    let (mut rng, mut list, mut game) = (Rng::new(seed), MoveList::new(), start.clone());
    for _ in 0..plies {
        let mv = game.random_move(&mut rng, &mut list)?;
        game.play(mv);
        if game.outcome().is_some() {
            return None;
        }
    }
    Some(game)
}
