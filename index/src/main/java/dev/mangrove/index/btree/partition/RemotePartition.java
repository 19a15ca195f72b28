package dev.mangrove.index.btree.partition;

import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.level.BTreeVerifier;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.KeyOperations;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.LeafLookups;
import dev.mangrove.index.btree.level.LeafScan;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.PagePointer;

import org.jspecify.annotations.Nullable;

import java.util.function.LongSupplier;

/**
 * A tree at one server, which executes all operations by message, except reads in place where its
 * memory is mapped.
 */
public final class RemotePartition implements Partition {
    private final RemoteCalls calls;
    private final SessionPages pages;
    private final int server;
    private final int fanout;
    private final RemoteScan scan;
    private final @Nullable LeafLevel inPlace;
    private final @Nullable LeafScan scanInPlace;
    private final @Nullable LeafLookups lookupsInPlace;

    /** Creates access to a server's tree; {@code inPlace} reads it in place, or is null. */
    public RemotePartition(
            RemoteCalls calls,
            SessionPages pages,
            int server,
            int fanout,
            @Nullable LeafLevel inPlace) {
        this.server = server;
        this.calls = calls;
        this.pages = pages;
        this.fanout = fanout;
        this.scan = new RemoteScan(calls);
        this.inPlace = inPlace;
        this.scanInPlace = inPlace == null ? null : new LeafScan(inPlace);
        this.lookupsInPlace = inPlace == null ? null : new LeafLookups(inPlace);
    }

    @Override
    public boolean get(long key, Lookup into) {
        return inPlace != null ? inPlace.get(key, into) : calls.get(key, into);
    }

    @Override
    public void start(Lookups wanted) {
        if (lookupsInPlace == null) {
            calls.sendGets(wanted);
        } else {
            lookupsInPlace.start(wanted);
        }
    }

    @Override
    public void finish(Lookups wanted) {
        if (lookupsInPlace == null) {
            calls.awaitGets(wanted);
        } else {
            lookupsInPlace.finish(wanted);
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
        return scanInPlace != null ? scanInPlace.begin(query) : scan.begin(query);
    }

    @Override
    public Loader loader(double fill) {
        LongSupplier source = () -> pages.allocateAt(server);
        return new TreeLoader(
                pages, source, source, fanout, fill, root -> calls.adopt(PagePointer.NULL, root));
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
