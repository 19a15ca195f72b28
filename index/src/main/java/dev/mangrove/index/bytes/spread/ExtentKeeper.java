package dev.mangrove.index.bytes.spread;

import dev.mangrove.index.btree.keeper.TreeKeeper;

import java.util.function.BooleanSupplier;

/**
 * Frees extents that clients have lost: at once where a server says that one has died, and from
 * time to time in any case. Removes expired entries, where a server says that there may be some.
 */
final class ExtentKeeper implements TreeKeeper {
    /**
     * Rounds between two searches that no server asks for. Chosen: at least half a minute; only
     * rare races lose an extent while all clients live.
     */
    private static final int ROUNDS = 64;

    private final ExtentSearch search;
    private final ExpirySweep sweep;
    private int rounds;

    ExtentKeeper(ExtentSearch search, ExpirySweep sweep) {
        this.search = search;
        this.sweep = sweep;
    }

    @Override
    public void round(BooleanSupplier goOn) {
        if (goOn.getAsBoolean()) {
            long _ = search.free(++rounds % ROUNDS == 0);
            if (search.mayExpire()) {
                long _ = sweep.some(goOn);
            }
        }
    }
}
