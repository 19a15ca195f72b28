package dev.mangrove.index.btree.partition;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.btree.level.Retries;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MeganodeKind;

/**
 * A range of a tree of meganodes that servers read in parts. A part ends where the answer is full
 * or the next leaf lies at another server; the answer has the key that the next part starts with.
 */
final class MeganodeScan implements Cursor {
    /** Chosen: 1 KiB, about one leaf. */
    private static final int FIRST_PART = 64;

    private final Meganodes meganodes;
    private final Retries retries;
    private final EntryBuffer part = new EntryBuffer(FIRST_PART);
    private RangeQuery query = RangeQuery.all();
    private long from;
    private long to;
    private long left;
    private long start;
    private int position;
    private int fruitless;
    private boolean more;
    private boolean open;

    MeganodeScan(Meganodes meganodes, Host host) {
        this.meganodes = meganodes;
        this.retries = new Retries(host);
    }

    MeganodeScan begin(RangeQuery range) {
        if (open) {
            throw new IllegalStateException("another cursor of this view is open; close it first");
        }
        open = true;
        query = range;
        from = range.from();
        to = range.to();
        left = range.limit();
        more = !range.isEmpty();
        start = PagePointer.NULL;
        part.size(0);
        position = -1;
        fruitless = 0;
        return this;
    }

    @Override
    public boolean next() {
        if (!open) {
            throw new IllegalStateException("the cursor is closed; open another");
        }
        if (left == 0) {
            return false;
        }
        position++;
        while (position >= part.size()) {
            if (!more || from > to) {
                left = 0;
                return false;
            }
            fetch();
        }
        left--;
        return true;
    }

    private void fetch() {
        part.size(0);
        position = 0;
        long key = query.descending() ? to : from;
        if (start == PagePointer.NULL) {
            start = meganodes.startFor(key);
        }
        MeganodeCalls server = meganodes.at(AddressSpace.server(start));
        int outcome = server.range(start, from, to, left, query, part);
        if (outcome == MeganodeKind.ASTRAY || outcome == MeganodeKind.GONE) {
            meganodes.visit(key);
            start = meganodes.startOver(key);
            retries.check(++fruitless, start);
            return;
        }
        more = outcome == MeganodeKind.YES;
        if (more) {
            goOn(key, server);
        }
    }

    private void goOn(long key, MeganodeCalls server) {
        long next = server.nextKey();
        boolean stuck = part.size() == 0 && next == key;
        fruitless = stuck ? fruitless + 1 : 0;
        retries.check(fruitless, start);
        if (stuck) {
            meganodes.dropPath(key, start);
        }
        start = stuck ? server.nextStart() : PagePointer.NULL;
        if (query.descending()) {
            to = next;
        } else {
            from = next;
        }
    }

    @Override
    public long key() {
        return part.key(position);
    }

    @Override
    public long value() {
        return part.value(position);
    }

    @Override
    public void close() {
        open = false;
    }
}
