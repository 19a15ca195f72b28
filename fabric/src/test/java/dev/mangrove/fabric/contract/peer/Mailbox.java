package dev.mangrove.fabric.contract.peer;

import dev.mangrove.fabric.host.Host;

import org.jspecify.annotations.Nullable;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A queue of lines to one thread of a host. */
final class Mailbox {
    private final Host host;
    private final Host.Signal signal;
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;
    private volatile boolean done;

    Mailbox(Host host) {
        this.host = host;
        this.signal = host.signal();
    }

    void put(String line) {
        lines.add(line);
        signal.raise();
    }

    /** Marks the end of the lines; the sender has ended normally. */
    void done() {
        done = true;
        close();
    }

    /** Marks the end of the lines. */
    void close() {
        closed = true;
        signal.raise();
    }

    /** Whether the sender has ended normally. */
    boolean isDone() {
        return done;
    }

    boolean isClosed() {
        return closed;
    }

    @Nullable String poll() {
        return lines.poll();
    }

    /** The next line, or null after the timeout or at the end. */
    @Nullable String take(long timeoutNanos) {
        long deadline = host.nanoTime() + timeoutNanos;
        while (true) {
            boolean last = closed;
            String line = lines.poll();
            long left = deadline - host.nanoTime();
            if (line != null || last || left <= 0) {
                return line;
            }
            signal.await(left);
        }
    }
}
