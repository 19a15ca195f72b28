package dev.mangrove.peers.ordered;

import dev.mangrove.bench.ordered.Keys;
import dev.mangrove.peers.HeapUse;

import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** H2's MVStore in memory: a map in a copy-on-write B-tree. */
final class MvStore implements OrderedPeerClient {
    private final long before = HeapUse.bytes();
    private final MVStore store =
            new MVStore.Builder().autoCommitDisabled().autoCompactFillRate(0).open();
    private final MVMap<Long, Long> map = store.openMap("bench");

    @Override
    public void load(long keys) {
        for (long rank = 0; rank < keys; rank++) {
            map.append(Keys.key(rank), Keys.value(Keys.key(rank)));
        }
    }

    @Override
    public double bytes() {
        return HeapUse.bytes() - before;
    }

    @Override
    public OrderedPeer open() {
        return new Peer(map);
    }

    @Override
    public void close() {
        store.closeImmediately();
    }

    private record Peer(MVMap<Long, Long> map) implements OrderedPeer {
        @Override
        public long get(long key) {
            Long value = map.get(key);
            return value == null ? ABSENT : value;
        }

        @Override
        public void update(long key, long value) {
            map.put(key, value);
        }

        @Override
        public void insert(long key, long value) {
            map.put(key, value);
        }

        @Override
        public void delete(long key) {
            map.remove(key);
        }

        @Override
        public int range(long from, long[] keys, long[] values) {
            Cursor<Long, Long> cursor = map.cursor(from);
            int found = 0;
            while (found < keys.length && cursor.hasNext()) {
                keys[found] = cursor.next();
                values[found++] = cursor.getValue();
            }
            return found;
        }

        @Override
        public void close() {}
    }
}
