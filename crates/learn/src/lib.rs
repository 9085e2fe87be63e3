#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, reason = "a training lives in files, so that it survives being killed")]

mod adam;
mod chart;
mod error;
mod gate;
mod gradient;
mod history;
mod judge;
mod kernel;
mod model;
mod network;
mod player;
pub mod replay;
mod self_play;
mod shipped;
mod state;
mod training;
mod wave;
mod yardstick;

pub use chart::{Curve, curves, page, picture, plot, sheet};
pub use error::LearnError;
pub use gate::compete;
pub use gradient::{Loss, Sample};
pub use history::{shipped_history, shipped_log};
pub use judge::{Judge, Opinion, input, opinion};
pub use model::{Model, ModelError, Origin};
pub use network::{CHANNELS, Input, MAX_SIDE, Network, Shape, Workspace};
pub use player::Zero;
pub use self_play::{Players, SelfPlay};
pub use shipped::{learnt_boards, provide, shipped, shipped_boards, shipped_yardstick};
pub use training::{Config, Entry, Stage, Training, read_config, read_log};
pub use yardstick::{Measured, Yardstick, YardstickError};
