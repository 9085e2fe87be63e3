import connectx.CXBoard;
import connectx.CXPlayer;

/** Always the first open column. */
public class NaiveCX implements CXPlayer {
    @Override public void initPlayer(int M, int N, int X, boolean first, int timeout_in_secs) {
    }

    @Override public int selectColumn(CXBoard B) {
        return B.getAvailableColumns()[0];
    }

    @Override public String playerName() {
        return "Naive";
    }
}
