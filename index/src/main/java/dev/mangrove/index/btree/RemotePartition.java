package dev.mangrove.index.btree;

import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.wire.TreeKind;

import org.jspecify.annotations.Nullable;

/** A tree that lives on one server, which does all by message; or reads in place if it is here. */
final class RemotePartition implements Partition {
    private static final int LOAD_AT_ONCE = 1_000;

    private final RemoteCalls calls;
    private final SessionPages pages;
    private final int fanout;
    private final RemoteScan scan;
    private final @Nullable LeafLevel inPlace;
    private final @Nullable LeafScan scanInPlace;

    /** A server's tree; {@code inPlace} reads it without the server, where that is possible. */
    RemotePartition(
            RemoteCalls calls, SessionPages pages, int fanout, @Nullable LeafLevel inPlace) {
        this.calls = calls;
        this.pages = pages;
        this.fanout = fanout;
        this.scan = new RemoteScan(calls);
        this.inPlace = inPlace;
        this.scanInPlace = inPlace == null ? null : new LeafScan(inPlace);
    }

    @Override
    public boolean find(long key) {
        return inPlace != null ? inPlace.find(key) : calls.find(key);
    }

    @Override
    public long found() {
        return inPlace != null ? inPlace.found() : calls.found();
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
        EntryBuffer buffer = new EntryBuffer(LOAD_AT_ONCE);
        return new Loader() {
            @Override
            public void add(long key, long value) {
                if (buffer.size() == LOAD_AT_ONCE) {
                    finish();
                }
                buffer.add(key, value);
            }

            @Override
            public void finish() {
                calls.pairs(TreeKind.APPEND, buffer, 0, fill);
                buffer.size(0);
            }
        };
    }

    @Override
    public void walk(TreeWalk walk) {
        walk.walk(calls.open(pages.pageSize(), fanout, 0));
    }

    @Override
    public void close() {
        pages.close();
    }
}
