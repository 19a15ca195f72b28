package dev.mangrove.index.handle;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.memory.SharedWords;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A thread that waits for a view. It is handed one or leaves the queue, never both.
 *
 * @param <V> type of a view
 */
final class ViewWaiter<V> {
    /** Null while the thread waits, then the view that it was handed; empty once it has left. */
    private final AtomicReference<@Nullable Optional<V>> answer = new AtomicReference<>();

    private final Host.Signal signal;
    private final long startNanos;

    ViewWaiter(Host host) {
        signal = host.signal();
        startNanos = host.nanoTime();
    }

    /** When it began to wait. */
    long startNanos() {
        return startNanos;
    }

    /** Hands it a view; false if it has left, and the view remains the caller's. */
    boolean hand(V view) {
        if (!decide(Optional.of(view))) {
            return false;
        }
        signal.raise();
        return true;
    }

    /** Ends its wait; false if it has been handed a view, which it must use or give back. */
    boolean leave() {
        return decide(Optional.empty());
    }

    /** The view that it was handed; null if none. */
    @Nullable V view() {
        SharedWords.beforeHeapAccess();
        Optional<V> decided = answer.get();
        return decided == null ? null : decided.orElse(null);
    }

    /** Has it look whether it may open a view, or the handle is closed. */
    void wake() {
        signal.raise();
    }

    /** Sleeps until it is handed a view or woken. */
    void await(long timeoutNanos) {
        signal.await(timeoutNanos);
    }

    private boolean decide(Optional<V> decision) {
        SharedWords.beforeHeapAccess();
        return answer.compareAndSet(null, decision);
    }
}
