package dev.mangrove.bench.ordered;

import java.util.random.RandomGenerator;

/** How often which rank is asked for. */
public interface Popularity {
    /** The next rank, below {@code items}; {@code items} never becomes less. */
    long next(RandomGenerator random);

    /**
     * The popularity of a name.
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

    /** The most popular first, as those asked for last are. */
    static Popularity latest(long items) {
        return new Zipfian(items);
    }

    /** Spreads what is popular over all ranks. */
    private static Popularity scrambled(Popularity popularity, long items) {
        return random -> Long.remainderUnsigned(Keys.hash(1 + popularity.next(random)), items);
    }
}
