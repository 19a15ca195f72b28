package dev.mangrove.fabric.verbs;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * The shutdown of a connection: it counts as open until every thread and device that could execute
 * a request of its client has stopped. Only then may the server give the client's latches to other
 * clients.
 */
final class OrderlyEnd {
    private final AtomicReference<@Nullable String> ending = new AtomicReference<>();
    private volatile @Nullable String reason;

    /**
     * Ends the connection unless another call has begun to.
     *
     * @param stop stops the device from executing requests of the client
     * @return whether this call has ended it
     */
    boolean end(String why, Runnable stop) {
        if (!ending.compareAndSet(null, why)) {
            return false;
        }
        stop.run();
        synchronized (this) { // Waits for an atomic that is being executed.
            reason = why;
        }
        return true;
    }

    /** Executes work for the client, unless the shutdown has begun. */
    synchronized <T> T carryOut(Supplier<T> work, T otherwise) {
        return ending.get() == null ? work.get() : otherwise;
    }

    /** The reason of a shutdown that has begun; null before. */
    @Nullable String beginning() {
        return ending.get();
    }

    /** The reason of a completed shutdown; null while a request may still be executed. */
    @Nullable String reason() {
        return reason;
    }
}
