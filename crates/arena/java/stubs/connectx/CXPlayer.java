package connectx;

/** A player with gravity. M is the number of rows, N of columns. */
public interface CXPlayer {
    void initPlayer(int M, int N, int X, boolean first, int timeout_in_secs);

    int selectColumn(CXBoard B);

    String playerName();
}
