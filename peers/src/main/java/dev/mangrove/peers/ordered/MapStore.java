package dev.mangrove.peers.ordered;

import dev.mangrove.bench.ordered.Keys;
import dev.mangrove.peers.HeapUse;

import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** A map of the JDK in the heap of this process. */
final class MapStore implements OrderedPeerClient {
    private final NavigableMap<Long, Long> map;
    private final boolean concurrent;
    private final long before = HeapUse.bytes();

    private MapStore(NavigableMap<Long, Long> map, boolean concurrent) {
        this.map = map;
        this.concurrent = concurrent;
    }

    static MapStore skipList() {
        return new MapStore(new ConcurrentSkipListMap<>(), true);
    }

    static MapStore tree() {
        return new MapStore(new TreeMap<>(), false);
    }

    @Override
    public void load(long keys) {
        for (long rank = 0; rank < keys; rank++) {
            map.put(Keys.key(rank), Keys.value(Keys.key(rank)));
        }
    }

    @Override
    public double bytes() {
        return HeapUse.bytes() - before;
    }

    @Override
    public int mostThreads() {
        return concurrent ? Integer.MAX_VALUE : 1;
    }

    @Override
    public OrderedPeer open() {
        return new Peer(map);
    }

    @Override
    public void close() {
        map.clear();
    }

    private record Peer(NavigableMap<Long, Long> map) implements OrderedPeer {
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
            Iterator<Map.Entry<Long, Long>> entries = map.tailMap(from, true).entrySet().iterator();
            int found = 0;
            while (found < keys.length && entries.hasNext()) {
                Map.Entry<Long, Long> entry = entries.next();
                keys[found] = entry.getKey();
                values[found++] = entry.getValue();
            }
            return found;
        }

        @Override
        public void close() {}
    }
}
