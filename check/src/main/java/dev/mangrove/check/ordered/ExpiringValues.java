package dev.mangrove.check.ordered;

import java.util.OptionalLong;

/** What an index can do whose values expire. */
public interface ExpiringValues {
    /** Nanoseconds of a time to live that no run reaches. */
    long ENDLESS_NANOS = 86_400_000_000_000L;

    /** Nanoseconds that a value lives for after a put; 0 if it does not expire during a run. */
    long ttlNanos(long value);

    /**
     * Adds to a counter and returns the sum, or nothing if the key has a value that is no counter.
     *
     * @param ttlNanos time to live of a new counter, or 0
     */
    OptionalLong add(long key, long delta, long ttlNanos);

    /** Adds to several counters, of different keys, by one batch; as {@link #add} for each. */
    OptionalLong[] addAll(long[] keys, long[] deltas);

    /** Gives a key another time to live; whether it was present. */
    boolean expire(long key, long ttlNanos);

    /** Takes the expiry of a key away; whether it had one. */
    boolean persist(long key);

    /** Nanoseconds that a key has left; nothing if it is absent or has no expiry. */
    OptionalLong leftNanos(long key);
}
