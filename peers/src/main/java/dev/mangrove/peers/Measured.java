package dev.mangrove.peers;

import org.HdrHistogram.Histogram;

import java.util.Locale;

/** What a thread, or all of them, did in a phase. */
public final class Measured {
    private static final long LONGEST_NANOS = 60_000_000_000L;
    private static final int DIGITS = 2;

    private final Histogram latencies = new Histogram(LONGEST_NANOS, DIGITS);
    private double perSecond;
    private long operations;
    private long wrong;
    private long checksum;
    private String firstWrong = "-";

    /** Nothing yet. */
    public Measured() {}

    /** The time that one operation took, of those that are looked at. */
    public void latency(long nanos) {
        latencies.recordValue(Math.clamp(nanos, 0, LONGEST_NANOS));
    }

    /** An answer that cannot be. */
    public void wrong(String what) {
        if (wrong++ == 0) {
            firstWrong = what.replace('\n', ' ');
        }
    }

    /** A number that depends on answers, the same in all systems. */
    public void checksum(long sum) {
        checksum += sum;
    }

    /** The work ends. */
    public void ends(long done, long nanos) {
        operations += done;
        perSecond += done * 1e9 / Math.max(1, nanos);
    }

    /** Operations so far. */
    public long operations() {
        return operations;
    }

    /** Answers that cannot be. */
    public long wrongAnswers() {
        return wrong;
    }

    /** The first of them. */
    public String firstWrong() {
        return firstWrong;
    }

    /** Adds another thread's. */
    public void add(Measured other) {
        latencies.add(other.latencies);
        perSecond += other.perSecond;
        operations += other.operations;
        checksum += other.checksum;
        wrong += other.wrong;
        firstWrong = firstWrong.equals("-") ? other.firstWrong : firstWrong;
    }

    /** As a line for the parent. */
    public String line() {
        return String.format(
                Locale.ROOT,
                "ran %.3f %.3f %.3f %d %d %s",
                perSecond,
                latencies.getValueAtPercentile(50) / 1e3,
                latencies.getValueAtPercentile(99) / 1e3,
                checksum,
                wrong,
                firstWrong);
    }
}
