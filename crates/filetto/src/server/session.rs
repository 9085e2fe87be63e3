//! One client: messages in, replies out, until either side has had enough.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use filetto_service::limits::LONGEST_THINKING;
use filetto_service::{
    Code, Granted, Host, Job, Manner, Refusal, Reply, Request, Work, grant, hello, no_message, read,
};
use tokio::sync::{Notify, mpsc};
use tokio::time::timeout;

use super::queue::{self, Session, Turn};
use super::{App, events, limits, pages};

/// What this program has for the service.
const HOST: Host = Host {
    version: env!("CARGO_PKG_VERSION"),
    // What a human cannot repeat: the moment.
    seed: || std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(1, |time| time.as_nanos() as u64),
    has_certificate: pages::has_certificate,
    certificate: pages::certificate,
    puzzles: &[
        include_str!("../../../../fixtures/puzzles/k4.txt"),
        include_str!("../../../../fixtures/puzzles/k5.txt"),
        include_str!("../../../../fixtures/puzzles/k6.txt"),
        include_str!("../../../../fixtures/puzzles/gravity.txt"),
    ],
    without: &[],
};

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
    outbox.tell(hello(&HOST));
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

/// Answers one message, now or later; says whether it made sense.
fn answer(text: &str, app: &App, session: Session, outbox: &Outbox) -> bool {
    let request = match read(text) {
        Ok(request) => request,
        Err(reply) => {
            outbox.tell(*reply);
            return false;
        }
    };
    let id = request.id();
    let granted = grant(request, &HOST).and_then(|granted| match granted {
        Granted::Reply(reply) => Ok(Some(reply)),
        Granted::Job(job) => start(job, id, app, session, outbox),
        Granted::Host(request) => own(request, app, session, outbox),
    });
    match granted {
        Ok(Some(reply)) => outbox.tell(reply),
        Ok(None) => {}
        Err(Refusal(code, message)) => outbox.tell(Reply::Error { id: Some(id), code, message }),
    }
    true
}

/// Gives a job its turn, or a thread of its own. Who has waited too long is told so.
fn start(job: Job, id: u32, app: &App, session: Session, outbox: &Outbox) -> Result<Option<Reply>, Refusal> {
    let (out, Job { time, manner, work }) = (outbox.clone(), job);
    let work = Box::new(move |turn| match turn {
        Turn::TooLate => out.tell(Reply::Error { id: Some(id), code: Code::Busy, message: BUSY.to_owned() }),
        Turn::Think(time, stop) => work(time, &stop, &mut |reply| out.tell(reply)),
    });
    let job = queue::Job { id, time, yields: manner == Manner::Yields, work };
    let added = match manner {
        Manner::Aside => {
            let busy = "others are being solved or reviewed: ask again in a moment";
            app.queue.aside(session, job).map_err(|_| Refusal(Code::Busy, busy.to_owned()))
        }
        Manner::Turn | Manner::Yields => {
            let full = format!("{} requests wait already: stop one first", limits::WAITING);
            app.queue.add(session, job).map_err(|_| Refusal(Code::TooMuch, full))
        }
    };
    added.map(|()| None)
}

/// What concerns other requests, other devices, or the referee.
fn own(request: Request, app: &App, session: Session, outbox: &Outbox) -> Result<Option<Reply>, Refusal> {
    match request {
        Request::Invite { id, rules, minutes, begin } => {
            app.rooms.invite(id, &rules, minutes, begin, app.address).map(Some)
        }
        Request::Enter { id, secret } => app.rooms.enter(id, &secret, session, outbox).map(|()| None),
        Request::Act { id, secret, act } => app.rooms.act(&secret, &act).map(|()| Some(Reply::Done { id })),
        Request::Event { id, players, boards, pairs, time_ms } => {
            let event = events::event(&players, &boards, pairs, time_ms)?;
            let place = app.events.take().ok_or_else(|| Refusal(Code::Busy, BUSY.to_owned()))?;
            let work: Work = Box::new(move |time, stop, tell| {
                // Held until the event is over.
                let _place = place;
                events::hold(id, &event, time, stop, tell);
            });
            let job = Job { time: LONGEST_THINKING, manner: Manner::Turn, work };
            start(job, id, app, session, outbox)
        }
        Request::Stop { id } => {
            app.queue.stop(session, id);
            Ok(app.rooms.leave(session, Some(id)).then_some(Reply::Done { id }))
        }
        _ => Ok(None),
    }
}

const BUSY: &str = "the server is busy with others: ask again in a moment";
