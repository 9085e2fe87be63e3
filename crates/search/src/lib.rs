//! Searches for any two-player zero-sum game.
