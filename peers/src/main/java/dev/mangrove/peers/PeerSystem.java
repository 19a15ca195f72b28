package dev.mangrove.peers;

/** One system with its data, as the parent process drives it. */
public interface PeerSystem extends AutoCloseable {
    /** Loads the data; returns bytes of memory per entry, or NaN if the system cannot tell. */
    double load();

    /** Whether the system supports an operation on the given number of threads. */
    boolean can(String operation, int threads);

    /**
     * Repeats one operation.
     *
     * @param operation name of the operation
     * @param distribution of the keys or windows
     * @param threads number of threads at the same time
     * @param seconds duration
     * @param seed of the random choices; systems with the same seed get the same requests
     */
    Measured run(String operation, String distribution, int threads, double seconds, long seed);

    @Override
    void close();
}
