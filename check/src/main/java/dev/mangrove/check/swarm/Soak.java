package dev.mangrove.check.swarm;

import dev.mangrove.check.CheckReport;
import dev.mangrove.check.CheckRun;

import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Runs seeds until the time is over or a promise is broken, and says how far it has come. */
public final class Soak {
    private static final double SECOND = 1e9;
    private static final double MINUTE = 60 * SECOND;

    /** Chosen: often enough to see that it goes on. */
    private static final double REPORT_NANOS = 10 * SECOND;

    private final CheckRun run;
    private final LongSupplier nanoClock;
    private final Consumer<String> progress;

    /**
     * Creates a soak run.
     *
     * @param progress takes a line every ten seconds
     */
    public Soak(CheckRun run, LongSupplier nanoClock, Consumer<String> progress) {
        this.run = run;
        this.nanoClock = nanoClock;
        this.progress = progress;
    }

    /** Runs seeds from one on for so many minutes, at least one seed. */
    public CheckReport run(long firstSeed, double minutes) {
        long start = nanoClock.getAsLong();
        double reported = 0;
        double taken = 0;
        for (long seed = firstSeed; taken < minutes * MINUTE || seed == firstSeed; seed++) {
            run.runOne(seed);
            taken = nanoClock.getAsLong() - start;
            if (!run.isGood()) {
                break;
            }
            if (taken - reported >= REPORT_NANOS) {
                reported = taken;
                progress.accept(line(seed, taken));
            }
        }
        return run.report().within(taken / SECOND);
    }

    private String line(long seed, double nanos) {
        return String.format(
                Locale.ROOT,
                "%.0f s: %d seeds, the last is %d; %.0f per minute",
                nanos / SECOND,
                run.seeds(),
                seed,
                run.seeds() / (nanos / MINUTE));
    }
}
