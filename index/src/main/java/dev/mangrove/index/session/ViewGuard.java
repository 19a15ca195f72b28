package dev.mangrove.index.session;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Detects two threads in one view before they corrupt its buffers and latches. A thread enters the
 * guard when an operation begins and leaves it when the operation ends; a view may be handed from
 * thread to thread between operations.
 */
public final class ViewGuard {
    private static final VarHandle BUSY;

    static {
        try {
            BUSY =
                    MethodHandles.lookup()
                            .findVarHandle(ViewGuard.class, "busy", boolean.class)
                            .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // By its handle.
    private boolean busy;

    /** Creates a guard that no thread has entered. */
    public ViewGuard() {}

    /**
     * Begins an operation. Of two threads that enter at the same time one is refused.
     *
     * @throws IllegalStateException if another operation is under way
     */
    public void enter() {
        if (!BUSY.compareAndSet(this, false, true)) {
            throw inUse();
        }
    }

    /**
     * Begins a step of a cursor, where an atomic instruction would cost more than the step. Two
     * threads that enter within the same few nanoseconds are not noticed in this step, but in one
     * of those that follow.
     *
     * @throws IllegalStateException if another operation is under way
     */
    public void enterStep() {
        if ((boolean) BUSY.getOpaque(this)) {
            throw inUse();
        }
        BUSY.setOpaque(this, true);
    }

    /**
     * Ends a step of a cursor. Unlike {@link #leave}, this does not wait for loads that are under
     * way: the leaves that a scan prefetches arrive while the caller goes through the entries of
     * another.
     */
    public void leaveStep() {
        BUSY.setOpaque(this, false);
    }

    /** Ends an operation. */
    public void leave() {
        BUSY.setRelease(this, false);
    }

    private static IllegalStateException inUse() {
        return new IllegalStateException(
                "this view is in use by another operation: open one view per thread, or a handle"
                        + " for all threads (Mangrove.ordered, spatial or bytes); a callback of an"
                        + " operation uses another view");
    }
}
