package dev.mangrove.peers.ordered;

/** An ordered system with its data. */
public interface OrderedStore extends AutoCloseable {
    /** Fills it with the loaded keys of {@code Keys}, the fastest way it has. */
    void load(long keys);

    /** Memory that the data takes; asked once it is loaded. */
    double bytes();

    /** The most threads that may use it at the same time. */
    default int mostThreads() {
        return Integer.MAX_VALUE;
    }

    /** A way for one thread. */
    OrderedPeer open();

    @Override
    void close();
}
