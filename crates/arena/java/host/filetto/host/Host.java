package filetto.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Hosts one class of the Bologna interfaces in a process of its own and speaks Gomocup's protocol for it: START, RECTSTART, BEGIN,
 * TURN, BOARD, ABOUT, END, and INFO k, gravity, first, timeout_turn. What the class prints goes to standard error, so that it
 * cannot spoil the protocol; when the input ends, the process ends, whatever the class is doing. After INFO vitals 1 every
 * answer is preceded by a line that says how the class is doing.
 */
public final class Host {
    private final PrintStream out;
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Map<String, Integer> info = new HashMap<>();
    private final String className;
    private final Vitals.Counter counter;
    private Table table;
    private Vitals vitals;
    private boolean gravity;
    private int rows;
    private int cols;

    private Host(String className, PrintStream out, Vitals.Counter counter) {
        this.className = className;
        this.out = out;
        this.counter = counter;
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        Vitals.Counter counter = new Vitals.Counter(System.err);
        System.setOut(new PrintStream(counter, true));
        Host host = new Host(args[0], out, counter);
        Thread reader = new Thread(host::read, "host-input");
        reader.setDaemon(true);
        reader.start();
        host.run();
    }

    private void read() {
        try {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.trim().equalsIgnoreCase("END")) {
                    break;
                }
                lines.add(line);
            }
        } catch (IOException e) {
            // As good as the end of the input.
        }
        // Not exit: a player's shutdown hook could hang.
        Runtime.getRuntime().halt(0);
    }

    private void run() throws InterruptedException {
        while (true) {
            String line = lines.take().trim();
            if (line.isEmpty()) {
                continue;
            }
            String answer;
            try {
                answer = answer(line);
            } catch (Throwable e) {
                e.printStackTrace();
                answer = "ERROR " + String.valueOf(e).replaceAll("[\\r\\n]+", " ");
            }
            if (answer != null) {
                out.print(vitals == null ? answer + "\n" : vitals.line() + "\n" + answer + "\n");
                out.flush();
            }
        }
    }

    private String answer(String line) throws Exception {
        String[] words = line.split("[ ,]+");
        switch (words[0].toUpperCase(Locale.ROOT)) {
            case "INFO":
                note(words);
                return null;
            case "START":
                return start(number(words, 1), number(words, 1));
            case "RECTSTART":
                return start(number(words, 2), number(words, 1));
            case "BEGIN":
                return move();
            case "TURN":
                put(number(words, 1), number(words, 2));
                return move();
            case "BOARD":
                return board();
            case "ABOUT":
                return "name=\"" + (table == null ? className : table.name()) + "\", version=\"1\", author=\"hosted by filetto\"";
            default:
                return "UNKNOWN " + words[0];
        }
    }

    private void note(String[] words) {
        try {
            info.put(words[1].toLowerCase(Locale.ROOT), (int) Math.min(Integer.MAX_VALUE, Long.parseLong(words[2])));
        } catch (RuntimeException e) {
            // A key without a number is none of ours.
        }
    }

    private static int number(String[] words, int at) {
        return Integer.parseInt(words[at]);
    }

    private String start(int rows, int cols) throws Exception {
        this.rows = rows;
        this.cols = cols;
        if (table == null) {
            table = load();
        }
        boolean falls = info.getOrDefault("gravity", 0) == 1;
        if (falls != gravity) {
            return "ERROR " + className + (gravity ? " plays only with gravity" : " plays only without gravity");
        }
        int seconds = Math.max(1, info.getOrDefault("timeout_turn", 10000) / 1000);
        int k = info.getOrDefault("k", 5);
        boolean first = info.getOrDefault("first", 1) == 1;
        if (vitals == null && info.getOrDefault("vitals", 0) == 1) {
            vitals = new Vitals(counter, table);
        }
        long start = System.nanoTime();
        table.init(rows, cols, k, first, seconds);
        if (vitals != null) {
            vitals.initialised(System.nanoTime() - start);
        }
        return "OK";
    }

    private Table load() throws Exception {
        Object player = Class.forName(className).getDeclaredConstructor().newInstance();
        List<String> names = new ArrayList<>();
        for (Class<?> c = player.getClass(); c != null; c = c.getSuperclass()) {
            Arrays.stream(c.getInterfaces()).forEach(i -> names.add(i.getName()));
        }
        // By name: the classes of the other framework need not be there.
        if (names.contains("connectx.CXPlayer")) {
            gravity = true;
            return new CxTable(player);
        }
        if (names.contains("mnkgame.MNKPlayer")) {
            return new MnkTable(player);
        }
        throw new IllegalArgumentException(className + " implements neither mnkgame.MNKPlayer nor connectx.CXPlayer");
    }

    private void put(int x, int y) {
        table.put(y, x);
    }

    private String board() throws InterruptedException {
        table.clear();
        for (String line = lines.take().trim(); !line.equalsIgnoreCase("DONE"); line = lines.take().trim()) {
            String[] words = line.split("[ ,]+");
            put(number(words, 0), number(words, 1));
        }
        return move();
    }

    private String move() {
        String answer = table.choose();
        if (!answer.startsWith("ERROR")) {
            String[] words = answer.split(",");
            int x = Integer.parseInt(words[0]);
            int y = Integer.parseInt(words[1]);
            if (x >= 0 && x < cols && y >= 0 && y < rows) {
                try {
                    put(x, y);
                } catch (RuntimeException e) {
                    // An illegal cell: the referee will say so.
                }
            }
        }
        return answer;
    }
}
