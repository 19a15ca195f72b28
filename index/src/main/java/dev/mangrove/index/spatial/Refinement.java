package dev.mangrove.index.spatial;

/**
 * The second stage of a search: an index knows rectangles only, and whoever knows the objects
 * themselves says which of those that were found are really wanted. One is used by many threads.
 *
 * <p>Where it runs depends on who searches. A server has those that were registered with it, by
 * name; a client brings its own, of the same meaning, for the searches that it does itself.
 */
@FunctionalInterface
public interface Refinement {
    /** Whether an object is wanted that was found by a window. */
    boolean keeps(long id, double minX, double minY, double maxX, double maxY);

    /**
     * One by which a view refines all its searches by window.
     *
     * @param name under which the server has it
     * @param here the same for what the client searches itself
     */
    record Named(String name, Refinement here) {}
}
