//! Lazy SMP: several threads search the same root and meet in the table.
//!
//! Each thread deepens on its own copy of the position, and nothing is shared but the table; what one has found the
//! others find there, and because they drift apart they are seldom in the same place (the way of most chess engines
//! since about 2013; Hyatt's shared tables before that). Helpers with an odd number start one ply deeper, so that the
//! threads do not walk in step. The first thread's result counts, and its end ends the others.
//!
//! An entry may come from a deeper iteration of another thread, so a score can be better informed than its depth says.
//! Left out: splitting the tree between threads, which gains more per thread and costs a scheduler.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::deepening::Deepening;
use crate::evaluator::Evaluator;
use crate::fixed_depth::FixedDepth;
use crate::game::Game;
use crate::limits::Limits;
use crate::report::{Progress, Report};

/// Deepens on `threads` threads at once. `search` makes each thread's own search; to be of use to each other they must
/// share a table. The nodes reported are those of all threads.
pub fn lazy_smp<G, E, S>(
    threads: usize,
    game: &mut G,
    evaluator: &mut E,
    limits: &Limits,
    search: impl Fn(usize) -> Deepening<S> + Sync,
    progress: impl FnMut(&Progress<'_, G::Move>),
) -> Report<G::Move>
where
    G: Game + Clone + Send,
    E: Evaluator<G> + Clone + Send,
    S: FixedDepth<G, E>,
{
    let done = Arc::new(AtomicBool::new(false));
    let helpers_limits = Limits { soft: None, nodes: None, depth: None, ..limits.clone() }.stop(Arc::clone(&done));
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads.max(1))
            .map(|number| {
                let (mut game, mut evaluator) = (game.clone(), evaluator.clone());
                let (search, limits) = (&search, &helpers_limits);
                scope.spawn(move || {
                    let mut search = search(number).starting_at(1 + number as u32 % 2);
                    search.run(&mut game, &mut evaluator, limits, |_| {}).stats.nodes
                })
            })
            .collect();
        let mut report = search(0).run(game, evaluator, limits, progress);
        done.store(true, Ordering::Relaxed);
        // A helper that panicked has a bug of its own; the first thread's result stands.
        report.stats.nodes += helpers.into_iter().filter_map(|helper| helper.join().ok()).sum::<u64>();
        report
    })
}
