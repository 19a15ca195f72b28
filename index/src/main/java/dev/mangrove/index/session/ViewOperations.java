package dev.mangrove.index.session;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.wire.Status;

/**
 * The operations of one thread's view of an index. One is under way at a time, and none begins
 * after the view was closed, a drop of the index was noticed, or a server of it was lost.
 *
 * <p>Each operation calls {@link #begin}, and {@link #end} in a finally block.
 */
public final class ViewOperations {
    /**
     * A view notices a drop of its index after this many operations at the latest. Chosen: one look
     * costs a round trip, which is then below 0.1 % of the work.
     */
    private static final int OPERATIONS_PER_LOOK = 1_024;

    private final ViewGuard guard = new ViewGuard();
    private final Failures failures;
    private final LossWatch losses;
    private final Runnable presence;
    private final Runnable withoutLost;
    private long count;
    private long looks;
    private boolean closed;
    private boolean dropped;

    /**
     * Creates the operations of a view.
     *
     * @param presence looks whether the index is still there; throws {@code NOT_FOUND} if it was
     *     dropped
     * @param withoutLost prepares the view for operations that need only the servers which are left
     */
    public ViewOperations(
            Failures failures, LossWatch losses, Runnable presence, Runnable withoutLost) {
        this.failures = failures;
        this.losses = losses;
        this.presence = presence;
        this.withoutLost = withoutLost;
    }

    /** Begins an operation. */
    public void begin() {
        guard.enter();
        boolean usable = false;
        try {
            checkUsable();
            usable = true;
        } catch (RuntimeException e) {
            throw closed ? e : failed(e);
        } finally {
            if (!usable) {
                guard.leave();
            }
        }
    }

    private void checkUsable() {
        if (closed) {
            throw new IllegalStateException("this view of the index is closed; open another");
        }
        if (dropped) {
            throw new RequestRefusedException(Status.NOT_FOUND, "the index has been dropped");
        }
        count(1);
        confirm();
    }

    /** Counts operations of a batch; looks now and then whether the index is still there. */
    public void count(long more) {
        count += more;
        if (count / OPERATIONS_PER_LOOK != looks) {
            looks = count / OPERATIONS_PER_LOOK;
            presence.run();
        }
    }

    /** Counts operations of a batch; the next one looks. Some of these have results already. */
    public void countOnly(long more) {
        count += more;
    }

    /**
     * Throws if a server was lost: mapped memory can be read and written after its server has died,
     * but no other client will ever see that.
     */
    public void confirm() {
        try {
            losses.check();
        } catch (FabricException e) {
            withoutLost.run();
            throw e;
        }
    }

    /** Ends an operation. */
    public void end() {
        guard.leave();
    }

    /** The exception to throw after a failed read. */
    public RuntimeException failed(RuntimeException failure) {
        noteDrop(failure);
        return failures.translate(failure);
    }

    /** The exception to throw after a failed change. */
    public RuntimeException failed(RuntimeException failure, String change) {
        noteDrop(failure);
        return failures.translate(failure, change);
    }

    /**
     * Notes if a failure means that the index was dropped. One server that reports it is enough:
     * others may not know of it yet.
     */
    public void noteDrop(RuntimeException failure) {
        dropped |=
                failure instanceof RequestRefusedException refused
                        && refused.status() == Status.NOT_FOUND;
    }

    /**
     * Begins the last operation, which releases what the view holds.
     *
     * @return false if the view was closed before; there is then nothing to end
     */
    public boolean beginClose() {
        if (closed) {
            return false;
        }
        guard.enter();
        closed = true;
        return true;
    }

    /** The guard, for cursors, which enter it at each step. */
    public ViewGuard guard() {
        return guard;
    }

    /** Operations that were begun. */
    public long count() {
        return count;
    }
}
