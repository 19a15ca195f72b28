package dev.mangrove.server;

/** What a worker has done. Written by the worker, read by the ticker, which may see old values. */
final class WorkerMeter {
    private volatile long requests;
    private volatile long busyNanos;
    private volatile int queueLength;
    private long ownRequests;
    private long ownBusyNanos;

    /** Counts one request. */
    void request() {
        ownRequests++;
    }

    /** Counts a turn in which there was something to do. */
    void busy(long nanos, int handled) {
        ownBusyNanos += nanos;
        busyNanos = ownBusyNanos;
        requests = ownRequests;
        queueLength = handled;
    }

    /** Nothing was waiting. */
    void idle() {
        requests = ownRequests;
        queueLength = 0;
    }

    long requests() {
        return requests;
    }

    long busyNanos() {
        return busyNanos;
    }

    /** Requests found waiting at the last look. */
    int queueLength() {
        return queueLength;
    }
}
