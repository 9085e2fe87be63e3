import mnkgame.MNKCell;
import mnkgame.MNKCellState;
import mnkgame.MNKPlayer;

/** Completes a row if it can, blocks one if it must, else plays near the centre. */
public class Careful implements MNKPlayer {
    private static final int[][] DIRECTIONS = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    private int rows;
    private int cols;
    private int k;
    private MNKCellState[][] board;

    @Override public void initPlayer(int M, int N, int K, boolean first, int timeout_in_secs) {
        rows = M;
        cols = N;
        k = K;
    }

    @Override public MNKCell selectCell(MNKCell[] FC, MNKCell[] MC) {
        board = new MNKCellState[rows][cols];
        for (MNKCell c : MC) {
            board[c.i][c.j] = c.state;
        }
        boolean first = MC.length % 2 == 0;
        MNKCellState[] sides = first
            ? new MNKCellState[] {MNKCellState.P1, MNKCellState.P2}
            : new MNKCellState[] {MNKCellState.P2, MNKCellState.P1};
        for (MNKCellState side : sides) {
            for (MNKCell c : FC) {
                if (completes(c, side)) {
                    return c;
                }
            }
        }
        MNKCell best = FC[0];
        for (MNKCell c : FC) {
            if (distance(c) < distance(best)) {
                best = c;
            }
        }
        return best;
    }

    private int distance(MNKCell c) {
        return Math.abs(2 * c.i - rows + 1) + Math.abs(2 * c.j - cols + 1);
    }

    private boolean completes(MNKCell c, MNKCellState side) {
        for (int[] d : DIRECTIONS) {
            if (1 + run(c, side, d[0], d[1]) + run(c, side, -d[0], -d[1]) >= k) {
                return true;
            }
        }
        return false;
    }

    private int run(MNKCell c, MNKCellState side, int di, int dj) {
        int n = 0;
        int i = c.i + di;
        int j = c.j + dj;
        while (i >= 0 && i < rows && j >= 0 && j < cols && board[i][j] == side) {
            n++;
            i += di;
            j += dj;
        }
        return n;
    }

    @Override public String playerName() {
        return "Careful";
    }
}
