package filetto.host;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/** How the hosted class is doing: its last initPlayer, the peak of the heap, what it prints, threads that it leaves behind. */
final class Vitals {
    private final Counter counter;
    private final Table table;
    private final List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans();
    /** Threads that were there before the class was asked for anything. */
    private final int own = Thread.activeCount();
    private long initMicros;

    Vitals(Counter counter, Table table) {
        this.counter = counter;
        this.table = table;
    }

    void initialised(long nanos) {
        initMicros = nanos / 1000;
    }

    String line() {
        long heap = 0;
        for (MemoryPoolMXBean pool : pools) {
            if (pool.getType() == MemoryType.HEAP) {
                heap += pool.getPeakUsage().getUsed();
            }
        }
        long threads = Math.max(0, Thread.activeCount() - own);
        return "MESSAGE host init=" + initMicros + " heap=" + heap + " printed=" + counter.bytes + " threads=" + threads + " name=" + name();
    }

    private String name() {
        try {
            return String.valueOf(table.name()).replaceAll("\\p{Cntrl}", " ");
        } catch (RuntimeException | LinkageError e) {
            return "";
        }
    }

    /** Passes on what the class prints and counts it. */
    static final class Counter extends FilterOutputStream {
        private volatile long bytes;

        Counter(OutputStream out) {
            super(out);
        }

        @Override public synchronized void write(int b) throws IOException {
            bytes++;
            out.write(b);
        }

        @Override public synchronized void write(byte[] b, int from, int length) throws IOException {
            bytes += length;
            out.write(b, from, length);
        }
    }
}
