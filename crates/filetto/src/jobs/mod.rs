//! Work that can be done anywhere: a work item is a line of JSON, its result another, and what lies between is a pure function.
//!
//! `item` has the two lines, `work` does what one asks, `pool` sends them to processes here or to a cluster, and sees to it that
//! each comes back once. `docs/clusters.md` describes the lines for programs of others.

mod channel;
mod item;
pub(crate) mod leaf;
mod on;
mod pairs;
mod pool;
mod self_play;
mod work;

pub(crate) use item::{Item, Reply};
pub(crate) use on::{On, python, ray_front};
pub(crate) use pairs::{Pairs, pair};
pub(crate) use pool::Pool;
pub(crate) use self_play::PlayersElsewhere;
pub(crate) use work::do_item;
