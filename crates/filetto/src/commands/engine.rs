//! `filetto engine`: the Gomocup protocol over standard input and output.
//!
//! Three threads: one reads lines, one thinks, and this one talks to the session and prints. So the session hears YXSTOP and END
//! while a player thinks, and the end of input ends the program at once.

use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use filetto_engine::analysis::{Analyst, Answer, Effort};
use filetto_engine::protocol::{Action, Session, Task};
use filetto_engine::{Choice, Info, Player, Settings};
use filetto_rules::Game;
use filetto_search::{Budget, Clock, TimeControl};
use filetto_solve::Answers;

use crate::players::{OWN_FILES, Who};
use crate::terminal::{bad_input, print};

/// A longer line is cut; no command is longer.
const LONGEST_LINE: u64 = 64 << 10;

/// What can happen.
enum Event {
    Line(String),
    EndOfInput,
    Told(Info),
    Answered(Box<Answer>, Duration),
    /// The choice, or why there is none.
    Done(Result<Choice, Option<String>>),
}

/// What the thinking thread is told.
enum Order {
    Think(Box<Task>, Arc<AtomicBool>),
    Forget,
}

pub(crate) fn run(player: &str) -> Result<()> {
    let who = Who::read(player, Settings::default(), OWN_FILES).map_err(bad_input)?;
    let session = if who.is_champion() { Session::new() } else { Session::new().own_unit() };
    let (events, happened) = channel();
    let (orders, ordered) = channel();
    let lines = events.clone();
    thread::spawn(move || read(&lines));
    thread::spawn(move || think(&who, &ordered, &events));
    talk(session, &happened, &orders)
}

/// Reads standard input until it ends. Bytes that are no text become question marks: the session answers UNKNOWN.
fn read(events: &Sender<Event>) {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {
                // Some managers end lines with a bare CR.
                for part in String::from_utf8_lossy(&line).split(['\r', '\n']).filter(|part| !part.trim().is_empty()) {
                    if events.send(Event::Line(part.to_owned())).is_err() {
                        return;
                    }
                }
            }
        }
    }
    let _ = events.send(Event::EndOfInput);
}

/// Thinks about one task after the other. The player is made for the memory and threads it may use, and anew when they
/// change.
fn think(who: &Who, orders: &Receiver<Order>, events: &Sender<Event>) {
    let settings = who.settings();
    let make = |(memory, threads)| who.with(Settings { memory, threads, ..settings }).make();
    // Made before the first move is asked for: a table takes a while to be filled with zeros.
    let mut given = (settings.memory, settings.threads);
    let mut player: Box<dyn Player> = make(given);
    for order in orders {
        match order {
            Order::Forget => player.new_game(),
            Order::Think(task, stop) => {
                let Task { game, budget, memory, threads, lines, analyse } = *task;
                if given != (memory, threads) {
                    given = (memory, threads);
                    player = make(given);
                }
                if let Some(why) = who.refuses(game.rules()) {
                    let _ = events.send(Event::Done(Err(Some(why))));
                    continue;
                }
                if analyse {
                    let other = !who.is_champion() || settings.level.is_some();
                    let other = other.then(|| make((settings.memory, 1)));
                    let choice = answer(&game, budget, lines, (other, stop), events);
                    let _ = events.send(Event::Done(choice.ok_or(None)));
                    continue;
                }
                player.set_lines(lines);
                let budget = Budget { stop: Some(stop), ..budget };
                let mut tell = |info: &Info| {
                    let _ = events.send(Event::Told(info.clone()));
                };
                let choice = player.choose(&game, &budget, &mut tell).ok_or(None);
                let _ = events.send(Event::Done(choice));
            }
        }
    }
}

/// Answers what a position is, as every other surface does: the standard answer first, whatever the time, then better ones while there
/// is time. A limit of nodes or depth is the effort of one answer.
fn answer(
    game: &Game,
    budget: Budget,
    lines: usize,
    (other, stop): (Option<Box<dyn Player>>, Arc<AtomicBool>),
    events: &Sender<Event>,
) -> Option<Choice> {
    let since = budget.since.unwrap_or_else(Clock::start);
    let effort = budget.nodes.map_or(Effort::STANDARD, |nodes| Effort::STANDARD.nodes(nodes));
    let once = budget.nodes.is_some() || budget.depth.is_some() || budget.time == TimeControl::NONE;
    let mut answers = Answers::new(game.rules(), effort.solver()).stop(Arc::clone(&stop));
    let budget = Budget { nodes: None, stop: Some(stop), ..budget };
    let mut analyst = Analyst::new(effort).exact(&mut answers).budget(budget).wanting(lines, false);
    if let Some(player) = other {
        analyst = analyst.player(player);
    }
    let tell = |answer: &Answer| {
        let _ = events.send(Event::Answered(Box::new(answer.clone()), since.elapsed()));
    };
    let answer = if once { analyst.answer(game) } else { analyst.study(game, &mut |answer| tell(answer)) };
    if once {
        tell(&answer);
    }
    let line = answer.line().to_vec();
    answer.best().map(|best| Choice { line, ..Choice::of(best) })
}

fn talk(mut session: Session, happened: &Receiver<Event>, orders: &Sender<Order>) -> Result<()> {
    let mut stop = Arc::new(AtomicBool::new(false));
    for event in happened {
        let actions = match event {
            Event::Line(line) => session.input(&line),
            Event::EndOfInput => return Ok(()),
            Event::Told(info) => session.told(&info).into_iter().map(Action::Say).collect(),
            Event::Answered(answer, elapsed) => {
                session.answered(&answer, elapsed).into_iter().map(Action::Say).collect()
            }
            Event::Done(choice) => {
                let why = choice.as_ref().err().cloned().flatten();
                let explained = why.map(|why| Action::Say(format!("MESSAGE {why}")));
                explained.into_iter().chain(session.done(choice.ok().as_ref())).collect()
            }
        };
        for action in actions {
            match action {
                Action::Say(line) => print(format!("{line}\n"))?,
                Action::Think(task) => {
                    stop = Arc::new(AtomicBool::new(false));
                    let _ = orders.send(Order::Think(task, Arc::clone(&stop)));
                }
                Action::Stop => stop.store(true, Ordering::Relaxed),
                Action::Forget => {
                    let _ = orders.send(Order::Forget);
                }
                Action::Quit => return Ok(()),
            }
        }
    }
    Ok(())
}
