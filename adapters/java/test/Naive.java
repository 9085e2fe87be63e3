import mnkgame.MNKCell;
import mnkgame.MNKPlayer;

/** Always the first free cell. */
public class Naive implements MNKPlayer {
    @Override public void initPlayer(int M, int N, int K, boolean first, int timeout_in_secs) {
    }

    @Override public MNKCell selectCell(MNKCell[] FC, MNKCell[] MC) {
        return FC[0];
    }

    @Override public String playerName() {
        return "Naive";
    }
}
