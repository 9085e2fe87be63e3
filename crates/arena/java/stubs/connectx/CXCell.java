package connectx;

/** A cell by row and column from the top left, from zero, and what is on it. */
public final class CXCell {
    public final int i;
    public final int j;
    public final CXCellState state;

    public CXCell(int i, int j, CXCellState state) {
        this.i = i;
        this.j = j;
        this.state = state;
    }

    @Override public String toString() {
        return "[" + i + "," + j + "] -> " + state;
    }
}
