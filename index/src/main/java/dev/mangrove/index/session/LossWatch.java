package dev.mangrove.index.session;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FailureCount;

import org.jspecify.annotations.Nullable;

import java.util.Collection;

/**
 * Tells a view whether servers that it depends on have been lost, also while it works in their
 * memory and sends nothing. A view checks before it acknowledges an operation; as long as nothing
 * fails, that is one load. Of one thread.
 */
public final class LossWatch {
    private final Session session;
    private final FailureCount failures;
    private final int[] vital;
    private final int[] others;
    private final boolean[] noted;
    private boolean anyLost;
    private int known;

    /**
     * Watches servers.
     *
     * @param vital servers without which nothing of the index can be found: once one is lost, each
     *     check throws
     * @param others servers without which the rest can be found: each loss makes one check throw
     */
    public LossWatch(Session session, Collection<Integer> vital, Collection<Integer> others) {
        this.session = session;
        this.failures = session.failures();
        this.vital = vital.stream().mapToInt(Integer::intValue).toArray();
        this.others = others.stream().mapToInt(Integer::intValue).toArray();
        this.noted = new boolean[this.others.length];
        this.known = failures.get(); // Before the look, so that what fails meanwhile is seen.
        noteLosses();
    }

    /** Whether one of the others has been lost, now or before the view was opened. */
    public boolean anyLost() {
        return anyLost;
    }

    /**
     * Makes sure that no server has been lost since the last check, and that all vital ones are
     * there.
     *
     * @throws FabricException that names the server if one is lost
     */
    public void check() {
        if (failures.get() != known) {
            look();
        }
    }

    /** What counts as known stays behind while a vital server is lost, so each check comes here. */
    private void look() {
        int now = failures.get();
        session.checkOpen();
        for (int server : vital) {
            session.checkNotLost(server);
        }
        FabricException lost = noteLosses();
        known = now;
        if (lost != null) {
            throw lost;
        }
    }

    /** Notes which of the others are lost; returns why one of them is that was not noted before. */
    private @Nullable FabricException noteLosses() {
        FabricException lost = null;
        for (int i = 0; i < others.length; i++) {
            FabricException reason = noted[i] ? null : session.lossOf(others[i]);
            if (reason != null) {
                noted[i] = true;
                anyLost = true;
                lost = reason;
            }
        }
        return lost;
    }
}
