//! One game under the referee's eyes.

use std::time::Duration;

use filetto_rules::{Cell, Game, Outcome, Rules, Side};

use crate::control::{Control, GameTime};
use crate::fault::{Fault, FaultKind};
use crate::ruling::DrawRule;
use crate::seat::{NoMove, Seat, Turn, Vitals};
use crate::stall_detector::Stopwatch;

/// A game that has come to its end, by play or by a fault.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The record, the opening's moves among the others but without times.
    pub game: Game,
    /// Who lost it by doing what.
    pub fault: Option<(Side, Fault)>,
    /// What the hosts of Java classes told of them, by side, where they were asked to; no part of a ledger.
    pub vitals: [Option<Vitals>; 2],
    /// Positions a second, by side, of players that count them: what the machine was worth when it was played.
    pub rates: [Option<u64>; 2],
}

/// Why a game counts for nothing.
#[derive(Debug)]
pub(crate) enum NoGame {
    /// The event was called off.
    CalledOff,
    /// The player of this side did not start.
    Start(Side, Fault),
}

/// What a game is played under.
pub(crate) struct GameSetup<'a> {
    pub(crate) rules: Rules,
    pub(crate) opening: &'a [Cell],
    /// By side.
    pub(crate) names: [&'a str; 2],
    /// By side.
    pub(crate) controls: [&'a Control; 2],
    /// What a move may be late: the way through two pipes and a busy machine is not the player's.
    pub(crate) margin: Duration,
    /// The core that the players have to themselves.
    pub(crate) core: Option<usize>,
    /// When it is called drawn.
    pub(crate) draw: DrawRule,
    /// Whether a player that does not start has lost. Else there was no game.
    pub(crate) starts_count: bool,
    /// Hears of every move that was asked for.
    pub(crate) moved: &'a dyn Fn(Cell),
}

/// Plays a game between two seats, given by side.
pub(crate) fn play(table: &GameSetup, mut seats: [&mut dyn Seat; 2]) -> Result<Played, NoGame> {
    let mut game = Game::new(table.rules);
    for side in Side::BOTH {
        game.set_name(side, table.names[side.index()]);
    }
    for cell in table.opening {
        // Openings were checked when they were read or made; a wrong one is left where it stands.
        let _ = game.play(*cell);
    }
    let stopped = go_on(table, &mut game, &mut seats);
    let guilty = stopped.as_ref().err().map(|(side, _)| *side);
    let last_words = guilty.map(|side| seats[side.index()].output()).unwrap_or_default();
    let vitals = Side::BOTH.map(|side| seats[side.index()].vitals());
    let rates = Side::BOTH.map(|side| seats[side.index()].rate());
    for side in Side::BOTH {
        seats[side.index()].leave(guilty == Some(side));
    }
    match stopped {
        Ok(()) => Ok(Played { game, fault: None, vitals, rates }),
        Err((_, NoMove::CalledOff)) => Err(NoGame::CalledOff),
        Err((side, NoMove::Fault(fault))) if fault.kind == FaultKind::Start && !table.starts_count => {
            Err(NoGame::Start(side, fault.after(last_words)))
        }
        Err((side, NoMove::Fault(fault))) => {
            game.end(Outcome::Win(side.other()), fault.kind.reason());
            Ok(Played { game, fault: Some((side, fault.after(last_words))), vitals, rates })
        }
    }
}

/// Asks for moves until the game is over on the board or somebody is to blame.
fn go_on(table: &GameSetup, game: &mut Game, seats: &mut [&mut dyn Seat; 2]) -> Result<(), (Side, NoMove)> {
    // The player to move first: if neither starts, each loses the game of the pair that it begins.
    for side in Side::BOTH {
        seats[side.index()].begin(game, side).map_err(|error| (side, error.at_start()))?;
    }
    let mut purses = table.controls.map(|control| Purse::new(control, table.margin));
    table.draw.apply(game);
    while !game.outcome().is_over() {
        let side = game.to_move();
        let purse = &mut purses[side.index()];
        let turn = purse.turn(table.core);
        let cell = seats[side.index()].choose(game, &turn).map_err(|error| (side, error))?;
        let used = turn.watch.elapsed();
        // An answer that was there when the referee looked, but too late.
        if used > turn.patience {
            let what = format!("a move after {} ms instead of {}", used.as_millis(), turn.limit.as_millis());
            return Err((side, NoMove::Fault(Fault::new(FaultKind::Time, what))));
        }
        purse.spend(used);
        game.play_timed(cell, Some(used))
            .map_err(|error| (side, NoMove::Fault(Fault::new(FaultKind::Illegal, error.to_string()))))?;
        (table.moved)(cell);
        table.draw.apply(game);
    }
    Ok(())
}

/// A player's time.
pub(crate) struct Purse<'a> {
    control: &'a Control,
    /// What is left for the game, if the game has a limit.
    left: Option<Duration>,
    /// What moves may be late: each of them where each has its limit, all together where the game has one. Else a player
    /// without any time left could use up the margin at every move.
    margin: Duration,
}

impl<'a> Purse<'a> {
    pub(crate) fn new(control: &'a Control, margin: Duration) -> Purse<'a> {
        Purse { control, left: control.game.map(|game| game.total), margin }
    }

    /// The next turn, which begins now.
    pub(crate) fn turn(&self, core: Option<usize>) -> Turn {
        let limit = self.control.allowed(self.left);
        let patience = limit.saturating_add(self.margin);
        Turn { limit, patience, left: self.left, watch: Stopwatch::start(core) }
    }

    fn spend(&mut self, used: Duration) {
        if let (Some(left), Some(GameTime { increment, .. })) = (&mut self.left, self.control.game) {
            self.margin = self.margin.saturating_sub(used.saturating_sub(*left));
            *left = left.saturating_sub(used).saturating_add(increment);
        }
    }
}
