package dev.mangrove.bench.verbs;

/**
 * Compares two implementations of the same operation by the medians of alternating rounds; which of
 * them runs first alternates, too.
 */
final class AlternatingRounds {
    /**
     * Time for which no round is faster than those before, by more than {@link #NOISE}, until both
     * sides count as compiled. Chosen: the JVM's compiler may be that far behind when it has
     * started.
     */
    private static final long STEADY_NANOS = 1_000_000_000;

    /** Chosen: what rounds of compiled code differ by on a machine with other work. */
    private static final double NOISE = 1.1;

    /** Longest time of a warm-up. Chosen: several times what a quiet machine takes. */
    private static final long LONGEST_WARM_UP_NANOS = 6_000_000_000L;

    private final int rounds;
    private final int operations;

    /** Creates a comparison of {@code rounds} rounds of {@code operations} operations each. */
    AlternatingRounds(int rounds, int operations) {
        this.rounds = rounds;
        this.operations = operations;
    }

    /** Executes a number of operations. */
    @FunctionalInterface
    interface Side {
        void run(int operations);
    }

    /** Measures; the ratio is our operations per second divided by theirs. */
    Ratio compare(Side ours, Side theirs) {
        double[] ourRates = new double[rounds];
        double[] theirRates = new double[rounds];
        warmUp(ours, theirs);
        for (int i = 0; i < rounds; i++) {
            boolean weStart = (i & 1) == 0;
            double first = rate(weStart ? ours : theirs);
            double second = rate(weStart ? theirs : ours);
            ourRates[i] = weStart ? first : second;
            theirRates[i] = weStart ? second : first;
        }
        return new Ratio(Median.of(ourRates), Median.of(theirRates), "per s");
    }

    private void warmUp(Side ours, Side theirs) {
        double ourBest = 0;
        double theirBest = 0;
        long start = System.nanoTime();
        long risen = start;
        long now = start;
        while (now - risen < STEADY_NANOS && now - start < LONGEST_WARM_UP_NANOS) {
            double ourRate = rate(ours);
            double theirRate = rate(theirs);
            now = System.nanoTime();
            if (ourRate > ourBest * NOISE || theirRate > theirBest * NOISE) {
                ourBest = Math.max(ourBest, ourRate);
                theirBest = Math.max(theirBest, theirRate);
                risen = now;
            }
        }
    }

    private double rate(Side side) {
        long start = System.nanoTime();
        side.run(operations);
        return operations * 1e9 / (System.nanoTime() - start);
    }
}
