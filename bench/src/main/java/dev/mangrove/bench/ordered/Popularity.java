package dev.mangrove.bench.ordered;

import java.util.random.RandomGenerator;

/** A distribution of the ranks that operations ask for. */
public interface Popularity {
    /** Draws a rank from 0 to {@code items} - 1. */
    long next(RandomGenerator random);

    /**
     * The distribution with a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Popularity of(String name, long items) {
        return switch (name) {
            case "uniform" -> random -> random.nextLong(items);
            case "zipf" -> scrambled(new Zipfian(items), items);
            default ->
                    throw new IllegalArgumentException(
                            "no such distribution: " + name + "; there are uniform, zipf");
        };
    }

    /** Zipf's distribution in which rank 0, the key inserted last, is the most popular. */
    static Popularity latest(long items) {
        return new Zipfian(items);
    }

    /** Hashes ranks, so that popular ones are not neighbours. */
    private static Popularity scrambled(Popularity popularity, long items) {
        return random -> Long.remainderUnsigned(Keys.hash(1 + popularity.next(random)), items);
    }
}
