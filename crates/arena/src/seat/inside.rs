//! A player that comes with the program, on a thread of its own: its panic is its own, and nobody waits for it for ever.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use filetto_engine::Player;
use filetto_rules::{Cell, Game, Side};
use filetto_search::{Budget, Clock};

use super::process::pin_this_thread;
use super::{GLANCE, NoMove, Seat, SeatContext, Turn};
use crate::control::Control;
use crate::fault::{Fault, FaultKind, quote};
use crate::spec::Builtin;

pub(crate) struct Inside<'a> {
    context: SeatContext<'a>,
    builtin: &'a Builtin,
    control: &'a Control,
    seed: u64,
    thread: Option<Thread>,
    /// Positions of this game, and the time they took.
    searched: (u64, Duration),
}

/// A move, and how many positions it took.
type Found = (Cell, u64);

/// The player's thread. It ends when nobody can ask it any more.
struct Thread {
    ask: Sender<(Game, Budget)>,
    answer: Receiver<Result<Option<Found>, String>>,
    stop: Arc<AtomicBool>,
}

impl<'a> Inside<'a> {
    pub(crate) fn new(context: SeatContext<'a>, builtin: &'a Builtin, control: &'a Control, seed: u64) -> Inside<'a> {
        Inside { context, builtin, control, seed, thread: None, searched: (0, Duration::ZERO) }
    }
}

impl Seat for Inside<'_> {
    fn begin(&mut self, game: &Game, _: Side) -> Result<(), NoMove> {
        let mut player = (self.context.factory.factory)(self.builtin, game.rules(), self.seed)
            .map_err(|error| Fault::new(FaultKind::Start, error))?;
        // Here and not in the thread: clearing a table takes longer than a short move, and no clock runs yet.
        player.new_game();
        self.thread = Some(spawn(player, self.context.core)?);
        self.searched = (0, Duration::ZERO);
        Ok(())
    }

    fn choose(&mut self, game: &Game, turn: &Turn) -> Result<Cell, NoMove> {
        let gone = || Fault::new(FaultKind::Crash, "the player's thread is gone");
        let thread = self.thread.as_ref().ok_or_else(gone)?;
        let budget = Budget {
            time: self.control.time(turn.left),
            nodes: self.control.nodes,
            depth: self.control.depth,
            stop: Some(Arc::clone(&thread.stop)),
            since: Some(turn.watch.wall()),
        };
        thread.ask.send((game.clone(), budget)).map_err(|_| gone())?;
        loop {
            let rest = turn.patience.saturating_sub(turn.watch.elapsed());
            match thread.answer.recv_timeout(rest.min(GLANCE)) {
                Ok(Ok(Some((cell, nodes)))) => {
                    self.searched.0 += nodes;
                    self.searched.1 += turn.watch.elapsed();
                    return Ok(cell);
                }
                Ok(Ok(None)) => return Err(Fault::new(FaultKind::Garbage, "the player gave no move").into()),
                Ok(Err(panic)) => {
                    return Err(Fault::new(FaultKind::Crash, format!("the player panicked: {}", quote(&panic))).into());
                }
                Err(RecvTimeoutError::Disconnected) => return Err(gone().into()),
                Err(RecvTimeoutError::Timeout) if self.context.called_off() => return Err(NoMove::CalledOff),
                Err(RecvTimeoutError::Timeout) if rest.is_zero() => {
                    let what = format!("no move within {} ms", turn.limit.as_millis());
                    return Err(Fault::new(FaultKind::Time, what).into());
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn rate(&self) -> Option<u64> {
        let (nodes, time) = self.searched;
        (nodes > 0 && !time.is_zero()).then(|| (nodes as f64 / time.as_secs_f64()) as u64)
    }

    /// A player that does not come back is left to itself: a thread cannot be ended from outside. It is asked to stop, and
    /// its core is given a moment to be free again.
    fn leave(&mut self, _: bool) {
        if let Some(thread) = self.thread.take() {
            thread.stop.store(true, Ordering::Relaxed);
            drop(thread.ask);
            let clock = Clock::start();
            while clock.elapsed() < Duration::from_millis(500)
                && !matches!(thread.answer.recv_timeout(GLANCE), Err(RecvTimeoutError::Disconnected))
            {}
        }
    }
}

fn spawn(mut player: Box<dyn Player>, core: Option<usize>) -> Result<Thread, Fault> {
    let (ask, asked) = channel::<(Game, Budget)>();
    let (answers, answer) = channel();
    let work = move || {
        pin_this_thread(core);
        for (game, budget) in asked {
            let chosen = catch_unwind(AssertUnwindSafe(|| player.choose(&game, &budget, &mut |_| {})));
            let panicked = chosen.is_err();
            let told = chosen
                .map(|choice| choice.map(|choice| (choice.cell, choice.stats.nodes)))
                .map_err(|panic| message(&*panic));
            if answers.send(told).is_err() || panicked {
                break;
            }
        }
    };
    // As much stack as a main thread has: deep searches recurse.
    std::thread::Builder::new()
        .name("player".to_owned())
        .stack_size(64 << 20)
        .spawn(work)
        .map(|_| Thread { ask, answer, stop: Arc::new(AtomicBool::new(false)) })
        .map_err(|error| Fault::new(FaultKind::Start, format!("no thread for the player: {error}")))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "without a message".to_owned())
}
