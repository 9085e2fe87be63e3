package filetto;

/**
 * A move when the engine has given none: one that wins, else one that stops the opponent's win, else the cell where most rows can
 * still be made or stopped, and with gravity not one under a cell where the opponent would win.
 */
final class Fallback {
    private static final int[][] DIRECTIONS = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

    private final int[][] board;
    private final int k;
    private final boolean gravity;

    /** A board as rows from the top, of 0 for empty, 1 for ours and 2 for theirs; it is ours to move. */
    Fallback(int[][] board, int k, boolean gravity) {
        this.board = board;
        this.k = k;
        this.gravity = gravity;
    }

    /** Whether a stone can be put on {x, y}. */
    boolean isLegal(int[] cell) {
        int x = cell[0];
        int y = cell[1];
        boolean inside = y >= 0 && y < board.length && x >= 0 && x < board[0].length;
        return inside && board[y][x] == 0 && (!gravity || y + 1 == board.length || board[y + 1][x] != 0);
    }

    /** The move as {x, y}. */
    int[] move() {
        int[] best = null;
        double most = Double.NEGATIVE_INFINITY;
        for (int y = 0; y < board.length; y++) {
            for (int x = 0; x < board[0].length; x++) {
                int[] cell = {x, y};
                if (isLegal(cell) && worth(x, y) > most) {
                    most = worth(x, y);
                    best = cell;
                }
            }
        }
        return best;
    }

    private double worth(int x, int y) {
        if (completes(x, y, 1)) {
            return 1e12;
        }
        if (completes(x, y, 2)) {
            return 1e11;
        }
        if (gravity && y > 0 && completes(x, y - 1, 2)) {
            return -1e11;
        }
        double worth = -Math.abs(2 * x + 1 - board[0].length) - Math.abs(2 * y + 1 - board.length);
        for (int[] direction : DIRECTIONS) {
            for (int start = 1 - k; start <= 0; start++) {
                worth += 1000 * row(x, y, direction, start);
            }
        }
        return worth;
    }

    /** What one row of K cells through a cell is worth: the more stones of one side alone, the more. */
    private double row(int x, int y, int[] direction, int start) {
        int[] count = new int[3];
        for (int n = start; n < start + k; n++) {
            int i = y + n * direction[0];
            int j = x + n * direction[1];
            if (i < 0 || i >= board.length || j < 0 || j >= board[0].length) {
                return 0;
            }
            count[board[i][j]]++;
        }
        return count[1] > 0 && count[2] > 0 ? 0 : Math.pow(3, count[1]) + Math.pow(3, count[2]) / 2;
    }

    /** Whether a stone of a side on this cell completes a row. */
    private boolean completes(int x, int y, int side) {
        for (int[] direction : DIRECTIONS) {
            int length = 1 + run(x, y, direction[1], direction[0], side) + run(x, y, -direction[1], -direction[0], side);
            if (length >= k) {
                return true;
            }
        }
        return false;
    }

    private int run(int x, int y, int dx, int dy, int side) {
        int length = 0;
        while (true) {
            x += dx;
            y += dy;
            if (y < 0 || y >= board.length || x < 0 || x >= board[0].length || board[y][x] != side) {
                return length;
            }
            length++;
        }
    }
}
