package dev.mangrove.peers;

/** One system with its data, as a parent drives it. */
public interface PeerSystem extends AutoCloseable {
    /** Fills it; bytes of memory per entry, or NaN if nobody can tell. */
    double load();

    /** Whether it has an operation, on so many threads. */
    boolean can(String operation, int threads);

    /**
     * Does one thing again and again.
     *
     * @param operation what
     * @param distribution on which data
     * @param threads how many at the same time
     * @param seconds for how long
     * @param seed of the random numbers; two systems with the same seed do the same
     */
    Measured run(String operation, String distribution, int threads, double seconds, long seed);

    @Override
    void close();
}
