//! One client: messages in, replies out, until either side has had enough.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use filetto_engine::Boards;
use filetto_engine::champion::Level;
use filetto_engine::heuristics::Heuristic;
use filetto_rules::{Game, MAX_SIDE, excerpt};
use filetto_search::Budget;
use serde_json::Value;
use tokio::sync::{Notify, mpsc};
use tokio::time::timeout;

use super::analysing::Wish;
use super::messages::{Code, Heading, PlayerCard, Reply, Request};
use super::queue::{Job, Session, Turn};
use super::{App, analysing, atlas, events, learning, limits, puzzles, reviewing, solving, texts, work};
use crate::cli::DEFAULT_PLAYER;
use crate::players::{Card, cards};

/// Why a request is not granted.
#[derive(Debug)]
pub(super) struct Refusal(pub(super) Code, pub(super) String);

/// Where replies go. A client that does not read them is left behind: no thread ever waits for it.
#[derive(Clone)]
pub(super) struct Outbox {
    replies: mpsc::Sender<Reply>,
    full: Arc<Notify>,
}

impl Outbox {
    pub(super) fn tell(&self, reply: Reply) {
        let progress = matches!(reply, Reply::Info { .. } | Reply::Progress { .. } | Reply::Seen { .. });
        if self.replies.try_send(reply).is_err() && !progress {
            self.full.notify_one();
        }
    }
}

/// A client's session from its first message to its last.
pub(super) async fn run(mut socket: WebSocket, app: &App) {
    static SESSIONS: AtomicU64 = AtomicU64::new(0);
    let session = SESSIONS.fetch_add(1, Ordering::Relaxed);
    let farewell = talk(&mut socket, app, session).await;
    app.queue.leave(session);
    app.rooms.leave(session, None);
    let frame = farewell.map(|(code, reason)| CloseFrame { code, reason: reason.into() });
    let _ = timeout(Duration::from_secs(1), socket.send(Message::Close(frame))).await;
}

/// Talks until the end and says why it came, if there is somebody left to say it to.
async fn talk(socket: &mut WebSocket, app: &App, session: Session) -> Option<(u16, &'static str)> {
    let (sender, mut replies) = mpsc::channel(limits::REPLIES);
    let outbox = Outbox { replies: sender, full: Arc::default() };
    let mut ending = app.ending.clone();
    let mut heartbeat = tokio::time::interval(limits::HEARTBEAT);
    let (mut missed, mut nonsense) = (0, 0);
    outbox.tell(hello());
    loop {
        tokio::select! {
            message = socket.recv() => {
                missed = 0;
                let sense = match message {
                    Some(Ok(Message::Text(text))) => answer(&text, app, session, &outbox),
                    Some(Ok(Message::Binary(_))) => {
                        outbox.tell(no_message(None, "binary messages mean nothing here"));
                        false
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => true,
                    Some(Ok(Message::Close(_))) | None => return None,
                    Some(Err(_)) => return Some((close_code::SIZE, "the message is too long or no message")),
                };
                nonsense += usize::from(!sense);
                if nonsense > limits::NONSENSE {
                    return Some((close_code::POLICY, "too many messages without sense"));
                }
            }
            Some(reply) = replies.recv() => {
                let text = serde_json::to_string(&reply).unwrap_or_default();
                match timeout(limits::SENDING, socket.send(Message::Text(text.into()))).await {
                    Ok(Ok(())) => {}
                    _ => return None,
                }
            }
            _ = heartbeat.tick() => {
                missed += 1;
                if missed > limits::MISSED_HEARTBEATS || socket.send(Message::Ping(Default::default())).await.is_err() {
                    return None;
                }
            }
            () = outbox.full.notified() => return Some((close_code::POLICY, "replies are not being read")),
            _ = ending.changed() => return Some((close_code::AWAY, "the server ends")),
        }
    }
}

fn hello() -> Reply {
    let boards = |boards| match boards {
        Boards::Any => "any",
        Boards::Free => "free",
        Boards::Gravity => "gravity",
    };
    let card = |player: Card| PlayerCard {
        name: player.name,
        description: player.description,
        boards: boards(player.boards),
        only: player.only.iter().map(ToString::to_string).collect(),
    };
    Reply::Hello {
        version: env!("CARGO_PKG_VERSION"),
        default_player: DEFAULT_PLAYER,
        players: cards().map(card).collect(),
        heuristics: Heuristic::NAMES.iter().map(|&(name, description)| Heading { name, description }).collect(),
        longest_thinking_ms: limits::LONGEST_THINKING.as_millis() as u64,
        longest_side: MAX_SIDE,
        levels: Level::HIGHEST,
    }
}

fn no_message(id: Option<u32>, why: &str) -> Reply {
    Reply::Error { id, code: Code::BadMessage, message: excerpt(why, 300) }
}

/// The number of a message that makes no other sense.
fn number(text: &str) -> Option<u32> {
    let message: serde_json::Value = serde_json::from_str(text).ok()?;
    message.get("id")?.as_u64()?.try_into().ok()
}

/// Answers one message, now or later; says whether it made sense.
fn answer(text: &str, app: &App, session: Session, outbox: &Outbox) -> bool {
    let request = match serde_json::from_str::<Request>(text) {
        Ok(request) => request,
        Err(error) => {
            outbox.tell(no_message(number(text), &error.to_string()));
            return false;
        }
    };
    let id = match request {
        Request::Think { id, .. } | Request::Analyse { id, .. } | Request::Review { id, .. } => id,
        Request::Tree { id, .. } | Request::Solve { id, .. } | Request::Event { id, .. } => id,
        Request::Atlas { id } | Request::Chart { id, .. } | Request::Puzzles { id } => id,
        Request::Simulations { id, .. } | Request::Learning { id, .. } | Request::Check { id, .. } => id,
        Request::Invite { id, .. } | Request::Enter { id, .. } | Request::Act { id, .. } => id,
        Request::Read { id, .. } | Request::Write { id, .. } | Request::Stop { id } => id,
    };
    match grant(request, app, session, outbox) {
        Ok(Some(reply)) => outbox.tell(reply),
        Ok(None) => {}
        Err(Refusal(code, message)) => outbox.tell(Reply::Error { id: Some(id), code, message }),
    }
    true
}

/// What is done when a request's turn comes: within the time, or until the flag is set.
type Work = Box<dyn FnOnce(Duration, Arc<AtomicBool>, &Outbox) + Send>;

/// Does what is quick and queues what is not.
fn grant(request: Request, app: &App, session: Session, outbox: &Outbox) -> Result<Option<Reply>, Refusal> {
    let out = outbox.clone();
    // Who has waited too long is told so.
    let queued = |id, time, yields, work: Work| {
        let work = Box::new(move |turn| match turn {
            Turn::TooLate => out.tell(busy(id)),
            Turn::Think(time, stop) => work(time, stop, &out),
        });
        let job = Job { id, time, yields, work };
        let full = |_| Refusal(Code::TooMuch, format!("{} requests wait already: stop one first", limits::WAITING));
        app.queue.add(session, job).map(|()| None).map_err(full)
    };
    match request {
        Request::Think { id, game, player, level, time_ms, depth } => {
            let (game, time) = (position(&game)?, thinking_time(time_ms)?);
            let who = work::at_level(work::seat(&player, &game)?, level)?;
            queued(
                id,
                time,
                false,
                Box::new(move |time, stop, out| {
                    let budget = Budget { depth, ..Budget::none().time(time).stop(stop) };
                    work::think(id, &game, &who, &budget, |reply| out.tell(reply));
                }),
            )
        }
        Request::Analyse { id, game, player, time_ms, lines, values, language } => {
            let (game, time) = (texts::game(&game)?, thinking_time(time_ms)?);
            let language = analysing::language(&language)?;
            let wish = Wish { player, lines: usize::from(lines.unwrap_or(1)), values, language };
            analysing::check(&game, &wish)?;
            queued(
                id,
                time,
                true,
                Box::new(move |time, stop, out| {
                    analysing::analyse(id, &game, &wish, time, &stop, |reply| out.tell(reply));
                }),
            )
        }
        Request::Tree { id, game, leaves, branching, depth, heuristic, search } => {
            let unknown = || Refusal(Code::BadPlayer, format!("there is no heuristic '{}'", excerpt(&heuristic, 40)));
            let heuristic = Heuristic::named(&heuristic).ok_or_else(unknown)?;
            let ground = match (leaves, game) {
                (Some(leaves), None) => work::Ground::Leaves(leaves, branching),
                (None, Some(game)) => work::Ground::Position(position(&game)?),
                _ => return Err(Refusal(Code::BadMessage, "a tree is of a game or of leaves".to_owned())),
            };
            let work: Work = Box::new(move |_, _, out| out.tell(work::tree(id, &ground, depth, &heuristic, search)));
            queued(id, Duration::from_secs(1), false, work)
        }
        Request::Learning { id, game } => learning::learning(id, &texts::game(&game)?).map(Some),
        Request::Simulations { id, game, count, seed } => {
            let game = position(&game)?;
            let work: Work = Box::new(move |_, _, out| out.tell(work::simulate(id, &game, count, seed)));
            queued(id, Duration::from_secs(1), false, work)
        }
        Request::Solve { id, game, time_ms } => {
            let (game, time) = (position(&game)?, thinking_time(time_ms)?);
            let work: Work =
                Box::new(move |time, stop, out| solving::solve(id, &game, time, &stop, |reply| out.tell(reply)));
            aside(app, session, outbox, (id, time), work)
        }
        Request::Review { id, game, language } => {
            let (game, language) = (texts::game(&game)?, analysing::language(&language)?);
            if game.moves().len() > limits::REVIEWED {
                return Err(Refusal(Code::TooMuch, format!("a review is of at most {} moves", limits::REVIEWED)));
            }
            let work: Work = Box::new(move |_, stop, out| {
                reviewing::review(id, &game, language, &stop, |reply| out.tell(reply));
            });
            aside(app, session, outbox, (id, limits::LONGEST_THINKING), work)
        }
        Request::Check { id, bytes, name } => {
            let certificate = solving::certificate(bytes.as_deref(), name.as_deref())?;
            let work: Work = Box::new(move |_, _, out| {
                out.tell(Reply::Text { id, text: solving::check(&certificate) });
            });
            queued(id, Duration::from_secs(60), false, work)
        }
        Request::Puzzles { id } => Ok(Some(Reply::Puzzles { id, puzzles: puzzles::all() })),
        Request::Invite { id, rules, minutes, begin } => {
            app.rooms.invite(id, &rules, minutes, begin, app.address).map(Some)
        }
        Request::Enter { id, secret } => app.rooms.enter(id, &secret, session, outbox).map(|()| None),
        Request::Act { id, secret, act } => app.rooms.act(&secret, &act).map(|()| Some(Reply::Done { id })),
        Request::Event { id, players, boards, pairs, time_ms } => {
            let event = events::event(&players, &boards, pairs, time_ms)?;
            let place = app.events.take().ok_or_else(|| Refusal(Code::Busy, BUSY.to_owned()))?;
            queued(
                id,
                limits::LONGEST_THINKING,
                false,
                Box::new(move |time, stop, out| {
                    // Held until the event is over.
                    let _place = place;
                    events::hold(id, &event, time, &stop, |reply| out.tell(reply));
                }),
            )
        }
        Request::Atlas { id } => Ok(Some(Reply::Atlas { id, boards: atlas::boards() })),
        Request::Chart { id, rules } => atlas::chart(id, &rules).map(Some),
        Request::Read { id, text, rules } => Ok(Some(Reply::Game { id, game: texts::read(&text, rules.as_deref())? })),
        Request::Write { id, game, format } => {
            Ok(Some(Reply::Text { id, text: texts::write(&texts::game(&game)?, format)? }))
        }
        Request::Stop { id } => {
            app.queue.stop(session, id);
            Ok(app.rooms.leave(session, Some(id)).then_some(Reply::Done { id }))
        }
    }
}

/// Starts what takes long on a thread of its own.
fn aside(
    app: &App,
    session: Session,
    outbox: &Outbox,
    (id, time): (u32, Duration),
    work: Work,
) -> Result<Option<Reply>, Refusal> {
    let out = outbox.clone();
    let work = Box::new(move |turn| match turn {
        Turn::TooLate => out.tell(busy(id)),
        Turn::Think(time, stop) => work(time, stop, &out),
    });
    app.queue
        .aside(session, Job { id, time, yields: false, work })
        .map(|()| None)
        .map_err(|_| Refusal(Code::Busy, "others are being solved or reviewed: ask again in a moment".to_owned()))
}

const BUSY: &str = "the server is busy with others: ask again in a moment";

fn busy(id: u32) -> Reply {
    Reply::Error { id: Some(id), code: Code::Busy, message: BUSY.to_owned() }
}

/// A game that goes on.
fn position(value: &Value) -> Result<Game, Refusal> {
    let game = texts::game(value)?;
    if game.outcome().is_over() {
        return Err(Refusal(Code::BadGame, "the game is over: there is nothing to think about".to_owned()));
    }
    Ok(game)
}

fn thinking_time(ms: u64) -> Result<Duration, Refusal> {
    let time = Duration::from_millis(ms);
    if time.is_zero() || time > limits::LONGEST_THINKING {
        let most = limits::LONGEST_THINKING.as_millis();
        return Err(Refusal(Code::TooMuch, format!("a request may think 1 to {most} ms, not {ms}")));
    }
    Ok(time)
}
