import connectx.CXBoard;
import connectx.CXGameState;
import connectx.CXPlayer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import mnkgame.MNKCell;
import mnkgame.MNKCellState;
import mnkgame.MNKPlayer;

/**
 * Behaves towards players as the course's tester does: one thread for each call, a wall-clock limit, initPlayer again before every
 * round on the same objects. Written from its description; prints one line a round.
 */
public class MiniTester {
    private static final ExecutorService POOL = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    });

    /** Milliseconds by which a call may be late and still count: a machine that is busy with other tests is nobody's fault. */
    private static final long GRACE_MS = Long.getLong("grace", 0);

    private static int calls;
    private static final List<Integer> LATE = new ArrayList<>();
    private static long slowest;

    private static <T> T within(int seconds, Callable<T> call) throws Exception {
        long begun = System.nanoTime();
        T result = POOL.submit(call).get(seconds * 1000L + GRACE_MS, TimeUnit.MILLISECONDS);
        long taken = (System.nanoTime() - begun) / 1_000_000;
        calls++;
        if (taken > seconds * 1000L) {
            LATE.add(calls);
        }
        slowest = Math.max(slowest, taken);
        return result;
    }

    private static Object make(String name) throws Exception {
        return Class.forName(name).getDeclaredConstructor().newInstance();
    }

    public static void main(String[] args) throws Exception {
        boolean gravity = args[0].equals("cx");
        int rows = Integer.parseInt(args[1]);
        int cols = Integer.parseInt(args[2]);
        int k = Integer.parseInt(args[3]);
        int seconds = Integer.parseInt(args[4]);
        int rounds = Integer.parseInt(args[5]);
        Object[] players = {make(args[6]), make(args[7])};
        for (int round = 0; round < rounds; round++) {
            System.out.println(gravity ? falling(players, rows, cols, k, seconds) : free(players, rows, cols, k, seconds));
        }
        if (Boolean.getBoolean("times")) {
            System.err.println(calls + " calls, late were " + LATE + ", the slowest took " + slowest + " ms");
        }
        System.exit(0);
    }

    private static String free(Object[] players, int rows, int cols, int k, int seconds) throws Exception {
        MNKPlayer[] seats = {(MNKPlayer) players[0], (MNKPlayer) players[1]};
        for (int p = 0; p < 2; p++) {
            final int seat = p;
            within(seconds, () -> {
                seats[seat].initPlayer(rows, cols, k, seat == 0, seconds);
                return null;
            });
        }
        // CXBoard knows rows and lines; a board without gravity is kept by hand.
        List<MNKCell> marked = new ArrayList<>();
        int[][] board = new int[rows][cols];
        while (marked.size() < rows * cols) {
            int turn = marked.size() % 2;
            List<MNKCell> empty = new ArrayList<>();
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < cols; j++) {
                    if (board[i][j] == 0) {
                        empty.add(new MNKCell(i, j));
                    }
                }
            }
            MNKCell[] fc = empty.toArray(new MNKCell[0]);
            MNKCell[] mc = marked.toArray(new MNKCell[0]);
            MNKCell chosen = within(seconds, () -> seats[turn].selectCell(fc, mc));
            if (board[chosen.i][chosen.j] != 0) {
                return "forfeit " + seats[turn].playerName();
            }
            board[chosen.i][chosen.j] = turn + 1;
            marked.add(new MNKCell(chosen.i, chosen.j, turn == 0 ? MNKCellState.P1 : MNKCellState.P2));
            if (wins(board, chosen.i, chosen.j, k)) {
                return "won by " + seats[turn].playerName();
            }
        }
        return "draw";
    }

    private static boolean wins(int[][] board, int row, int col, int k) {
        int[][] directions = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
        for (int[] d : directions) {
            int run = 1;
            for (int way = -1; way <= 1; way += 2) {
                int i = row + way * d[0];
                int j = col + way * d[1];
                while (i >= 0 && i < board.length && j >= 0 && j < board[0].length && board[i][j] == board[row][col]) {
                    run++;
                    i += way * d[0];
                    j += way * d[1];
                }
            }
            if (run >= k) {
                return true;
            }
        }
        return false;
    }

    private static String falling(Object[] players, int rows, int cols, int k, int seconds) throws Exception {
        CXPlayer[] seats = {(CXPlayer) players[0], (CXPlayer) players[1]};
        for (int p = 0; p < 2; p++) {
            final int seat = p;
            within(seconds, () -> {
                seats[seat].initPlayer(rows, cols, k, seat == 0, seconds);
                return null;
            });
        }
        CXBoard board = new CXBoard(rows, cols, k);
        while (board.gameState() == CXGameState.OPEN) {
            int turn = board.currentPlayer();
            int column = within(seconds, () -> seats[turn].selectColumn(board.copy()));
            if (column < 0 || column >= cols || board.fullColumn(column)) {
                return "forfeit " + seats[turn].playerName();
            }
            board.markColumn(column);
        }
        switch (board.gameState()) {
            case WINP1: return "won by " + seats[0].playerName();
            case WINP2: return "won by " + seats[1].playerName();
            default: return "draw";
        }
    }
}
