package dev.mangrove.index.btree.level;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.page.PagePointer;

/**
 * Bounds the steps of one operation. An operation goes right or restarts only because other clients
 * change the tree meanwhile, so such steps are few; more than the bound mean that the tree is
 * damaged.
 */
public final class Retries {
    /** Chosen: with the pauses, an operation gives up after 78 ms of pauses at the earliest. */
    private static final int MOST = 100_000;

    /**
     * Chosen: retries usually succeed within a few; the pause then frees the core for the writer.
     */
    private static final int BEFORE_PAUSE = 64;

    /** Chosen: longer than several changes of a page by verbs. */
    private static final long PAUSE_NANOS = 50_000;

    private final Host host;

    /** Creates a bound for operations on a host. */
    public Retries(Host host) {
        this.host = host;
    }

    /**
     * Checks the number of a step, counted from 1: pauses at every 64th, and throws after too many.
     */
    public void check(int number, long pointer) {
        if (number < BEFORE_PAUSE) {
            return;
        }
        if (number > MOST) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT,
                    "the operation made more than "
                            + MOST
                            + " steps, the tree is damaged at page "
                            + PagePointer.toString(pointer));
        }
        if (number % BEFORE_PAUSE == 0) {
            host.sleep(PAUSE_NANOS);
        }
    }
}
