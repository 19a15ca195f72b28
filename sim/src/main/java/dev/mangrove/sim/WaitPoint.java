package dev.mangrove.sim;

import org.jspecify.annotations.Nullable;

/**
 * Something that one simulated thread waits for. Whoever may have made it true says {@link #news}.
 */
public abstract class WaitPoint {
    private @Nullable SimThread waiter;

    /** Whether the wait is over. */
    public abstract boolean isReached();

    /** Wakes the thread that waits if what it waits for has come. The last thing an event does. */
    public final void news() {
        SimThread thread = waiter;
        if (thread != null && isReached()) {
            thread.wake();
        }
    }

    final void waiter(@Nullable SimThread thread) {
        waiter = thread;
    }
}
