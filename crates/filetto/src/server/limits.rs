//! What one client may ask for, and how much of it at a time.

use std::time::Duration;

/// The longest message: every game on the largest board fits twice.
pub(super) const MESSAGE_BYTES: usize = 256 << 10;
/// Sessions at once; more are told that the server is busy.
pub(super) const SESSIONS: usize = 256;
/// Requests of one session that wait for a thread.
pub(super) const WAITING: usize = 8;
/// Messages without sense before a session is closed.
pub(super) const NONSENSE: usize = 20;
/// A request that has waited this much longer than it may think is refused: an answer would come too late to be one.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);
/// An analysis that has had this much of a thread makes way for others that wait.
pub(super) const FAIR_SHARE: Duration = Duration::from_secs(2);
/// However many share the threads, everybody thinks so long.
pub(super) const LEAST_THINKING: Duration = Duration::from_millis(20);
/// Games between two devices at once.
pub(super) const ROOMS: usize = 64;
/// The longest clock of a game between two devices.
pub(super) const ROOM_MINUTES: u32 = 180;
/// Players of an event.
pub(super) const EVENT_PLAYERS: usize = 8;
/// Boards of an event.
pub(super) const EVENT_BOARDS: usize = 8;
/// Cells on a side of a board of an event: larger games last too long to be watched.
pub(super) const EVENT_SIDE: usize = 20;
/// Games of an event.
pub(super) const EVENT_GAMES: usize = 200;
/// The longest time for a move of an event.
pub(super) const EVENT_MOVE: Duration = Duration::from_secs(2);
/// Replies on the way to a client that does not read; a slower one is left behind.
pub(super) const REPLIES: usize = 256;
/// How often a silent client is asked whether it is still there, and how often it may fail to answer.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(20);
/// Heartbeats without an answer before a session is closed.
pub(super) const MISSED_HEARTBEATS: u32 = 3;
/// How long a request may take to arrive, from its first byte or the connection to the end of its head.
pub(super) const ARRIVING: Duration = Duration::from_secs(10);
/// How long a message may take to leave.
pub(super) const SENDING: Duration = Duration::from_secs(10);
