package filetto;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A `filetto engine` process that is asked for moves in the Gomocup protocol.
 *
 * The engine announces each better move that it finds. When the time is nearly over and it has not answered, the move announced last
 * is played; if there is none, {@link Fallback} has one. Everything is paid from the time of the move, a restart of a dead process too.
 *
 * The process ends by itself when this virtual machine does, however it ends: its standard input is then closed. No threads, nothing
 * on standard output: what the course forbids is not done here either.
 */
final class Engine {
    /**
     * What this machine needs of a move's time besides the engine: starting threads, garbage collection, the referee's own work. The
     * engine is told the whole time and this, and decides what to spend.
     */
    private static final long OVERHEAD_MS = 150;
    /** A process that has not answered so long before the end of the time is not waited for. */
    private static final long LAST_CALL_MS = 100;
    /** No delay of this machine is believed to be longer: a part of the time must be left to think. */
    private static final long LONGEST_DELAY_MS = 300;

    /** A process that has not even accepted the board for so many moves is replaced. */
    private static final int MOST_WAITS = 3;

    /** What the engine says before a move that it would play now. */
    private static final String BETTER = "MESSAGE REALTIME BEST ";

    private Process process;
    private Writer to;
    private BufferedReader from;
    private String[] opening = {};
    private int rows;
    private int cols;
    private int k;
    private boolean gravity;
    /** Whether the process has accepted the board. */
    private boolean accepted;
    /** How many moves have waited for that in vain. */
    private int waits;
    /** A question without an answer so far: its answer must not be taken for that of the next. */
    private boolean asked;
    /** By how much this thread woke up late at worst, lately. */
    private long delayMs;
    private boolean warned;
    /** The best move of this turn so far, as {x, y}. */
    private int[] announced;

    /** Starts a new game, and the process if it is not there. Called again and again on the same object. */
    void start(int rows, int cols, int k, boolean gravity, int seconds) {
        this.rows = rows;
        this.cols = cols;
        this.k = k;
        this.gravity = gravity;
        opening = new String[] {
            "INFO timeout_turn " + seconds * 1000L, "INFO timeout_match 0", "INFO move_overhead " + OVERHEAD_MS, "INFO show_detail 1",
            "INFO k " + k, "INFO gravity " + (gravity ? 1 : 0),
            rows == cols ? "START " + rows : "RECTSTART " + cols + "," + rows,
        };
        // The framework allows as long for this as for a move. On a busy machine a process may take longer to start: the first move waits for it.
        long deadline = System.nanoTime() + seconds * 500_000_000L;
        try {
            open(deadline);
        } catch (Late late) {
            return;
        } catch (Refused refused) {
            throw new IllegalStateException(refused.getMessage(), refused);
        } catch (IOException first) {
            // A process that died in the last game is replaced once.
            close();
            try {
                open(deadline);
            } catch (Late late) {
                return;
            } catch (IOException second) {
                throw new IllegalStateException(second.getMessage(), second);
            }
        }
    }

    /** A legal move as {x, y} from the top left, given all stones as {x, y, 1 for ours or 2}; within so many seconds. */
    int[] move(List<int[]> stones, int seconds) {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        int[][] board = new int[rows][cols];
        StringBuilder text = new StringBuilder("BOARD\n");
        for (int[] stone : stones) {
            board[stone[1]][stone[0]] = stone[2];
            text.append(stone[0]).append(',').append(stone[1]).append(',').append(stone[2]).append('\n');
        }
        Fallback fallback = new Fallback(board, k, gravity);
        announced = null;
        // A process that dies over the question is replaced while there is time for that.
        for (int tries = 0; tries < 2 && announced == null && end - System.nanoTime() > seconds * 400_000_000L; tries++) {
            try {
                ready(end - seconds * 400_000_000L);
                return ask(text + "DONE\n", end, fallback);
            } catch (Late late) {
                // It stops, and its answer is waiting when the next move is asked for.
                stop();
                warn(late.getMessage());
                break;
            } catch (IOException e) {
                close();
                warn(e.getMessage());
            }
        }
        return announced != null ? announced : fallback.move();
    }

    /** Asks for a move and keeps what is announced; nothing is waited for beyond the end of the time. */
    private int[] ask(String board, long end, Fallback fallback) throws IOException {
        // What is left of the time, and what is known of this machine's own delay.
        long left = Math.max(1, (end - System.nanoTime()) / 1_000_000);
        send("INFO timeout_turn " + left + "\nINFO move_overhead " + (OVERHEAD_MS + delay()) + "\n" + board);
        asked = true;
        while (true) {
            String line = receive(end - (LAST_CALL_MS + delay()) * 1_000_000L);
            if (line.startsWith("ERROR") || line.startsWith("UNKNOWN")) {
                throw new IOException("filetto says: " + line);
            }
            boolean news = line.startsWith(BETTER);
            int[] cell = cell(news ? line.substring(BETTER.length()) : line);
            if (cell != null && !fallback.isLegal(cell)) {
                throw new IOException("filetto answered with the illegal move " + line);
            }
            if (cell != null && !news) {
                asked = false;
                return cell;
            }
            announced = cell != null ? cell : announced;
        }
    }

    private void stop() {
        try {
            if (asked) {
                send("YXSTOP\n");
            }
        } catch (IOException gone) {
            close();
        }
    }

    private void warn(String why) {
        if (!warned) {
            String what = announced != null ? "the best move that it had announced is played" : "a win, a block or a cell near the stones is played";
            System.err.println("Filetto: " + why + "; " + what + " (said once)");
            warned = true;
        }
    }

    /** The process is there and has nothing left to say. */
    private void ready(long deadline) throws IOException {
        if (process == null || !process.isAlive()) {
            close();
            open(deadline);
            return;
        }
        if (!accepted) {
            try {
                accept(deadline);
            } catch (Late late) {
                // Slow to start, or hanging: that shows with time.
                if (++waits > MOST_WAITS) {
                    close();
                }
                throw late;
            }
            return;
        }
        try {
            while (asked) {
                String line = receive(deadline);
                asked = cell(line) == null && !line.startsWith("ERROR");
            }
        } catch (Late late) {
            close();
            open(deadline);
        }
    }

    /** Ends the process; it is started again when needed. */
    void close() {
        if (process != null) {
            process.destroyForcibly();
            process = null;
        }
        asked = false;
        waits = 0;
    }

    private void open(long deadline) throws IOException {
        if (process == null) {
            String binary = setting("binary", "FILETTO", "filetto");
            String level = setting("level", "FILETTO_LEVEL", "");
            String player = level.isEmpty() ? "filetto" : "filetto:level=" + level;
            if (new File(binary).isDirectory()) {
                throw new Refused("-Dfiletto.binary (or FILETTO) names a directory, not the program filetto: " + binary);
            }
            try {
                process = new ProcessBuilder(binary, "engine", "--player", player).start();
            } catch (IOException e) {
                throw new Refused("the program filetto was not found (" + binary + "): put it on the PATH, or say where it is with "
                    + "-Dfiletto.binary=FILE or the environment variable FILETTO");
            }
            to = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII);
            from = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        }
        accepted = false;
        try {
            for (String line : opening) {
                send(line + "\n");
            }
        } catch (IOException closed) {
            throw ended();
        }
        accept(deadline);
    }

    /** Waits until the process has accepted the board. */
    private void accept(long deadline) throws IOException {
        while (true) {
            String line = receive(deadline);
            if (line.startsWith("OK")) {
                asked = false;
                accepted = true;
                waits = 0;
                return;
            }
            if (line.startsWith("ERROR") && !asked) {
                throw new Refused("filetto refuses this board: " + line.substring("ERROR".length()).trim());
            }
            // Whatever else was still on its way from the last game.
        }
    }

    /** A property of this machine, or else a variable of the environment, or else what is usual. */
    private static String setting(String property, String variable, String usual) {
        String named = System.getProperty("filetto." + property, System.getenv(variable));
        return named == null || named.isEmpty() ? usual : named;
    }

    /** Why the process has ended, in its own words: it writes one sentence then, and nothing before. */
    private IOException ended() throws IOException {
        String why = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).trim();
        return new IOException("the program filetto has ended" + (why.isEmpty() ? "" : ": " + why));
    }

    /** `7,8` as numbers; nothing if the text is something else. */
    private static int[] cell(String text) {
        String[] numbers = text.trim().split(",");
        try {
            return numbers.length == 2 ? new int[] {Integer.parseInt(numbers[0].trim()), Integer.parseInt(numbers[1].trim())} : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private void send(String text) throws IOException {
        to.write(text);
        to.flush();
    }

    private long delay() {
        return Math.min(delayMs, LONGEST_DELAY_MS);
    }

    /** The next line. Waits without blocking for ever: a process that hangs must not hang the game. */
    private String receive(long deadline) throws IOException {
        while (!from.ready()) {
            if (!process.isAlive() && !from.ready()) {
                throw ended();
            }
            long before = System.nanoTime();
            if (before > deadline) {
                throw new Late();
            }
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
            // Forgotten slowly, over a few moves: a machine that was busy stays busy.
            delayMs = Math.max((System.nanoTime() - before) / 1_000_000 - 2, delayMs - delayMs / 200);
        }
        String line = from.readLine();
        if (line == null) {
            throw ended();
        }
        return line;
    }

    /** Nothing came in time. */
    private static final class Late extends IOException {
        private static final long serialVersionUID = 1;

        Late() {
            super("the program filetto did not answer in time");
        }
    }

    /** Trying again would not help. */
    private static final class Refused extends IOException {
        private static final long serialVersionUID = 1;

        Refused(String why) {
            super(why);
        }
    }
}
