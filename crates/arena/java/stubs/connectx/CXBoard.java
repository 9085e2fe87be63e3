package connectx;

import java.util.ArrayList;
import java.util.List;

/** The board that a player with gravity is handed: row 0 is the top. */
public class CXBoard {
    public final int M;
    public final int N;
    public final int X;

    private final CXCellState[][] cells;
    private final int[] height;
    private final List<CXCell> marked = new ArrayList<>();
    private CXGameState state = CXGameState.OPEN;

    public CXBoard(int M, int N, int X) throws IllegalArgumentException {
        if (M <= 0 || N <= 0 || X <= 0) {
            throw new IllegalArgumentException("M, N and X are at least 1");
        }
        this.M = M;
        this.N = N;
        this.X = X;
        cells = new CXCellState[M][N];
        height = new int[N];
        reset();
    }

    public void reset() {
        for (CXCellState[] row : cells) {
            java.util.Arrays.fill(row, CXCellState.FREE);
        }
        java.util.Arrays.fill(height, 0);
        marked.clear();
        state = CXGameState.OPEN;
    }

    public CXCellState cellState(int i, int j) throws IndexOutOfBoundsException {
        if (!onBoard(i, j)) {
            throw new IndexOutOfBoundsException("no cell " + i + "," + j);
        }
        return cells[i][j];
    }

    public boolean fullColumn(int col) {
        return height[col] == M;
    }

    public CXCell getLastMove() {
        return marked.isEmpty() ? null : marked.get(marked.size() - 1);
    }

    public CXGameState gameState() {
        return state;
    }

    public int currentPlayer() {
        return marked.size() % 2;
    }

    public int numOfFreeCells() {
        return M * N - marked.size();
    }

    public int numOfMarkedCells() {
        return marked.size();
    }

    public CXGameState markColumn(int col) throws IndexOutOfBoundsException, IllegalStateException {
        if (state != CXGameState.OPEN) {
            throw new IllegalStateException("the game is over");
        }
        if (col < 0 || col >= N) {
            throw new IndexOutOfBoundsException("no column " + col);
        }
        if (fullColumn(col)) {
            throw new IllegalStateException("column " + col + " is full");
        }
        int row = M - 1 - height[col]++;
        CXCellState mark = currentPlayer() == 0 ? CXCellState.P1 : CXCellState.P2;
        cells[row][col] = mark;
        marked.add(new CXCell(row, col, mark));
        if (wins(row, col)) {
            state = mark == CXCellState.P1 ? CXGameState.WINP1 : CXGameState.WINP2;
        } else if (numOfFreeCells() == 0) {
            state = CXGameState.DRAW;
        }
        return state;
    }

    public void unmarkColumn() throws IllegalStateException {
        if (marked.isEmpty()) {
            throw new IllegalStateException("no move to take back");
        }
        CXCell last = marked.remove(marked.size() - 1);
        cells[last.i][last.j] = CXCellState.FREE;
        height[last.j]--;
        state = CXGameState.OPEN;
    }

    public CXCell[] getMarkedCells() {
        return marked.toArray(new CXCell[0]);
    }

    public Integer[] getAvailableColumns() {
        List<Integer> columns = new ArrayList<>();
        for (int col = 0; col < N; col++) {
            if (!fullColumn(col)) {
                columns.add(col);
            }
        }
        return columns.toArray(new Integer[0]);
    }

    public CXCellState[][] getBoard() {
        CXCellState[][] copy = new CXCellState[M][];
        for (int i = 0; i < M; i++) {
            copy[i] = cells[i].clone();
        }
        return copy;
    }

    public CXBoard copy() {
        CXBoard copy = new CXBoard(M, N, X);
        for (CXCell cell : marked) {
            copy.markColumn(cell.j);
        }
        return copy;
    }

    private boolean onBoard(int i, int j) {
        return i >= 0 && i < M && j >= 0 && j < N;
    }

    private boolean wins(int row, int col) {
        int[][] directions = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
        for (int[] d : directions) {
            if (1 + run(row, col, d[0], d[1]) + run(row, col, -d[0], -d[1]) >= X) {
                return true;
            }
        }
        return false;
    }

    private int run(int row, int col, int down, int right) {
        int n = 0;
        int i = row + down;
        int j = col + right;
        while (onBoard(i, j) && cells[i][j] == cells[row][col]) {
            n++;
            i += down;
            j += right;
        }
        return n;
    }
}
