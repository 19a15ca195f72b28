package dev.mangrove.index.btree.partition;

import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.leaves.KeyOperations;
import dev.mangrove.index.btree.leaves.LeafBatch;
import dev.mangrove.index.btree.leaves.LeafCount;
import dev.mangrove.index.btree.leaves.LeafLookups;
import dev.mangrove.index.btree.leaves.LeafScan;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.ClientLevels;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.btree.level.TreeReplacement;
import dev.mangrove.index.btree.load.PageSource;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;

import org.jspecify.annotations.Nullable;

import java.util.function.LongSupplier;

/** A tree whose leaves this client accesses itself; the upper levels may be another server's. */
public final class TreePartition implements Partition {
    private final SessionPages pages;
    private final ClientLevels upper;
    private final LeafLevel leaves;
    private final LeafScan scan;
    private final LongSupplier innerSource;
    private final int fanout;
    private @Nullable LeafLookups lookups;
    private @Nullable LeafBatch batch;
    private @Nullable LeafCount counts;

    /** Creates access to a tree; {@code innerSource} allocates inner pages. */
    public TreePartition(
            SessionPages pages,
            ClientLevels upper,
            LeafLevel leaves,
            LongSupplier innerSource,
            int fanout) {
        this.pages = pages;
        this.upper = upper;
        this.leaves = leaves;
        this.innerSource = innerSource;
        this.scan = new LeafScan(leaves);
        this.fanout = fanout;
    }

    public LeafLevel leaves() {
        return leaves;
    }

    @Override
    public boolean get(long key, Lookup into) {
        return leaves.get(key, into);
    }

    @Override
    public void start(Lookups wanted) {
        lookups().start(wanted);
    }

    @Override
    public void finish(Lookups wanted) {
        lookups().finish(wanted);
    }

    @Override
    public void start(KeyOperations wanted) {
        batch().start(wanted);
    }

    @Override
    public void finish(KeyOperations wanted) {
        batch().finish(wanted);
    }

    private LeafBatch batch() {
        LeafBatch made = batch;
        if (made == null) {
            made = new LeafBatch(leaves, pages, lookups());
            batch = made;
        }
        return made;
    }

    private LeafLookups lookups() {
        LeafLookups made = lookups;
        if (made == null) {
            made = new LeafLookups(leaves);
            lookups = made;
        }
        return made;
    }

    @Override
    public boolean change(Change change, long key, long value, long expected) {
        return leaves.change(change, key, value, expected);
    }

    @Override
    public Cursor scan(RangeQuery query) {
        return scan.begin(query);
    }

    @Override
    public long count(long from, long to) {
        if (!pages.movesManyPages()) {
            return Partition.super.count(from, to);
        }
        LeafCount made = counts;
        if (made == null) {
            made = new LeafCount(leaves, scan);
            counts = made;
        }
        return made.count(from, to);
    }

    @Override
    public Loader loader(double fill) {
        return new TreeLoader(
                pages,
                PageSource.of(pages::allocate, innerSource),
                fanout,
                fill,
                new TreeReplacement(leaves)::replace);
    }

    @Override
    public void walk(BTreeVerifier walk) {
        walk.walk(upper.root());
    }

    @Override
    public void goUncached() {
        upper.goUncached();
    }

    @Override
    public void close() {
        pages.close();
    }
}
