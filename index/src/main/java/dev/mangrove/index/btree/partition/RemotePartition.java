package dev.mangrove.index.btree.partition;

import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.leaves.KeyOperations;
import dev.mangrove.index.btree.leaves.LeafLookups;
import dev.mangrove.index.btree.leaves.LeafScan;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.btree.load.PageSource;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.btree.verify.EntryCounts;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.PagePointer;

import org.jspecify.annotations.Nullable;

import java.util.function.LongSupplier;

/**
 * A tree that only its server changes, on request. Reads are requests as well, or this client reads
 * the tree's pages: in place where memory is mapped, else by verbs.
 */
public final class RemotePartition implements Partition {
    private final RemoteCalls calls;
    private final SessionPages pages;
    private final int server;
    private final int fanout;
    private final RemoteScan scan;
    private final @Nullable LeafLevel own;
    private final @Nullable LeafScan ownScan;
    private final @Nullable LeafLookups ownLookups;
    private final @Nullable ReadGuide guide;
    private boolean looksUpItself;

    /**
     * Creates access to a server's tree.
     *
     * @param own reads the tree's pages; null if the server executes all reads
     * @param guide decides for each read whether this client executes it; null for all of them
     */
    public RemotePartition(
            RemoteCalls calls,
            SessionPages pages,
            int server,
            int fanout,
            @Nullable LeafLevel own,
            @Nullable ReadGuide guide) {
        this.server = server;
        this.calls = calls;
        this.pages = pages;
        this.fanout = fanout;
        this.scan = new RemoteScan(calls);
        this.own = own;
        this.ownScan = own == null ? null : new LeafScan(own);
        this.ownLookups = own == null ? null : new LeafLookups(own);
        this.guide = guide;
    }

    @Override
    public boolean get(long key, Lookup into) {
        LeafLevel leaves = own;
        if (leaves == null) {
            return calls.get(key, into);
        }
        ReadGuide by = guide;
        if (by == null) {
            return leaves.get(key, into);
        }
        boolean found = by.offloadsGet(key) ? leaves.get(key, into) : calls.get(key, into);
        by.ended();
        return found;
    }

    @Override
    public void start(Lookups wanted) {
        looksUpItself = ownLookups != null && (guide == null || guide.offloadsGets(wanted));
        if (ownLookups != null && looksUpItself) {
            ownLookups.start(wanted);
        } else {
            calls.sendGets(wanted);
        }
    }

    @Override
    public void finish(Lookups wanted) {
        if (ownLookups != null && looksUpItself) {
            ownLookups.finish(wanted);
        } else {
            calls.awaitGets(wanted);
        }
    }

    @Override
    public void start(KeyOperations wanted) {
        calls.sendAll(wanted);
    }

    @Override
    public void finish(KeyOperations wanted) {
        calls.awaitAll(wanted);
    }

    @Override
    public boolean change(Change change, long key, long value, long expected) {
        return calls.change(change, key, value, expected);
    }

    @Override
    public Cursor scan(RangeQuery query) {
        return ownScan != null && (guide == null || guide.offloadsRange(query))
                ? ownScan.begin(query)
                : scan.begin(query);
    }

    @Override
    public Loader loader(double fill) {
        LongSupplier source = () -> pages.allocateAt(server);
        return new TreeLoader(
                pages,
                PageSource.of(source, source),
                fanout,
                fill,
                (root, entries) -> calls.adopt(PagePointer.NULL, root, entries));
    }

    @Override
    public void countEntries(EntryCounts into) {
        calls.countEntries(into, server);
    }

    @Override
    public void walk(BTreeVerifier walk) {
        walk.walk(calls.open(pages.pageSize(), fanout, 0));
    }

    @Override
    public void close() {
        pages.close();
    }
}
