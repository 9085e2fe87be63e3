package filetto;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * A `filetto engine` process that is asked for moves in the Gomocup protocol.
 *
 * The process ends by itself when this virtual machine does, however it ends: its standard input is then closed. No threads, nothing
 * on standard output: what the course forbids is not done here either.
 */
final class Engine {
    /**
     * What this machine needs of a move's time besides the engine: starting threads, garbage collection, the referee's own work. The
     * engine is told the whole time and this, and decides what to spend: no arithmetic on time is done here.
     */
    private static final long OVERHEAD_MS = 150;
    /** A process that has not answered so long before the end of the time is not waited for. */
    private static final long LAST_CALL_MS = 50;

    private Process process;
    private Writer to;
    private BufferedReader from;
    private String[] opening = {};

    /** Starts a new game, and the process if it is not there. Called again and again on the same object. */
    void start(int rows, int cols, int k, boolean gravity, int seconds) {
        opening = new String[] {
            "INFO timeout_turn " + seconds * 1000L, "INFO timeout_match 0", "INFO move_overhead " + OVERHEAD_MS,
            "INFO k " + k, "INFO gravity " + (gravity ? 1 : 0),
            rows == cols ? "START " + rows : "RECTSTART " + cols + "," + rows,
        };
        try {
            open();
        } catch (IOException first) {
            // A process that died in the last game is replaced once.
            close();
            try {
                open();
            } catch (IOException second) {
                throw new IllegalStateException(second.getMessage(), second);
            }
        }
    }

    /** The engine's move as {x, y} from the top left, given all stones as lines of BOARD; within so many milliseconds. */
    int[] move(Iterable<String> stones, int seconds) throws IOException {
        long deadline = System.currentTimeMillis() + seconds * 1000L - LAST_CALL_MS;
        if (process == null || !process.isAlive()) {
            close();
            open();
        }
        StringBuilder text = new StringBuilder("BOARD\n");
        for (String stone : stones) {
            text.append(stone).append('\n');
        }
        send(text.append("DONE\n").toString());
        while (true) {
            String line = receive(deadline);
            if (line.startsWith("ERROR") || line.startsWith("UNKNOWN")) {
                throw new IOException("filetto says: " + line);
            }
            String[] numbers = line.split(",");
            if (numbers.length == 2 && !line.startsWith("MESSAGE")) {
                return new int[] {Integer.parseInt(numbers[0].trim()), Integer.parseInt(numbers[1].trim())};
            }
        }
    }

    /** Ends the process; it is started again when needed. */
    void close() {
        if (process != null) {
            process.destroyForcibly();
            process = null;
        }
    }

    private void open() throws IOException {
        if (process == null) {
            String binary = setting("binary", "FILETTO", "filetto");
            String level = setting("level", "FILETTO_LEVEL", "");
            String player = level.isEmpty() ? "filetto" : "filetto:level=" + level;
            try {
                process = new ProcessBuilder(binary, "engine", "--player", player).start();
            } catch (IOException e) {
                throw new IOException("the program filetto was not found (" + binary + "): put it on the PATH, or say where it is with "
                    + "-Dfiletto.binary=FILE or the environment variable FILETTO", e);
            }
            to = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII);
            from = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        }
        try {
            for (String line : opening) {
                send(line + "\n");
            }
        } catch (IOException closed) {
            throw ended();
        }
        long deadline = System.currentTimeMillis() + 5000;
        while (!receive(deadline).startsWith("OK")) {
            // Whatever was still on its way from the last game.
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

    private void send(String text) throws IOException {
        to.write(text);
        to.flush();
    }

    /** The next line. Waits without blocking for ever: a process that hangs must not hang the game. */
    private String receive(long deadline) throws IOException {
        while (!from.ready()) {
            if (!process.isAlive() && !from.ready()) {
                throw ended();
            }
            if (System.currentTimeMillis() > deadline) {
                throw new IOException("the program filetto did not answer in time");
            }
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
        String line = from.readLine();
        if (line == null) {
            throw ended();
        }
        return line;
    }
}
