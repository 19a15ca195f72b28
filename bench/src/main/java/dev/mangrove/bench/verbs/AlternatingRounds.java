package dev.mangrove.bench.verbs;

/**
 * Compares two implementations of the same operation by the medians of alternating rounds; which of
 * them runs first alternates, too.
 */
final class AlternatingRounds {
    /** Chosen, with the next: both sides are compiled by then, on a slow machine and a fast one. */
    private static final int WARM_UP_ROUNDS = 12;

    private static final long WARM_UP_NANOS = 1_000_000_000;

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
        long start = System.nanoTime();
        // Ends: each round takes time.
        for (int i = 0; i < WARM_UP_ROUNDS || System.nanoTime() - start < WARM_UP_NANOS; i++) {
            ours.run(operations);
            theirs.run(operations);
        }
    }

    private double rate(Side side) {
        long start = System.nanoTime();
        side.run(operations);
        return operations * 1e9 / (System.nanoTime() - start);
    }
}
