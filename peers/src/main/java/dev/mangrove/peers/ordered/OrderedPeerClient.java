package dev.mangrove.peers.ordered;

/** An ordered system with its data. */
public interface OrderedPeerClient extends AutoCloseable {
    /** Loads the keys of {@code Keys} by the system's fastest method. */
    void load(long keys);

    /** Memory of the data in bytes; called once, after the load. */
    double bytes();

    /** Maximum number of threads that may use the system at the same time. */
    default int mostThreads() {
        return Integer.MAX_VALUE;
    }

    /** Opens access for one thread. */
    OrderedPeer open();

    @Override
    void close();
}
