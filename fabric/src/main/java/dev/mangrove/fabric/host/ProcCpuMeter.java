package dev.mangrove.fabric.host;

import java.nio.file.Path;

/**
 * Reads processor time from {@code /proc}. The kernel counts the host's busy time in ticks of 10
 * ms, so an interval shorter than {@link #SHORTEST_NANOS} is joined with the next one. Without
 * {@code /proc} both figures stay 0.
 */
final class ProcCpuMeter implements Host.CpuMeter {
    /** Five ticks, so that rounding to a tick is an error of at most a fifth. */
    private static final long SHORTEST_NANOS = 50_000_000;

    /** USER_HZ of Linux on x86-64 and Arm. */
    private static final double TICKS_PER_SECOND = 100;

    private static final Path HOST = Path.of("/proc/stat");
    private static final Path PROCESS = Path.of("/proc/self/stat");
    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;
    private static final int STEAL = 7;
    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;

    private final int cores = Runtime.getRuntime().availableProcessors();
    private final Host host;
    private final ProcFile hostFile = new ProcFile(HOST);
    private final ProcFile processFile = new ProcFile(PROCESS);
    private final long[] hostFields = new long[STEAL + 1];
    private final long[] processFields = new long[SYSTEM_TIME + 1];
    private long sampledAt;
    private long hostBusy;
    private long hostTotal;
    private long processTicks;
    private double hostUtilisation;
    private double processCores;

    ProcCpuMeter(Host host) {
        this.host = host;
        this.sampledAt = host.nanoTime();
        readHost();
        readProcess();
    }

    @Override
    public void sample() {
        long now = host.nanoTime();
        if (now - sampledAt < SHORTEST_NANOS) {
            return;
        }
        long busyBefore = hostBusy;
        long totalBefore = hostTotal;
        long ticksBefore = processTicks;
        readHost();
        readProcess();
        long total = hostTotal - totalBefore;
        hostUtilisation =
                total <= 0 ? 0 : Math.clamp((double) (hostBusy - busyBefore) / total, 0, 1);
        double seconds = (now - sampledAt) / 1e9;
        processCores =
                Math.clamp((processTicks - ticksBefore) / TICKS_PER_SECOND / seconds, 0, cores);
        sampledAt = now;
    }

    @Override
    public double hostUtilisation() {
        return hostUtilisation;
    }

    @Override
    public double processCores() {
        return processCores;
    }

    /** First line: {@code cpu user nice system idle iowait irq softirq steal ...}. */
    private void readHost() {
        if (!hostFile.read('u', hostFields)) {
            return;
        }
        long busy = 0;
        long idle = 0;
        for (int i = 0; i < hostFields.length; i++) {
            if (i == IDLE || i == IO_WAIT) {
                idle += hostFields[i];
            } else {
                busy += hostFields[i];
            }
        }
        hostBusy = busy;
        hostTotal = busy + idle;
    }

    /**
     * {@code pid (name) state ppid ...}; the name may hold anything, so fields count from its
     * closing parenthesis.
     */
    private void readProcess() {
        if (processFile.read(')', processFields)) {
            processTicks = processFields[USER_TIME] + processFields[SYSTEM_TIME];
        }
    }
}
