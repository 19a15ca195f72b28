package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.host.Host;

import org.jspecify.annotations.Nullable;

/**
 * A queue of connections that have something to hand over. I/O threads append, the draining thread
 * takes; a connection is in the queue at most once.
 */
final class TcpInbox implements Inbox {
    /**
     * Items of one connection that are delivered before the next connection's. Chosen: fairness at
     * little cost.
     */
    private static final int FAIR_SHARE = 32;

    /** Chosen: reading the clock takes longer than a poll, so it is read once in so many. */
    private static final int POLLS_PER_CLOCK = 32;

    private final Host host;
    private final Host.Signal signal;
    private final Object lock = new Object();
    private volatile @Nullable TcpConnection first;
    private @Nullable TcpConnection last;
    private volatile int waiting;
    private volatile boolean sleeping;
    private volatile boolean woken;
    private volatile boolean closed;

    TcpInbox(Host host) {
        this.host = host;
        this.signal = host.signal();
    }

    /** Queues a connection that has news; from I/O threads. */
    void announce(TcpConnection connection) {
        synchronized (lock) {
            if (connection.queued) {
                return;
            }
            connection.queued = true;
            TcpConnection end = last;
            if (end == null) {
                first = connection;
            } else {
                end.nextQueued = connection;
            }
            last = connection;
            waiting++;
        }
        if (sleeping) {
            signal.raise();
        }
    }

    private @Nullable TcpConnection take() {
        if (first == null) {
            return null;
        }
        synchronized (lock) {
            TcpConnection taken = first;
            if (taken != null) {
                first = taken.nextQueued;
                if (first == null) {
                    last = null;
                }
                taken.nextQueued = null;
                taken.queued = false;
                waiting--;
            }
            return taken;
        }
    }

    @Override
    public int poll(Handler handler, int limit) {
        int handed = 0;
        for (int left = waiting; left > 0 && handed < limit; left--) {
            TcpConnection connection = take();
            if (connection == null) {
                break;
            }
            try {
                handed += connection.handOver(handler, Math.min(limit - handed, FAIR_SHARE));
            } finally {
                if (connection.hasNews()) {
                    announce(connection);
                }
            }
        }
        return handed;
    }

    @Override
    public void await(Waiting waiting, long timeoutNanos) {
        long started = host.nanoTime();
        long now = started;
        for (int polls = 1; !hasNews() && now - started < timeoutNanos; polls++) {
            if (polls % POLLS_PER_CLOCK != 0 && waiting.spinNanos() != 0) {
                host.spinWait();
                continue;
            }
            now = host.nanoTime();
            if (now - started >= waiting.spinNanos()) {
                sleep(timeoutNanos - (now - started));
                now = host.nanoTime();
            }
        }
        woken = false;
        if (closed) {
            throw new FabricException(Kind.CLOSED, "target is closed");
        }
    }

    /**
     * Sleeps unless the queue is not empty. Either an appending thread sees {@code sleeping} and
     * raises the signal, or this thread sees what it appended.
     */
    private void sleep(long nanos) {
        sleeping = true;
        try {
            if (!hasNews() && nanos > 0) {
                signal.await(nanos);
            }
        } finally {
            sleeping = false;
        }
    }

    private boolean hasNews() {
        return first != null || woken || closed;
    }

    @Override
    public void wakeUp() {
        woken = true;
        signal.raise();
    }

    /** Ends every wait with {@code CLOSED}. */
    void close() {
        closed = true;
        signal.raise();
    }
}
