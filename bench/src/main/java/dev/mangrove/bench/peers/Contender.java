package dev.mangrove.bench.peers;

/**
 * A system that takes part.
 *
 * @param name in reports
 * @param host name of the system's process; several contenders may share one
 * @param prefix of its operations, for those that share a process
 * @param heapBytes heap of its process
 */
record Contender(String name, String host, String prefix, long heapBytes) {
    /** One with a process of its own. */
    static Contender of(String name, long heapBytes) {
        return new Contender(name, name, "", heapBytes);
    }

    /** Another way to use the same process. */
    Contender sharing(String otherName, String otherPrefix) {
        return new Contender(otherName, host, otherPrefix, heapBytes);
    }
}
