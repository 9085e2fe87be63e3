package filetto.host;

import java.util.ArrayList;
import java.util.List;
import mnkgame.MNKCell;
import mnkgame.MNKCellState;
import mnkgame.MNKPlayer;

/** A player of the interface without gravity: it is given the free cells and the moves so far, and no board. */
final class MnkTable implements Table {
    private final MNKPlayer player;
    private final List<MNKCell> marked = new ArrayList<>();
    private boolean[][] taken;

    MnkTable(Object player) {
        this.player = (MNKPlayer) player;
    }

    @Override public void init(int rows, int cols, int k, boolean first, int seconds) {
        taken = new boolean[rows][cols];
        clear();
        player.initPlayer(rows, cols, k, first, seconds);
    }

    @Override public void clear() {
        marked.clear();
        for (boolean[] row : taken) {
            java.util.Arrays.fill(row, false);
        }
    }

    @Override public void put(int row, int col) {
        marked.add(new MNKCell(row, col, marked.size() % 2 == 0 ? MNKCellState.P1 : MNKCellState.P2));
        taken[row][col] = true;
    }

    @Override public String choose() {
        List<MNKCell> free = new ArrayList<>();
        for (int row = 0; row < taken.length; row++) {
            for (int col = 0; col < taken[row].length; col++) {
                if (!taken[row][col]) {
                    free.add(new MNKCell(row, col, MNKCellState.FREE));
                }
            }
        }
        MNKCell cell = player.selectCell(free.toArray(new MNKCell[0]), marked.toArray(new MNKCell[0]));
        return cell == null ? "ERROR selectCell returned null" : cell.j + "," + cell.i;
    }

    @Override public String name() {
        return player.playerName();
    }
}
