package dev.mangrove.check.ordered;

import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/**
 * What a client does beside other operations on an index whose values expire: it adds to counters,
 * and changes the lifetimes of keys. A part of the keys has counters only, so that many additions
 * meet one.
 */
final class LifetimeSteps {
    /** Chosen: as often as the rarer of the other operations, so that these keep their places. */
    private static final int STEP_ONE_IN = 6;

    private static final int COUNTING_ONE_IN = 4;
    private static final int OTHER_ONE_IN = 3;
    private static final int EXPIRING_ONE_IN = 3;
    private static final int MANY_ONE_IN = 4;
    private static final int MOST_AT_ONCE = 12;

    /** Chosen: some operations. */
    private static final int LONGEST_TTL_NANOS = 60_000;

    /** Above all values of clients, so that a sum of counters is one as well. */
    private static final long COUNTER = 1L << 48;

    /** Chosen: so many that no two sums are equal. */
    private static final int RANDOM_BITS = 40;

    /** Chosen: any odd number; spreads keys. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final RecordedLifetimes lifetimes;
    private final RandomGenerator random;

    LifetimeSteps(RecordedLifetimes lifetimes, RandomGenerator random) {
        this.lifetimes = lifetimes;
        this.random = random;
    }

    /** A value for a key: a counter, if the key is one of those that count. */
    static long valueFor(long key, long value) {
        return isCounting(key) ? COUNTER | value : value;
    }

    private static boolean isCounting(long key) {
        return ((key * SPREAD) >>> Integer.SIZE) % COUNTING_ONE_IN == 0;
    }

    /** Whether the next operation of the client is one of these. */
    boolean isNext() {
        return random.nextInt(STEP_ONE_IN) == 0;
    }

    /** Does one of them, on a key or on several. */
    void step(long key, LongSupplier others) {
        boolean other = random.nextInt(OTHER_ONE_IN) == 0;
        if (isCounting(key) != other) {
            if (random.nextInt(MANY_ONE_IN) == 0) {
                addMany(key, others);
            } else {
                OptionalLong _ = lifetimes.add(key, delta(), shortTtl(0));
            }
            return;
        }
        switch (random.nextInt(4)) {
            case 0 -> {
                boolean _ = lifetimes.persist(key);
            }
            case 1 -> {
                OptionalLong _ = lifetimes.left(key);
            }
            default -> {
                boolean _ = lifetimes.expire(key, shortTtl(ExpiringValues.ENDLESS_NANOS));
            }
        }
    }

    private void addMany(long key, LongSupplier others) {
        long[] keys =
                LongStream.concat(
                                LongStream.of(key),
                                LongStream.generate(others).limit(random.nextInt(MOST_AT_ONCE)))
                        .distinct()
                        .toArray();
        lifetimes.addAll(keys, LongStream.generate(this::delta).limit(keys.length).toArray());
    }

    private long delta() {
        return COUNTER + (random.nextLong() >>> (Long.SIZE - RANDOM_BITS));
    }

    /** Ends within some operations, or is another. */
    private long shortTtl(long other) {
        return random.nextInt(EXPIRING_ONE_IN) == 0 ? 1 + random.nextInt(LONGEST_TTL_NANOS) : other;
    }
}
