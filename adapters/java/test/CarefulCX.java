import connectx.CXBoard;
import connectx.CXGameState;
import connectx.CXPlayer;

/** Completes a row if it can, blocks one if it must, else the first open column from the middle. */
public class CarefulCX implements CXPlayer {
    @Override public void initPlayer(int M, int N, int X, boolean first, int timeout_in_secs) {
    }

    @Override public int selectColumn(CXBoard B) {
        Integer[] open = B.getAvailableColumns();
        for (int column : open) {
            CXBoard after = B.copy();
            if (after.markColumn(column) != CXGameState.OPEN) {
                return column;
            }
        }
        // A threat shows after a move of one's own elsewhere.
        for (int column : open) {
            for (int other : open) {
                CXBoard after = B.copy();
                if (other != column && after.markColumn(other) == CXGameState.OPEN && !after.fullColumn(column)
                        && wins(after.markColumn(column))) {
                    return column;
                }
            }
        }
        int best = open[0];
        for (int column : open) {
            if (Math.abs(2 * column - B.N + 1) < Math.abs(2 * best - B.N + 1)) {
                best = column;
            }
        }
        return best;
    }

    private static boolean wins(CXGameState state) {
        return state == CXGameState.WINP1 || state == CXGameState.WINP2;
    }

    @Override public String playerName() {
        return "CarefulCX";
    }
}
