package dev.mangrove.peers.bytes;

import dev.mangrove.peers.HeapUse;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** The JDK's concurrent map in the heap of this process. */
final class MapBytes implements BytesPeerClient {
    private final long before = HeapUse.bytes();
    private final ConcurrentNavigableMap<byte[], byte[]> map =
            new ConcurrentSkipListMap<>(Arrays::compareUnsigned);

    @Override
    public void load(RankedRecords records) {
        for (long rank = 0; rank < records.number(); rank++) {
            map.put(records.key(rank), records.value(rank, 0));
        }
    }

    @Override
    public double bytes() {
        return HeapUse.bytes() - before;
    }

    @Override
    public BytesPeer open() {
        return new Peer(map);
    }

    @Override
    public void close() {
        map.clear();
    }

    private record Peer(ConcurrentNavigableMap<byte[], byte[]> map) implements BytesPeer {
        @Override
        public byte @Nullable [] get(byte[] key) {
            return map.get(key);
        }

        @Override
        public void put(byte[] key, byte[] value) {
            map.put(key, value);
        }

        @Override
        public void scan(byte[] prefix, Sink sink) {
            for (Map.Entry<byte[], byte[]> entry : map.tailMap(prefix, true).entrySet()) {
                if (!Prefixes.isPrefix(prefix, entry.getKey())) {
                    return;
                }
                sink.entry(entry.getKey(), entry.getValue());
            }
        }

        @Override
        public void close() {}
    }
}
