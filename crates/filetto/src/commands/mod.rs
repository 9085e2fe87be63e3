//! One file a command.

pub(crate) mod analyse;
pub(crate) mod arena;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod check;
pub(crate) mod checkpoint;
pub(crate) mod convert;
pub(crate) mod doctor;
pub(crate) mod engine;
pub(crate) mod exam;
pub(crate) mod explain;
pub(crate) mod kaggle;
pub(crate) mod lab;
pub(crate) mod learn;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod players;
pub(crate) mod review;
pub(crate) mod serve;
pub(crate) mod setup;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod tree;
pub(crate) mod values;
pub(crate) mod verify;
pub(crate) mod worker;
