//! Small events for the page: the arena's referee, our own players only, games watched as they are played.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use filetto_arena::{
    Builtin, Control, DrawRule, Ended, Event, Kind, Ledger, News, PlayerSpec, Report, Scheme, boards, summary, text,
};
use filetto_rules::{Game, Outcome, Rules, Side};
use filetto_service::messages::{Entrant, names};
use filetto_service::{Code, Refusal, Reply};

use super::limits;
use crate::commands::arena::{make, make_from};
use crate::players::Files;

/// A position is shown at most so often.
const PULSE: Duration = Duration::from_millis(80);
/// What a move may be late: the machine is shared with other sessions.
const MARGIN: Duration = Duration::from_secs(5);
/// A game is called drawn after so many moves.
const LONGEST: usize = 200;

/// How many events may be held at once: half of the cores, so that moves and analyses of others still come.
#[derive(Clone)]
pub(super) struct EventSlots {
    free: Arc<AtomicUsize>,
}

/// A slot that is taken; free again when it is dropped.
pub(super) struct EventSlot(EventSlots);

impl EventSlots {
    pub(super) fn new() -> EventSlots {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        EventSlots { free: Arc::new(AtomicUsize::new((cores / 2).max(1))) }
    }

    /// A slot, if one is free.
    pub(super) fn take(&self) -> Option<EventSlot> {
        let one_less = |free: usize| free.checked_sub(1);
        self.free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).ok()?;
        Some(EventSlot(self.clone()))
    }
}

impl Drop for EventSlot {
    fn drop(&mut self) {
        self.0.free.fetch_add(1, Ordering::Relaxed);
    }
}

/// The event that a page asks for, if it may.
pub(super) fn event(players: &[Entrant], on: &[String], pairs: u32, time_ms: u64) -> Result<Event, Refusal> {
    let too_much = |what: String| Refusal(Code::TooMuch, what);
    let time = Duration::from_millis(time_ms);
    if players.len() > limits::EVENT_PLAYERS || on.len() > limits::EVENT_BOARDS {
        let (players, boards) = (limits::EVENT_PLAYERS, limits::EVENT_BOARDS);
        return Err(too_much(format!("an event here has at most {players} players and {boards} boards")));
    }
    if time.is_zero() || time > limits::EVENT_MOVE {
        return Err(too_much(format!("a move of an event here takes 1 to {} ms", limits::EVENT_MOVE.as_millis())));
    }
    let list = boards(&on.join(",")).map_err(|error| Refusal(Code::BadGame, error.to_string()))?;
    if let Some(rules) = list.iter().find(|rules| rules.rows().max(rules.cols()) > limits::EVENT_SIDE) {
        let most = limits::EVENT_SIDE;
        return Err(too_much(format!("{rules} is too large for an event here: at most {most} cells on a side")));
    }
    let event = Event {
        players: players.iter().map(|entrant| spec(entrant, &list)).collect::<Result<_, _>>()?,
        boards: list,
        pairs,
        control: Control::per_move(time),
        margin: MARGIN,
        draw: DrawRule { dead: true, after: Some(LONGEST) },
        ..Event::default()
    };
    match event.games() {
        0 => Err(too_much("an event needs two players and a board".to_owned())),
        n if n > limits::EVENT_GAMES => {
            Err(too_much(format!("{n} games are too many here: at most {}", limits::EVENT_GAMES)))
        }
        _ => Ok(event),
    }
}

/// A player of ours: nothing that a page says ever starts a program.
fn spec(entrant: &Entrant, on: &[Rules]) -> Result<PlayerSpec, Refusal> {
    let options = entrant.level.map(|level| ("level".to_owned(), level.to_string()));
    let builtin = Builtin { name: entrant.name.clone(), options: options.into_iter().collect() };
    for rules in on {
        make_from(&builtin, *rules, 1, Files::Refuse).map_err(|error| Refusal(Code::BadPlayer, error))?;
    }
    let level = entrant.level.map_or(String::new(), |level| format!(" level {level}"));
    Ok(PlayerSpec {
        name: entrant.name.clone() + &level,
        kind: Kind::Builtin(builtin),
        control: Control::default(),
        memory: None,
        restart: true,
    })
}

/// Holds an event until its end, its time is up, or the flag is set.
pub(super) fn hold(id: u32, event: &Event, time: Duration, stop: &AtomicBool, tell: &mut dyn FnMut(Reply)) {
    let start = Instant::now();
    let mut ledger = Ledger::in_memory();
    let mut shown = Instant::now();
    let mut game: Option<Game> = None;
    let of = event.games();
    let run = event.run(&make, &mut ledger, stop, &mut |news| {
        match news {
            News::Started(_, names, rules, opening) => {
                let mut fresh = Game::new(rules);
                Side::BOTH.into_iter().zip(names).for_each(|(side, name)| fresh.set_name(side, name));
                // An opening is legal.
                for cell in opening {
                    let _ = fresh.play(*cell);
                }
                game = Some(fresh);
            }
            News::Moved(number, cell) => {
                let Some(game) = &mut game else { return };
                let _ = game.play(cell);
                if shown.elapsed() >= PULSE {
                    shown = Instant::now();
                    let (players, rules, moves) = record(game);
                    tell(Reply::Seen { id, number, of, players, rules, moves });
                }
            }
            News::Finished(number, played) => {
                let result = match played.game.outcome() {
                    Outcome::Win(Side::First) => "first",
                    Outcome::Win(Side::Second) => "second",
                    Outcome::Draw | Outcome::Ongoing => "draw",
                };
                let (players, rules, moves) = record(&played.game);
                tell(Reply::Played { id, number, of, players, rules, moves, result, ending: text::ending(played) });
            }
            News::Pair(standing) => {
                let standing = summary(event, standing, filetto_arena::End::CalledOff, Scheme::Elo);
                tell(Reply::Standing { id, standing });
            }
            // The page knows no programs.
            News::Failed(..) | News::Lost(..) => {}
        }
        if start.elapsed() >= time {
            stop.store(true, Ordering::Relaxed);
        }
    });
    tell(match run {
        Ok(Ended { standing, end }) => {
            let pairs = event.played(&ledger);
            let title = "An event in the app";
            let report = Report { event, standing: &standing, end, scheme: Scheme::Elo, pairs: &pairs, title };
            Reply::Event { id, standing: summary(event, &standing, end, Scheme::Elo), report: report.html() }
        }
        Err(error) => Reply::Error { id: Some(id), code: Code::BadPlayer, message: error.to_string() },
    });
}

/// Players, board and moves of a game.
fn record(game: &Game) -> ([String; 2], String, Vec<String>) {
    let players = Side::BOTH.map(|side| game.name(side).unwrap_or_default().to_owned());
    (players, game.rules().to_string(), names(&game.cells().collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entrant(name: &str, level: Option<u8>) -> Entrant {
        Entrant { name: name.to_owned(), level }
    }

    #[test]
    fn an_event_is_watched_from_its_first_game_to_its_report() {
        let players = [entrant("random", None), entrant("filetto", Some(2))];
        let event = event(&players, &["3x3x3".to_owned(), "4x5x4g".to_owned()], 1, 100).unwrap();
        let mut told = Vec::new();
        hold(7, &event, Duration::from_secs(60), &AtomicBool::new(false), &mut |reply| told.push(reply));
        let ended = |reply: &&Reply| matches!(reply, Reply::Played { id: 7, of: 4, ending, .. } if !ending.is_empty());
        assert_eq!(told.iter().filter(ended).count(), 4);
        assert_eq!(told.iter().filter(|reply| matches!(reply, Reply::Standing { .. })).count(), 2);
        let Some(Reply::Event { standing, report, .. }) = told.last() else { panic!("{told:?}") };
        assert_eq!((standing["end"].as_str(), standing["games"].as_u64()), (Some("complete"), Some(4)));
        assert!(report.contains("filetto level 2") && report.starts_with("<!DOCTYPE html>"));
    }

    #[test]
    fn what_is_too_much_or_no_player_of_ours_is_refused() {
        let two = [entrant("random", None), entrant("mcts", None)];
        let on = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let code = |players: &[Entrant], list: &[&str], pairs, ms| event(players, &on(list), pairs, ms).unwrap_err().0;
        assert_eq!(code(&two, &["3x3x3"], 101, 100), Code::TooMuch);
        assert_eq!(code(&two, &["3x3x3"], 1, 60_000), Code::TooMuch);
        assert_eq!(code(&two, &["50x50x10"], 1, 100), Code::TooMuch);
        assert_eq!(code(&two[..1], &["3x3x3"], 1, 100), Code::TooMuch);
        assert_eq!(code(&two, &["nonsense"], 1, 100), Code::BadGame);
        assert_eq!(code(&[entrant("cmd=/bin/sh", None), two[0].clone()], &["3x3x3"], 1, 100), Code::BadPlayer);
        assert_eq!(code(&[entrant("zero=model.net", None), two[0].clone()], &["3x3x3"], 1, 100), Code::BadPlayer);
        assert_eq!(code(&[entrant("mcts", Some(3)), two[0].clone()], &["3x3x3"], 1, 100), Code::BadPlayer);
        assert_eq!(code(&[entrant("luccioli", None), two[0].clone()], &["6x7x4g"], 1, 100), Code::BadPlayer);
    }

    #[test]
    fn a_hall_is_free_again_when_it_is_left() {
        let slots = EventSlots { free: Arc::new(AtomicUsize::new(1)) };
        let slot = slots.take();
        assert!(slot.is_some() && slots.take().is_none());
        drop(slot);
        assert!(slots.take().is_some());
    }
}
