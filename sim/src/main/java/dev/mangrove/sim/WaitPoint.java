package dev.mangrove.sim;

import org.jspecify.annotations.Nullable;

/**
 * A condition that one simulated thread waits for. Code that may have made it true calls {@link
 * #news}.
 */
public abstract class WaitPoint {
    private @Nullable SimThread waiter;

    /** Whether the wait is over. */
    public abstract boolean isReached();

    /** Wakes the waiting thread if the condition holds. An event calls it last. */
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
