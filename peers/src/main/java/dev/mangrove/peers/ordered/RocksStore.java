package dev.mangrove.peers.ordered;

import dev.mangrove.bench.ordered.Keys;
import dev.mangrove.peers.RocksTable;

import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** RocksDB with the settings of {@link RocksTable}. */
final class RocksStore implements OrderedPeerClient {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final long CACHE_BYTES_PER_KEY = 48;

    private final RocksTable table;

    RocksStore(long keys) throws RocksDBException {
        table = new RocksTable(keys * CACHE_BYTES_PER_KEY);
    }

    @Override
    public void load(long keys) {
        byte[] key = new byte[Long.BYTES];
        byte[] value = new byte[Long.BYTES];
        for (long rank = 0; rank < keys; rank++) {
            WORD.set(key, 0, Keys.key(rank));
            WORD.set(value, 0, Keys.value(Keys.key(rank)));
            table.put(key, value);
        }
        table.compact();
    }

    @Override
    public double bytes() {
        return table.bytes();
    }

    @Override
    public OrderedPeer open() {
        return new Peer(table);
    }

    @Override
    public void close() {
        table.close();
    }

    private static final class Peer implements OrderedPeer {
        private final RocksTable table;
        private final RocksIterator iterator;
        private final byte[] keyBytes = new byte[Long.BYTES];
        private final byte[] valueBytes = new byte[Long.BYTES];

        Peer(RocksTable table) {
            this.table = table;
            iterator = table.newIterator();
        }

        @Override
        public long get(long key) {
            WORD.set(keyBytes, 0, key);
            int size = table.get(keyBytes, valueBytes);
            return size == RocksDB.NOT_FOUND ? ABSENT : (long) WORD.get(valueBytes, 0);
        }

        @Override
        public void update(long key, long value) {
            WORD.set(keyBytes, 0, key);
            WORD.set(valueBytes, 0, value);
            table.put(keyBytes, valueBytes);
        }

        @Override
        public void insert(long key, long value) {
            update(key, value);
        }

        @Override
        public void delete(long key) {
            WORD.set(keyBytes, 0, key);
            table.delete(keyBytes);
        }

        @Override
        public int range(long from, long[] keys, long[] values) {
            WORD.set(keyBytes, 0, from);
            table.refresh(iterator);
            int found = 0;
            for (iterator.seek(keyBytes); found < keys.length && iterator.isValid(); ) {
                keys[found] = (long) WORD.get(iterator.key(), 0);
                values[found++] = (long) WORD.get(iterator.value(), 0);
                iterator.next();
            }
            return found;
        }

        @Override
        public void close() {
            iterator.close();
        }
    }
}
