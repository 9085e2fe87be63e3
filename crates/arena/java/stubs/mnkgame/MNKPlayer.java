package mnkgame;

/** A player without gravity. M is the number of rows, N of columns. */
public interface MNKPlayer {
    void initPlayer(int M, int N, int K, boolean first, int timeout_in_secs);

    MNKCell selectCell(MNKCell[] FC, MNKCell[] MC);

    String playerName();
}
