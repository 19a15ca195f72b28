package dev.mangrove.bench.verbs;

/**
 * Runs two ways of doing the same thing in alternating rounds, first one then the other in front,
 * and compares the medians of their rounds.
 */
final class Duel {
    private static final int WARM_UP_ROUNDS = 12;

    private final int rounds;
    private final int operations;

    /** So many rounds of so many operations each. */
    Duel(int rounds, int operations) {
        this.rounds = rounds;
        this.operations = operations;
    }

    /** Carries out a number of operations. */
    @FunctionalInterface
    interface Side {
        void run(int operations);
    }

    /** Operations per second of ours divided by theirs. */
    Ratio fight(Side ours, Side theirs) {
        double[] ourRates = new double[rounds];
        double[] theirRates = new double[rounds];
        for (int i = -WARM_UP_ROUNDS; i < rounds; i++) {
            boolean weStart = (i & 1) == 0;
            double first = rate(weStart ? ours : theirs);
            double second = rate(weStart ? theirs : ours);
            if (i >= 0) {
                ourRates[i] = weStart ? first : second;
                theirRates[i] = weStart ? second : first;
            }
        }
        return new Ratio(Median.of(ourRates), Median.of(theirRates), "per s");
    }

    private double rate(Side side) {
        long start = System.nanoTime();
        side.run(operations);
        return operations * 1e9 / (System.nanoTime() - start);
    }
}
