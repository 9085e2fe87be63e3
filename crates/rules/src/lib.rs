//! Rules and boards of every k-in-a-row game.
