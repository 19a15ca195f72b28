package dev.mangrove.index.policy;

/**
 * Decides for each request whether the server or the client works on it, and learns from the
 * measured cost. Used by one thread, unless it comes from {@link ConnectionPolicies#policy}.
 */
public interface AccessPolicy {
    /**
     * Whether the client works on a request itself.
     *
     * @param request what it is expected to take
     */
    boolean offloads(RequestEstimate request);

    /**
     * Reports a request that the server has worked on.
     *
     * @param request what it was expected to take
     * @param nanos from the request to the answer
     */
    default void served(RequestEstimate request, long nanos) {}

    /**
     * Reports a page that the client has read by verbs on its own, for whatever request.
     *
     * @param nanos from the READ to its completion
     */
    default void pageRead(long nanos) {}

    /**
     * Reports pages that the client has read by verbs together, so that the latency of each is not
     * known.
     *
     * @param nanos mean time of a page
     */
    default void pagesRead(long nanos) {}

    /**
     * Reports a request that the client has worked on.
     *
     * @param request what it was expected to take
     * @param nanos time that it took, without waiting for the gate
     * @param pages pages that it read
     * @param gateNanos time that it waited for the gate
     */
    default void offloaded(RequestEstimate request, long nanos, long pages, long gateNanos) {}
}
