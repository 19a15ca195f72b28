package dev.mangrove.index.session;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FailureCount;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Collection;
import java.util.stream.IntStream;

/**
 * Detects whether servers that a view depends on have been lost, also while the view works in their
 * memory and sends nothing. A view checks before it acknowledges an operation; as long as no link
 * fails, a check is one load. Used by one thread.
 */
public final class LossWatch {
    private final Session session;
    private final FailureCount failures;
    private final int[] vital;
    private int[] others;
    private boolean[] noted;
    private boolean anyLost;
    private int known;

    /**
     * Creates a watch.
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
        this.known =
                failures.get(); // Read first, so that the next check sees failures during the look.
        noteLosses();
    }

    /** Adds a server to the others: pages of the index have moved there. */
    public void add(int server) {
        if (IntStream.of(others).noneMatch(known -> known == server)) {
            others = Arrays.copyOf(others, others.length + 1);
            others[others.length - 1] = server;
            noted = Arrays.copyOf(noted, others.length);
        }
    }

    /** Whether one of the others has been lost, now or before the view was opened. */
    public boolean anyLost() {
        return anyLost;
    }

    /**
     * Checks that no server has been lost since the last check, and that no vital one is lost.
     *
     * @throws FabricException that names the server if one is lost
     */
    public void check() {
        if (failures.get() != known) {
            look();
        }
    }

    /** Does not advance the known count while a vital server is lost, so that each check fails. */
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

    /** Notes which of the others are lost; returns the reason of a loss that is new. */
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
