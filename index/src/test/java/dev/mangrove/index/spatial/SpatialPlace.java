package dev.mangrove.index.spatial;

/** Where the contract of spatial indexes runs: makes indexes, and views of them for threads. */
public interface SpatialPlace extends AutoCloseable {
    /** A test. */
    @FunctionalInterface
    interface Body {
        /** Runs it. */
        void run() throws Exception;
    }

    /** What one of several threads does with a view of its own. */
    @FunctionalInterface
    interface Work {
        /** Does it. */
        void run(int number, SpatialIndex view) throws Exception;
    }

    /** Runs a test: at once, or in virtual time. */
    void run(Body body) throws Exception;

    /** The tree under test. */
    SpatialDesign design();

    /** A view of a new index. */
    SpatialIndex create(SpatialOptions options);

    /** Another view of the index made last, for the same thread. */
    SpatialIndex another();

    /** Runs threads at the same time, each with a view of the index made last. */
    void together(int threads, Work work);

    /** Ends all views. */
    @Override
    void close();
}
