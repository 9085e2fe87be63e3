package connectx;

/** What is on a cell. */
public enum CXCellState { P1, P2, FREE }
