package mnkgame;

/** A cell by row and column from the top left, from zero, and what is on it. */
public final class MNKCell {
    public final int i;
    public final int j;
    public final MNKCellState state;

    public MNKCell(int i, int j, MNKCellState state) {
        this.i = i;
        this.j = j;
        this.state = state;
    }

    public MNKCell(int i, int j) {
        this(i, j, MNKCellState.FREE);
    }

    @Override public String toString() {
        return "[" + i + "," + j + "] -> " + state;
    }
}
