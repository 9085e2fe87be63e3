package filetto;

import java.io.IOException;
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
        List<String> stones = new ArrayList<>();
        for (int n = 0; n < MC.length; n++) {
            boolean mine = (n % 2 == 0) == first;
            stones.add(MC[n].j + "," + MC[n].i + "," + (mine ? 1 : 2));
        }
        try {
            int[] move = engine.move(stones, seconds);
            for (MNKCell free : FC) {
                if (free.i == move[1] && free.j == move[0]) {
                    return free;
                }
            }
        } catch (IOException e) {
            // A free cell is better than a forfeit; the process is replaced at the next move.
            engine.close();
        }
        return FC[FC.length / 2];
    }

    @Override public String playerName() {
        return "Filetto";
    }
}
