package dev.mangrove.sim;

/** How often each kind of fault has happened in a run. */
final class FaultCounts {
    private final long[] counts = new long[InjectedFault.values().length];

    /** Counts a fault that has happened. */
    @SuppressWarnings("EnumOrdinal") // an index of counts, on the path of every request
    void count(InjectedFault fault) {
        counts[fault.ordinal()]++;
    }

    @SuppressWarnings("EnumOrdinal")
    long of(InjectedFault fault) {
        return counts[fault.ordinal()];
    }
}
