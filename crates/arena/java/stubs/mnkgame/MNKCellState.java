package mnkgame;

/** What is on a cell. */
public enum MNKCellState { P1, P2, FREE }
