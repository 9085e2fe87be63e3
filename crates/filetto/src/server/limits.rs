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
/// The longest time a request may think.
pub(super) const LONGEST_THINKING: Duration = Duration::from_secs(600);
/// A request that has waited this much longer than it may think is refused: an answer would come too late to be one.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);
/// An analysis that has had this much of a thread makes way for others that wait.
pub(super) const FAIR_SHARE: Duration = Duration::from_secs(2);
/// However many share the threads, everybody thinks so long.
pub(super) const LEAST_THINKING: Duration = Duration::from_millis(20);
/// Bytes for the tables of one search; as many searches run as there are threads.
pub(super) const SEARCH_MEMORY: usize = 32 << 20;
/// Bytes for the table of a solver.
pub(super) const SOLVER_MEMORY: usize = 64 << 20;
/// The longest certificate that is sent; a longer one is written by `filetto solve`.
pub(super) const CERTIFICATE_BYTES: usize = 4 << 20;
/// Simulations of Monte Carlo tree search that are told.
pub(super) const SIMULATIONS: u32 = 500;
/// Games between two devices at once.
pub(super) const ROOMS: usize = 64;
/// The longest clock of a game between two devices.
pub(super) const ROOM_MINUTES: u32 = 180;
/// The largest game tree that is drawn.
pub(super) const TREE_NODES: usize = 4000;
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

/// Moves of a game that is reviewed.
pub(super) const REVIEWED: usize = 400;
