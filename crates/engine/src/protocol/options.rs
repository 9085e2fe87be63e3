//! What the manager has told with INFO: board rules, time, memory.

use std::time::Duration;

use filetto_rules::{Placement, Rules, RulesError};
use filetto_search::{Budget, GameClock, TimeControl};

/// Everything that INFO can set. It survives START and RESTART.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) k: usize,
    pub(super) gravity: bool,
    rule: u32,
    turn: Duration,
    game: Option<Duration>,
    left: Option<Duration>,
    increment: Duration,
    overhead: Duration,
    max_depth: Option<u32>,
    max_nodes: Option<u64>,
    pub(super) max_memory: Option<usize>,
    pub(super) hash: Option<usize>,
    pub(super) threads: usize,
    pub(super) detail: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            k: 5,
            gravity: false,
            rule: 0,
            turn: Duration::from_secs(30),
            game: None,
            left: None,
            increment: Duration::ZERO,
            overhead: Duration::ZERO,
            max_depth: None,
            max_nodes: None,
            max_memory: None,
            hash: None,
            threads: 1,
            detail: 0,
        }
    }
}

/// Managers say "no limit" with a huge number of milliseconds.
const UNLIMITED: i64 = i32::MAX as i64;
/// What "move as fast as possible" means: enough to see what is forced.
const AT_ONCE: Duration = Duration::from_millis(50);
/// Without a word from the manager: Gomocup's limit, 350 MB.
const DEFAULT_MEMORY: usize = 350 << 20;

impl Options {
    /// Takes a key and its value. Unknown keys and values that are no numbers are ignored, as the protocol demands.
    pub(super) fn set(&mut self, key: &str, value: &str) {
        let Ok(number) = value.trim().parse::<i64>() else { return };
        let positive = u64::try_from(number).ok().filter(|&n| n > 0);
        let time = |ms: i64| Duration::from_millis(u64::try_from(ms).unwrap_or(0));
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.turn = time(number),
            "timeout_match" => self.game = (number > 0 && number < UNLIMITED).then(|| time(number)),
            "time_left" => self.left = (number < UNLIMITED).then(|| time(number)),
            "time_increment" => self.increment = time(number),
            "move_overhead" => self.overhead = time(number),
            "max_memory" => self.max_memory = positive.and_then(|n| usize::try_from(n).ok()),
            "hash_size" => self.hash = positive.and_then(|kb| usize::try_from(kb).ok()?.checked_mul(1024)),
            "max_depth" => self.max_depth = positive.map(|n| u32::try_from(n).unwrap_or(u32::MAX)),
            "max_node" => self.max_nodes = positive,
            "thread_num" => self.threads = positive.map_or(1, |n| n.min(256) as usize),
            "show_detail" => self.detail = u32::try_from(number).unwrap_or(0),
            "rule" => self.rule = u32::try_from(number).unwrap_or(u32::MAX),
            "k" => self.k = positive.map_or(0, |n| n.min(1000) as usize),
            "gravity" => self.gravity = number != 0,
            _ => {}
        }
    }

    /// The rules for a board of this size, or why they cannot be played.
    pub(super) fn rules(&self, rows: usize, cols: usize) -> Result<Rules, String> {
        let rules = Rules::new(rows, cols, self.k, Placement::with_gravity(self.gravity))
            .map_err(|error: RulesError| error.to_string())?;
        match self.rule {
            0 => Ok(rules),
            1 => Ok(rules.exactly()),
            other => Err(format!("rule {other} is not supported: 0 is five or more, 1 is exactly five")),
        }
    }

    /// What the next move may spend, as the manager has told it.
    pub(super) fn budget(&self) -> Budget {
        let turn = if self.turn.is_zero() { AT_ONCE } else { self.turn };
        let per_move = (self.max_nodes.is_none() || !self.turn.is_zero()).then_some(turn);
        let clock = |left| GameClock { left, increment: self.increment, moves_to_go: None };
        let time = TimeControl { per_move, clock: self.left.or(self.game).map(clock), overhead: self.overhead };
        Budget { time, nodes: self.max_nodes, depth: self.max_depth, ..Budget::none() }
    }

    /// Bytes for tables: what was asked for, but never more than half of what the process may have.
    pub(super) fn table_bytes(&self) -> usize {
        let most = self.max_memory.unwrap_or(DEFAULT_MEMORY) / 2;
        self.hash.unwrap_or(64 << 20).min(most).max(1 << 16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_manager_says_of_the_time_is_passed_on_as_it_is_said() {
        let mut options = Options::default();
        let left = |options: &Options| options.budget().time.clock.map(|clock| clock.left);
        options.set("timeout_turn", "30000");
        assert_eq!(options.budget().time, TimeControl::per_move(Duration::from_secs(30)));
        options.set("timeout_match", "180000");
        assert_eq!(left(&options), Some(Duration::from_secs(180)), "before the first word about what is left");
        options.set("time_left", "12000");
        options.set("time_increment", "500");
        options.set("move_overhead", "100");
        let clock =
            GameClock { left: Duration::from_secs(12), increment: Duration::from_millis(500), moves_to_go: None };
        let overhead = Duration::from_millis(100);
        let whole = TimeControl { per_move: Some(Duration::from_secs(30)), clock: Some(clock), overhead };
        assert_eq!(options.budget().time, whole);
        options.set("time_left", "-50");
        assert_eq!(left(&options), Some(Duration::ZERO));
        options.set("timeout_match", "0");
        options.set("time_left", "2147483647");
        assert_eq!(left(&options), None);
        options.set("TIMEOUT_TURN", "0");
        assert_eq!(options.budget().time.per_move, Some(AT_ONCE));
    }

    #[test]
    fn rules_follow_k_gravity_and_the_rule_mask() {
        let mut options = Options::default();
        assert_eq!(options.rules(15, 15).unwrap().to_string(), "15x15x5");
        options.set("rule", "1");
        assert_eq!(options.rules(15, 15).unwrap().to_string(), "15x15x5e");
        options.set("rule", "4");
        assert!(options.rules(15, 15).unwrap_err().contains("rule 4 is not supported"));
        options.set("rule", "0");
        options.set("k", "4");
        options.set("gravity", "1");
        assert_eq!(options.rules(6, 7).unwrap().to_string(), "6x7x4g");
        options.set("k", "9");
        assert!(options.rules(6, 7).is_err());
    }

    #[test]
    fn tables_keep_to_half_of_the_memory() {
        let mut options = Options::default();
        options.set("max_memory", "83886080");
        assert_eq!(options.table_bytes(), 40 << 20);
        options.set("hash_size", "1024");
        assert_eq!(options.table_bytes(), 1 << 20);
        options.set("hash_size", "99999999999");
        assert_eq!(options.table_bytes(), 40 << 20);
    }
}
