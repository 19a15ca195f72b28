package dev.mangrove.index.spatial;

/** The environment of the spatial contract: creates indexes, and views of them for threads. */
public interface SpatialPlace extends AutoCloseable {
    /** A test. */
    @FunctionalInterface
    interface Body {
        /** Runs it. */
        void run() throws Exception;
    }

    /** The work of one of several threads, with a view of its own. */
    @FunctionalInterface
    interface Work {
        /** Does it. */
        void run(int number, SpatialIndex view) throws Exception;
    }

    /** Runs a test: at once, or in virtual time. */
    void run(Body body) throws Exception;

    /** The tree under test. */
    SpatialDesign design();

    /** Creates an index and opens a view of it. */
    SpatialIndex create(SpatialOptions options);

    /** Opens another view of the last created index, for the same thread. */
    SpatialIndex another();

    /** Runs threads at the same time, each with a view of the last created index. */
    void together(int threads, Work work);

    /** Whether an index allows one cursor at a time, as one thread's view does. */
    default boolean hasOneCursor() {
        return true;
    }

    /** Ends all views. */
    @Override
    void close();
}
