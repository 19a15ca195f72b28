package dev.mangrove.index.btree.partition;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;

/**
 * A share whose server was lost before the view was opened: each operation on it throws, while
 * other shares work. A view that is opened when the server is back has the share.
 */
public final class LostPartition implements Partition {
    private final String share;
    private final FabricException reason;

    /**
     * Creates an unreachable share.
     *
     * @param share which one, for messages
     */
    public LostPartition(String share, FabricException reason) {
        this.share = share;
        this.reason = reason;
    }

    @Override
    public boolean get(long key, Lookup into) {
        throw lost();
    }

    @Override
    public void finish(Lookups wanted) {
        throw lost();
    }

    @Override
    public boolean change(Change change, long key, long value, long expected) {
        throw lost();
    }

    @Override
    public Cursor scan(RangeQuery query) {
        throw lost();
    }

    @Override
    public Loader loader(double fill) {
        throw lost();
    }

    @Override
    public void walk(BTreeVerifier walk) {
        walk.lost(lost());
    }

    @Override
    public void close() {}

    private FabricException lost() {
        return new FabricException(
                reason.kind(), share + " cannot be reached: " + reason.getMessage(), reason);
    }
}
