package dev.mangrove.index.btree.level;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Host;
import dev.mangrove.index.page.PagePointer;

/**
 * Bounds the steps of one operation. Steps to the right and new starts are made because others
 * change the tree meanwhile, so there are few of them; more than these mean that the tree is
 * damaged.
 */
final class Retries {
    private static final int MOST = 100_000;
    private static final int BEFORE_PAUSE = 64;
    private static final long PAUSE_NANOS = 50_000;

    private final Host host;

    Retries(Host host) {
        this.host = host;
    }

    /**
     * Counts one more step, from 1: pauses now and then, and ends an operation that has made too
     * many.
     */
    void check(int number, long pointer) {
        if (number < BEFORE_PAUSE) {
            return;
        }
        if (number > MOST) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT,
                    "no way through the tree at page " + PagePointer.toString(pointer));
        }
        if (number % BEFORE_PAUSE == 0) {
            host.sleep(PAUSE_NANOS);
        }
    }
}
