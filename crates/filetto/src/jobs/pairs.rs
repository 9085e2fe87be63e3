//! The pairs of an event as items.

use std::collections::HashMap;
use std::time::Duration;

use filetto_arena::{ArenaError, Back, Control, Elsewhere, GameTime, Pair, Slot};
use serde_json::Value;

use super::item::{Item, Work};
use super::pool::Pool;

/// What a pair may take for which nothing else says it.
const USUAL: Duration = Duration::from_secs(3600);

/// What is granted beyond what a pair can take.
const SPARE: Duration = Duration::from_secs(60);

/// A pool that plays pairs.
pub(crate) struct Pairs {
    pub(crate) pool: Pool,
    /// What a pair may take, if the user has said it.
    most: Option<Duration>,
    /// The item's id and the slot's.
    slots: HashMap<String, String>,
}

impl Pairs {
    pub(crate) fn new(pool: Pool, most: Option<Duration>) -> Pairs {
        Pairs { pool, most, slots: HashMap::new() }
    }
}

impl Elsewhere for Pairs {
    fn wanted(&self) -> usize {
        self.pool.wanted()
    }

    fn take(&mut self, slot: &Slot) -> Result<(), ArenaError> {
        let item = pair(slot, self.most)?;
        self.slots.insert(item.id.clone(), slot.id.clone());
        self.pool.submit(item);
        Ok(())
    }

    fn wait(&mut self, most: Duration) -> Result<Option<Back>, ArenaError> {
        let back = self.pool.wait(most).map_err(|error| ArenaError::Elsewhere(format!("{error:#}")))?;
        let Some((item, outcome)) = back else { return Ok(None) };
        let Some(slot) = self.slots.get(&item.id).cloned() else { return Ok(None) };
        match outcome {
            Err(why) => Ok(Some(Back { slot, pair: Err(why) })),
            Ok(pair) => match Pair::read_line(&pair.to_string()) {
                Ok(pair) => Ok(Some(Back { slot, pair: Ok(pair) })),
                Err(why) => {
                    self.pool.refuse(item, &format!("what came back is no pair: {why}"));
                    Ok(None)
                }
            },
        }
    }

    fn refuse(&mut self, slot: &Slot, why: &str) -> Result<(), ArenaError> {
        self.pool.refuse(pair(slot, self.most)?, why);
        Ok(())
    }

    fn cancel(&mut self) {
        self.pool.cancel_all();
    }
}

/// A slot as an item that may take so long.
pub(crate) fn pair(slot: &Slot, allowed: Option<Duration>) -> Result<Item, ArenaError> {
    let line = slot.write_line().map_err(ArenaError::Elsewhere)?;
    let value: Value = serde_json::from_str(&line).map_err(|error| ArenaError::Elsewhere(error.to_string()))?;
    let allowed = allowed.unwrap_or_else(|| most(slot) + SPARE);
    Ok(Item::new(Work::Pair { slot: value }, allowed.as_secs().max(1)))
}

/// The longest that both games can take.
fn most(slot: &Slot) -> Duration {
    let cells = u32::try_from(slot.rules.cells()).unwrap_or(u32::MAX);
    let game = |control: &Control| match (control.per_move, control.game) {
        (_, Some(GameTime { total, increment })) => total + increment.saturating_mul(cells),
        (Some(each), None) => each.saturating_add(slot.margin).saturating_mul(cells),
        (None, None) => USUAL,
    };
    slot.players.iter().map(|spec| game(&spec.control)).fold(slot.start * 4, Duration::saturating_add).saturating_mul(2)
}
