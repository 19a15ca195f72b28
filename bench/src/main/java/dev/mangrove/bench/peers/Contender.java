package dev.mangrove.bench.peers;

/**
 * A system that takes part.
 *
 * @param name in reports
 * @param host name of the system's process; several contenders may share one
 * @param prefix of its operations, for those that share a process
 * @param heapBytes heap of its process
 * @param loadThreads threads that are busy while it is loaded, in all its processes
 */
record Contender(String name, String host, String prefix, long heapBytes, int loadThreads) {
    /** One that keeps one core busy at a time. */
    static Contender of(String name, long heapBytes) {
        return new Contender(name, name, "", heapBytes, 1);
    }

    /** One whose client and server do not wait in their sleep for each other. */
    static Contender served(String name, long heapBytes) {
        return new Contender(name, name, "", heapBytes, 2);
    }

    /** Another way to use the same process. */
    Contender sharing(String otherName, String otherPrefix) {
        return new Contender(otherName, host, otherPrefix, heapBytes, loadThreads);
    }
}
