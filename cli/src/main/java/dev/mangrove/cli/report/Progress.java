package dev.mangrove.cli.report;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * A bar that tells how far a long task has come. It appears only on a terminal, only once the task
 * has taken a few seconds, and is wiped when the task ends. Any thread may advance it; call it per
 * block of work rather than per operation.
 */
public final class Progress implements AutoCloseable {
    /** Set to {@code true} by the launcher when the standard error is a terminal. */
    public static final String TERMINAL_PROPERTY = "mangrove.terminal";

    /** Chosen: a shorter task needs no bar. */
    private static final long QUIET_NANOS = Duration.ofSeconds(3).toNanos();

    /** Chosen: as often as the eye follows. */
    private static final long REDRAW_NANOS = Duration.ofMillis(100).toNanos();

    /** Chosen: label, bar and numbers fit 80 columns. */
    private static final int BAR_WIDTH = 30;

    private static final String WIPE = "\r\033[K";

    private final String label;
    private final long total;
    private final PrintStream terminal;
    private final boolean shown;
    private final LongSupplier nanoClock;
    private final long startNanos;
    private final AtomicLong done = new AtomicLong();
    private final ReentrantLock drawing = new ReentrantLock();
    private volatile long nextDrawNanos;
    private boolean drawn;
    private boolean closed;

    Progress(
            String label, long total, PrintStream terminal, boolean shown, LongSupplier nanoClock) {
        if (total <= 0) {
            throw new IllegalArgumentException("total must be positive: total=" + total);
        }
        this.label = label;
        this.total = total;
        this.terminal = terminal;
        this.shown = shown;
        this.nanoClock = nanoClock;
        this.startNanos = nanoClock.getAsLong();
        this.nextDrawNanos = startNanos + QUIET_NANOS;
    }

    /** Starts the progress of a task of so many steps, on the standard error. */
    public static Progress of(String label, long total) {
        boolean terminal = Boolean.getBoolean(TERMINAL_PROPERTY);
        return new Progress(label, total, System.err, terminal, System::nanoTime);
    }

    /** Adds steps that are done, and redraws the bar when it is time to. */
    public void advance(long steps) {
        done.addAndGet(steps);
        if (shown && nanoClock.getAsLong() - nextDrawNanos >= 0 && drawing.tryLock()) {
            try {
                draw();
            } finally {
                drawing.unlock();
            }
        }
    }

    /** Wipes the bar. */
    @Override
    public void close() {
        drawing.lock();
        try {
            if (drawn) {
                terminal.print(WIPE);
                terminal.flush();
                drawn = false;
            }
            closed = true;
        } finally {
            drawing.unlock();
        }
    }

    private void draw() {
        long now = nanoClock.getAsLong();
        if (closed || now - nextDrawNanos < 0) {
            return;
        }
        terminal.print(WIPE + line(now - startNanos));
        terminal.flush();
        drawn = true;
        nextDrawNanos = now + REDRAW_NANOS;
    }

    private String line(long elapsedNanos) {
        double share = Math.clamp((double) done.get() / total, 0.0, 1.0);
        int filled = (int) (share * BAR_WIDTH);
        String bar = "#".repeat(filled) + ".".repeat(BAR_WIDTH - filled);
        String left = share == 0 ? "" : secondsLeft(elapsedNanos, share);
        return String.format(Locale.ROOT, "%s [%s] %3.0f %%%s", label, bar, share * 100, left);
    }

    private static String secondsLeft(long elapsedNanos, double share) {
        double seconds = elapsedNanos / 1e9 * (1 - share) / share;
        return String.format(Locale.ROOT, ", %.0f s left", seconds);
    }
}
