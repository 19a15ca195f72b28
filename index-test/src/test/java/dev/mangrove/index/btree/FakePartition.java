package dev.mangrove.index.btree;

import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.btree.partition.Partition;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;

import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A share in a map; records the open cursors and their queries. */
final class FakePartition implements Partition {
    final NavigableMap<Long, Long> entries = new TreeMap<>();
    int openCursors;
    int scans;

    @Override
    public Cursor scan(RangeQuery query) {
        openCursors++;
        scans++;
        NavigableMap<Long, Long> part =
                query.isEmpty()
                        ? new TreeMap<>()
                        : entries.subMap(query.from(), true, query.to(), true);
        Iterator<Map.Entry<Long, Long>> all =
                (query.descending() ? part.descendingMap() : part).entrySet().iterator();
        return new MapCursor(all, query.limit());
    }

    @Override
    public boolean get(long key, Lookup into) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void finish(Lookups wanted) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean change(Change change, long key, long value, long expected) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Loader loader(double fill) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void walk(BTreeVerifier walk) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}

    private final class MapCursor implements Cursor {
        private final Iterator<Map.Entry<Long, Long>> all;
        private Map.Entry<Long, Long> current = Map.entry(0L, 0L);
        private long left;
        private boolean open = true;

        MapCursor(Iterator<Map.Entry<Long, Long>> all, long limit) {
            this.all = all;
            this.left = limit;
        }

        @Override
        public boolean next() {
            if (left == 0 || !all.hasNext()) {
                return false;
            }
            left--;
            current = all.next();
            return true;
        }

        @Override
        public long key() {
            return current.getKey();
        }

        @Override
        public long value() {
            return current.getValue();
        }

        @Override
        public void close() {
            openCursors -= open ? 1 : 0;
            open = false;
        }
    }
}
