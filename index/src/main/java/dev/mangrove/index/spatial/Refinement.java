package dev.mangrove.index.spatial;

/**
 * The second stage of a search: an index knows only rectangles, and a refinement, which knows the
 * exact objects, decides which of the candidates to return. Must be thread-safe.
 *
 * <p>It runs where the search runs. A server uses a refinement that was registered with it by name;
 * a client provides an equivalent one for the searches that it offloads.
 */
@FunctionalInterface
public interface Refinement {
    /** Whether to return an object that a window search has found. */
    boolean keeps(long id, double minX, double minY, double maxX, double maxY);

    /**
     * The refinement of all window searches of a view.
     *
     * @param name its name at the server
     * @param here the equivalent for searches by the client
     */
    record Named(String name, Refinement here) {}
}
