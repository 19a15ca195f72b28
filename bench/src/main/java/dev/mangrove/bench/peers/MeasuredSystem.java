package dev.mangrove.bench.peers;

/**
 * A measured system.
 *
 * @param name in reports
 * @param host name of the system's process; several systems may share one
 * @param prefix of the names of its operations where systems share a process
 * @param heapBytes heap of its process
 * @param loadThreads threads that are busy while it is loaded, in all its processes
 */
record MeasuredSystem(String name, String host, String prefix, long heapBytes, int loadThreads) {
    /** Creates a system that loads with one busy thread. */
    static MeasuredSystem of(String name, long heapBytes) {
        return new MeasuredSystem(name, name, "", heapBytes, 1);
    }

    /** Creates a system that loads with two busy threads: client and server both poll. */
    static MeasuredSystem served(String name, long heapBytes) {
        return new MeasuredSystem(name, name, "", heapBytes, 2);
    }

    /** Returns another system in the same process. */
    MeasuredSystem sharing(String otherName, String otherPrefix) {
        return new MeasuredSystem(otherName, host, otherPrefix, heapBytes, loadThreads);
    }
}
