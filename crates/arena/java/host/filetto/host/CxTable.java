package filetto.host;

import connectx.CXBoard;
import connectx.CXPlayer;

/** A player of the interface with gravity: it is given a copy of the board. */
final class CxTable implements Table {
    private final CXPlayer player;
    private CXBoard board;

    CxTable(Object player) {
        this.player = (CXPlayer) player;
    }

    @Override public void init(int rows, int cols, int k, boolean first, int seconds) {
        board = new CXBoard(rows, cols, k);
        player.initPlayer(rows, cols, k, first, seconds);
    }

    @Override public void clear() {
        board = new CXBoard(board.M, board.N, board.X);
    }

    @Override public void put(int row, int col) {
        board.markColumn(col);
    }

    @Override public String choose() {
        int col = player.selectColumn(board.copy());
        if (col < 0 || col >= board.N || board.fullColumn(col)) {
            // A cell that the referee refuses: the top one of a full column, or one off the board.
            return col + ",0";
        }
        int free = 0;
        for (int row = 0; row < board.M; row++) {
            if (board.cellState(row, col) == connectx.CXCellState.FREE) {
                free++;
            }
        }
        return col + "," + (free - 1);
    }

    @Override public String name() {
        return player.playerName();
    }
}
