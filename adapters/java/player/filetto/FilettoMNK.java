package filetto;

import java.util.ArrayList;
import java.util.List;
import mnkgame.MNKCell;
import mnkgame.MNKPlayer;

/** Filetto as a player of the (M,N,K)-game: `java -cp filetto-java.jar:… mnkgame.MNKPlayerTester 15 15 5 filetto.FilettoMNK …`. */
public class FilettoMNK implements MNKPlayer {
    private final Engine engine = new Engine();
    private boolean first;
    private int seconds;

    public FilettoMNK() {
    }

    @Override public void initPlayer(int M, int N, int K, boolean first, int timeout_in_secs) {
        this.first = first;
        seconds = timeout_in_secs;
        engine.start(M, N, K, false, timeout_in_secs);
    }

    @Override public MNKCell selectCell(MNKCell[] FC, MNKCell[] MC) {
        List<int[]> stones = new ArrayList<>();
        for (int n = 0; n < MC.length; n++) {
            boolean mine = (n % 2 == 0) == first;
            stones.add(new int[] {MC[n].j, MC[n].i, mine ? 1 : 2});
        }
        int[] move = engine.move(stones, seconds);
        for (MNKCell free : FC) {
            if (free.i == move[1] && free.j == move[0]) {
                return free;
            }
        }
        throw new IllegalStateException("the cells that are free and those that are taken do not make a board");
    }

    @Override public String playerName() {
        return "Filetto";
    }
}
