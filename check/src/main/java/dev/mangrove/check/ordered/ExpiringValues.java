package dev.mangrove.check.ordered;

/** An index some of whose values expire during a run. */
public interface ExpiringValues {
    /** Nanoseconds that a value lives for after a put; 0 if it does not expire during a run. */
    long ttlNanos(long value);
}
