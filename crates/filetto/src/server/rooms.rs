//! A game between two devices: the server holds the game and its clocks, a secret opens each seat.
//!
//! Whoever invites gets three secrets of 128 bits: its own, the friend's, and one for those who only watch. A secret is all that is
//! needed to come back to the same seat after a lost connection, and nobody comes in without one. Moves are checked here; the page
//! shows what it is told. Rejected: names and passwords, which a friend at the other end of the table does not want.

use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use filetto_records::json;
use filetto_rules::{Game, Outcome, Reason, Rules, Side, excerpt, read_moves};
use filetto_service::messages::RoomAct;
use filetto_service::{Code, Refusal, Reply};
use qrcodegen::{QrCode, QrCodeEcc};

use super::limits;
use super::queue::Session;
use super::session::Outbox;

/// All games between two devices.
#[derive(Default)]
pub(super) struct Rooms {
    list: Mutex<Vec<Room>>,
}

/// What a secret opens.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Seat(Side),
    Watch,
}

struct Visitor {
    session: Session,
    id: u32,
    secret: String,
    out: Outbox,
}

struct Room {
    /// Of the first player, the second, and those who watch.
    secrets: [String; 3],
    game: Game,
    limit: Option<Duration>,
    left: [Duration; 2],
    /// Since when the side to move has been thinking; clocks start with the first move.
    since: Option<Instant>,
    again: [bool; 2],
    visitors: Vec<Visitor>,
    used: Instant,
}

impl Room {
    fn new(rules: Rules, limit: Option<Duration>, secrets: [String; 3]) -> Room {
        let left = [limit.unwrap_or_default(); 2];
        let (game, visitors, used) = (Game::new(rules), Vec::new(), Instant::now());
        Room { secrets, game, limit, left, since: None, again: [false; 2], visitors, used }
    }

    fn role(&self, secret: &str) -> Option<Role> {
        let roles = [Role::Seat(Side::First), Role::Seat(Side::Second), Role::Watch];
        self.secrets.iter().zip(roles).find(|(known, _)| *known == secret).map(|(_, role)| role)
    }

    /// What a side has left now.
    fn left(&self, side: Side) -> Duration {
        let thinking =
            self.since.filter(|_| self.game.to_move() == side).map_or(Duration::ZERO, |since| since.elapsed());
        self.left[side.index()].saturating_sub(thinking)
    }

    /// Ends the game if the time of the side to move is up; says whether it did.
    fn flag(&mut self) -> bool {
        let side = self.game.to_move();
        let fallen = self.limit.is_some() && self.since.is_some() && self.left(side).is_zero();
        if fallen && !self.game.outcome().is_over() {
            self.game.end(Outcome::Win(side.other()), Reason::Time);
            self.stop_clock(side);
        }
        fallen
    }

    fn stop_clock(&mut self, side: Side) {
        self.left[side.index()] = self.left(side);
        self.since = None;
    }

    fn play(&mut self, side: Side, cell: &str, after: usize) -> Result<(), Refusal> {
        let refuse = |what: String| Refusal(Code::BadGame, what);
        if self.game.to_move() != side || self.game.moves().len() != after || self.game.outcome().is_over() {
            return Err(refuse("it is not your move".to_owned()));
        }
        let moves = read_moves(&self.game, &excerpt(cell, 10), None).map_err(|error| refuse(error.to_string()))?.moves;
        let [cell] = moves[..] else { return Err(refuse("one move at a time".to_owned())) };
        self.stop_clock(side);
        let outcome = self.game.play(cell).map_err(|error| refuse(error.to_string()))?;
        self.since = (self.limit.is_some() && !outcome.is_over()).then(Instant::now);
        Ok(())
    }

    /// The same two once more, with the colours changed.
    fn rematch(&mut self) {
        self.secrets.swap(0, 1);
        self.game = Game::new(self.game.rules());
        self.left = [self.limit.unwrap_or_default(); 2];
        (self.since, self.again) = (None, [false; 2]);
    }

    fn tell(&self) {
        let here =
            Side::BOTH.map(|side| self.visitors.iter().any(|one| self.role(&one.secret) == Some(Role::Seat(side))));
        let watching = self.visitors.iter().filter(|one| self.role(&one.secret) == Some(Role::Watch)).count();
        let game = serde_json::from_str(&json::write_line(&self.game)).unwrap_or_default();
        for visitor in &self.visitors {
            let role = match self.role(&visitor.secret) {
                Some(Role::Seat(Side::First)) => "first",
                Some(Role::Seat(Side::Second)) => "second",
                _ => "watch",
            };
            visitor.out.tell(Reply::Room {
                id: visitor.id,
                role,
                game: serde_json::Value::clone(&game),
                clock_ms: self.limit.map(|_| Side::BOTH.map(|side| self.left(side).as_millis() as u64)),
                running: self.since.is_some(),
                here,
                again: self.again,
                watching,
            });
        }
    }
}

impl Rooms {
    fn lock(&self) -> MutexGuard<'_, Vec<Room>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a room.
    pub(super) fn invite(
        &self,
        id: u32,
        rules: &str,
        minutes: Option<u32>,
        begin: bool,
        address: SocketAddr,
    ) -> Result<Reply, Refusal> {
        let bad = |what: String| Refusal(Code::BadGame, what);
        let rules: Rules = rules.parse().map_err(|error: filetto_rules::RulesError| bad(error.to_string()))?;
        if minutes.is_some_and(|minutes| !(1..=limits::ROOM_MINUTES).contains(&minutes)) {
            let most = limits::ROOM_MINUTES;
            return Err(Refusal(Code::TooMuch, format!("a clock has 1 to {most} minutes")));
        }
        let unlucky = |_| Refusal(Code::Busy, "this system gives no random numbers".to_owned());
        let [own, friend, watch] = [secret(), secret(), secret()].map(|secret| secret.map_err(unlucky));
        let (own, friend, watch) = (own?, friend?, watch?);
        let secrets = if begin { [&own, &friend, &watch] } else { [&friend, &own, &watch] }.map(String::clone);
        let mut list = self.lock();
        if list.len() >= limits::ROOMS {
            // The one that has been empty for longest makes way.
            let empty = list.iter().enumerate().filter(|(_, room)| room.visitors.is_empty());
            let Some((oldest, _)) = empty.min_by_key(|(_, room)| room.used) else {
                return Err(Refusal(Code::Busy, "too many games are being played here".to_owned()));
            };
            list.remove(oldest);
        }
        let limit = minutes.map(|minutes| Duration::from_secs(60 * u64::from(minutes)));
        list.push(Room::new(rules, limit, secrets));
        drop(list);
        let (address, reachable) = reach(address);
        let qr = qr(&format!("{address}#friend/{friend}"));
        Ok(Reply::Invited { id, own, friend, watch, address, reachable, qr })
    }

    fn with<T>(&self, secret: &str, act: impl FnOnce(&mut Room, Role) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let mut list = self.lock();
        let found = list.iter_mut().find_map(|room| room.role(secret).map(|role| (room, role)));
        let unknown = "there is no game with this secret: ask for a new invitation";
        let (room, role) = found.ok_or_else(|| Refusal(Code::BadGame, unknown.to_owned()))?;
        room.used = Instant::now();
        room.flag();
        let done = act(room, role)?;
        room.tell();
        Ok(done)
    }

    /// Lets somebody in; from now on it hears of every change.
    pub(super) fn enter(&self, id: u32, secret: &str, session: Session, out: &Outbox) -> Result<(), Refusal> {
        self.with(secret, |room, _| {
            room.visitors.push(Visitor { session, id, secret: secret.to_owned(), out: out.clone() });
            Ok(())
        })
    }

    /// Does what a player may do.
    pub(super) fn act(&self, secret: &str, act: &RoomAct) -> Result<(), Refusal> {
        self.with(secret, |room, role| {
            let Role::Seat(side) = role else {
                return Err(Refusal(Code::BadGame, "whoever watches does not play".to_owned()));
            };
            match act {
                RoomAct::Play { cell, after } => room.play(side, cell, *after)?,
                RoomAct::Resign => {
                    room.game.end(Outcome::Win(side.other()), Reason::Resigned);
                    let moving = room.game.to_move();
                    room.stop_clock(moving);
                }
                RoomAct::Again if room.game.outcome().is_over() => {
                    room.again[side.index()] = true;
                    if room.again == [true; 2] {
                        room.rematch();
                    }
                }
                RoomAct::Again => return Err(Refusal(Code::BadGame, "the game is not over".to_owned())),
            }
            Ok(())
        })
    }

    /// Somebody goes, with one request or altogether; says whether anybody did.
    pub(super) fn leave(&self, session: Session, id: Option<u32>) -> bool {
        let mut left = false;
        for room in self.lock().iter_mut() {
            let before = room.visitors.len();
            room.visitors.retain(|one| one.session != session || id.is_some_and(|id| id != one.id));
            if room.visitors.len() < before {
                left = true;
                room.tell();
            }
        }
        left
    }

    /// Looks at the clocks.
    pub(super) fn tick(&self) {
        self.lock().iter_mut().filter(|room| room.since.is_some()).for_each(|room| {
            if room.flag() {
                room.tell();
            }
        });
    }
}

/// 128 bits that nobody guesses.
fn secret() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    // A letter first: the page takes what begins with a digit for a board.
    Ok(bytes.iter().fold("s".to_owned(), |text, byte| text + &format!("{byte:02x}")))
}

/// The address under which other machines find this one, and whether they do.
fn reach(listening: SocketAddr) -> (String, bool) {
    let ip = if listening.ip().is_unspecified() { outward().unwrap_or(listening.ip()) } else { listening.ip() };
    (format!("http://{}/", SocketAddr::new(ip, listening.port())), !ip.is_loopback() && !ip.is_unspecified())
}

/// The address that this machine would use to talk to others. Connecting a datagram socket sends nothing.
fn outward() -> Option<IpAddr> {
    let socket = UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    socket.connect(("192.0.2.1", 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

/// A text as rows of `#` and spaces.
fn qr(text: &str) -> Vec<String> {
    let Ok(code) = QrCode::encode_text(text, QrCodeEcc::Medium) else { return Vec::new() };
    let row = |y| (0..code.size()).map(|x| if code.get_module(x, y) { '#' } else { ' ' }).collect();
    (0..code.size()).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invited(rooms: &Rooms, minutes: Option<u32>) -> [String; 3] {
        let address = "0.0.0.0:7333".parse().unwrap();
        let Ok(Reply::Invited { own, friend, watch, qr, .. }) = rooms.invite(1, "3x3x3", minutes, true, address) else {
            panic!("there is room")
        };
        assert!(qr.len() >= 21 && qr[0].starts_with("#######"));
        [own, friend, watch]
    }

    fn play(rooms: &Rooms, secret: &str, cell: &str, after: usize) -> Result<(), Refusal> {
        rooms.act(secret, &RoomAct::Play { cell: cell.to_owned(), after })
    }

    #[test]
    fn each_side_plays_its_own_moves_once_and_nobody_else_plays() {
        let rooms = Rooms::default();
        let [own, friend, watch] = invited(&rooms, None);
        assert!(play(&rooms, &friend, "b2", 0).is_err(), "not its turn");
        assert!(play(&rooms, &watch, "b2", 0).is_err() && play(&rooms, "guess", "b2", 0).is_err());
        assert!(play(&rooms, &own, "b2", 0).is_ok());
        assert!(play(&rooms, &own, "a1", 0).is_err(), "twice");
        assert!(play(&rooms, &friend, "b2", 1).is_err(), "taken");
        assert!(play(&rooms, &friend, "a1", 1).is_ok());
        assert_eq!(rooms.lock()[0].game.moves().len(), 2);
    }

    #[test]
    fn the_colours_change_when_both_would_play_again() {
        let rooms = Rooms::default();
        let [own, friend, _] = invited(&rooms, None);
        assert!(rooms.act(&own, &RoomAct::Again).is_err(), "not over");
        assert!(rooms.act(&own, &RoomAct::Resign).is_ok());
        assert_eq!(rooms.lock()[0].game.outcome(), Outcome::Win(Side::Second));
        assert!(rooms.act(&own, &RoomAct::Again).is_ok() && rooms.act(&friend, &RoomAct::Again).is_ok());
        assert!(play(&rooms, &own, "b2", 0).is_err() && play(&rooms, &friend, "b2", 0).is_ok());
    }

    #[test]
    fn a_clock_that_is_empty_ends_the_game() {
        let rooms = Rooms::default();
        let [own, friend, _] = invited(&rooms, Some(1));
        assert!(rooms.lock()[0].since.is_none(), "it starts with the first move");
        assert!(play(&rooms, &own, "b2", 0).is_ok());
        rooms.lock()[0].left[1] = Duration::ZERO;
        rooms.tick();
        assert_eq!(rooms.lock()[0].game.outcome(), Outcome::Win(Side::First));
        assert!(play(&rooms, &friend, "a1", 1).is_err());
    }

    #[test]
    fn an_empty_room_makes_way_for_a_new_one() {
        let rooms = Rooms::default();
        let [first, ..] = invited(&rooms, None);
        for _ in 0..limits::ROOMS {
            invited(&rooms, None);
        }
        assert_eq!(rooms.lock().len(), limits::ROOMS);
        assert!(play(&rooms, &first, "b2", 0).is_err());
    }
}
