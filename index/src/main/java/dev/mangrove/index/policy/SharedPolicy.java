package dev.mangrove.index.policy;

/**
 * A policy that all threads of a process use. Each call holds the policy's monitor for some tens of
 * nanoseconds; a policy never waits.
 */
final class SharedPolicy implements AccessPolicy {
    private final AccessPolicy policy;

    SharedPolicy(AccessPolicy policy) {
        this.policy = policy;
    }

    @Override
    public synchronized boolean offloads(RequestEstimate request) {
        return policy.offloads(request);
    }

    @Override
    public synchronized void served(RequestEstimate request, long nanos) {
        policy.served(request, nanos);
    }

    @Override
    public synchronized void pageRead(long nanos) {
        policy.pageRead(nanos);
    }

    @Override
    public synchronized void pagesRead(long nanos) {
        policy.pagesRead(nanos);
    }

    @Override
    public synchronized void offloaded(
            RequestEstimate request, long nanos, long pages, long gateNanos) {
        policy.offloaded(request, nanos, pages, gateNanos);
    }
}
