package filetto;

import connectx.CXBoard;
import connectx.CXCell;
import connectx.CXPlayer;
import java.util.ArrayList;
import java.util.List;

/** Filetto as a player of ConnectX: `java -cp filetto-java.jar:… connectx.CXPlayerTester 6 7 4 filetto.FilettoCX …`. */
public class FilettoCX implements CXPlayer {
    private final Engine engine = new Engine();
    private boolean first;
    private int seconds;

    public FilettoCX() {
    }

    @Override public void initPlayer(int M, int N, int X, boolean first, int timeout_in_secs) {
        this.first = first;
        seconds = timeout_in_secs;
        engine.start(M, N, X, true, timeout_in_secs);
    }

    @Override public int selectColumn(CXBoard B) {
        List<int[]> stones = new ArrayList<>();
        CXCell[] marked = B.getMarkedCells();
        for (int n = 0; n < marked.length; n++) {
            boolean mine = (n % 2 == 0) == first;
            stones.add(new int[] {marked[n].j, marked[n].i, mine ? 1 : 2});
        }
        return engine.move(stones, seconds)[0];
    }

    @Override public String playerName() {
        return "Filetto";
    }
}
