package dev.mangrove.fabric.verbs;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * How a connection ends: it counts as open until all that could carry out something for its client
 * has been stopped. What the client has locked may be given to others after that.
 */
final class OrderlyEnd {
    private final AtomicReference<@Nullable String> ending = new AtomicReference<>();
    private volatile @Nullable String reason;

    /**
     * Ends the connection unless that has begun already.
     *
     * @param stop stops what others carry out for the client
     * @return whether this call has ended it
     */
    boolean end(String why, Runnable stop) {
        if (!ending.compareAndSet(null, why)) {
            return false;
        }
        stop.run();
        synchronized (this) { // What is under way is carried out first.
            reason = why;
        }
        return true;
    }

    /** Carries something out for the client, unless the end has begun. */
    synchronized <T> T carryOut(Supplier<T> work, T otherwise) {
        return ending.get() == null ? work.get() : otherwise;
    }

    /** Why it ends, from the moment it begins to; null before. */
    @Nullable String beginning() {
        return ending.get();
    }

    /** Why it has ended; null while something may still be carried out. */
    @Nullable String reason() {
        return reason;
    }
}
