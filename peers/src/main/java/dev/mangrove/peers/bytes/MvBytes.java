package dev.mangrove.peers.bytes;

import dev.mangrove.peers.HeapUse;

import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.jspecify.annotations.Nullable;

/** H2's MVStore in memory: a map in a copy-on-write B-tree. */
final class MvBytes implements BytesPeerClient {
    private final long before = HeapUse.bytes();
    private final MVStore store =
            new MVStore.Builder().autoCommitDisabled().autoCompactFillRate(0).open();
    private final MVMap<byte[], byte[]> map =
            store.openMap(
                    "bench",
                    new MVMap.Builder<byte[], byte[]>()
                            .keyType(ByteArrayDataType.INSTANCE)
                            .valueType(ByteArrayDataType.INSTANCE));

    @Override
    public void load(RankedRecords records) {
        for (long rank = 0; rank < records.number(); rank++) {
            map.append(records.key(rank), records.value(rank, 0));
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
        store.closeImmediately();
    }

    private record Peer(MVMap<byte[], byte[]> map) implements BytesPeer {
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
            Cursor<byte[], byte[]> cursor = map.cursor(prefix);
            while (cursor.hasNext()) {
                byte[] key = cursor.next();
                if (!Prefixes.isPrefix(prefix, key)) {
                    return;
                }
                sink.entry(key, cursor.getValue());
            }
        }

        @Override
        public void close() {}
    }
}
