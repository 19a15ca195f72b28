package dev.mangrove.peers;

import org.HdrHistogram.Histogram;

import java.util.Locale;

/** Rate, latencies and wrong answers of one thread, or of all threads, in a phase. */
public final class Measured {
    private static final long LONGEST_NANOS = 60_000_000_000L;
    private static final int DIGITS = 2;

    private final Histogram latencies = new Histogram(LONGEST_NANOS, DIGITS);
    private double perSecond;
    private long operations;
    private long wrong;
    private long checksum;
    private String firstWrong = "-";

    /** Creates an empty result. */
    public Measured() {}

    /** Adds the time of one timed operation. */
    public void latency(long nanos) {
        latencies.recordValue(Math.clamp(nanos, 0, LONGEST_NANOS));
    }

    /** Counts a wrong answer and keeps the first description. */
    public void wrong(String what) {
        if (wrong++ == 0) {
            firstWrong = what.replace('\n', ' ');
        }
    }

    /** Adds a checksum of answers, which must be equal in all systems. */
    public void checksum(long sum) {
        checksum += sum;
    }

    /** Adds {@code done} operations that took {@code nanos} in all. */
    public void ends(long done, long nanos) {
        operations += done;
        perSecond += done * 1e9 / Math.max(1, nanos);
    }

    /** Number of operations. */
    public long operations() {
        return operations;
    }

    /** Number of wrong answers. */
    public long wrongAnswers() {
        return wrong;
    }

    /** Description of the first wrong answer; a dash if there is none. */
    public String firstWrong() {
        return firstWrong;
    }

    /** Adds another thread's result. */
    public void add(Measured other) {
        latencies.add(other.latencies);
        perSecond += other.perSecond;
        operations += other.operations;
        checksum += other.checksum;
        wrong += other.wrong;
        firstWrong = firstWrong.equals("-") ? other.firstWrong : firstWrong;
    }

    /** Formats the result as a line for the parent process. */
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
