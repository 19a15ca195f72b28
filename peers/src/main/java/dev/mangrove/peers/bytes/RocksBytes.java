package dev.mangrove.peers.bytes;

import dev.mangrove.peers.RocksTable;

import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** RocksDB with the settings of {@link RocksTable}. */
final class RocksBytes implements BytesPeerClient {
    private static final long BYTES_PER_KEY = 64;

    private final RocksTable table;

    RocksBytes(RankedRecords records) throws RocksDBException {
        table = new RocksTable(records.number() * (BYTES_PER_KEY + records.valueBytes()));
    }

    @Override
    public void load(RankedRecords records) {
        for (long rank = 0; rank < records.number(); rank++) {
            table.put(records.key(rank), records.value(rank, 0));
        }
        table.compact();
    }

    @Override
    public double bytes() {
        return table.bytes();
    }

    @Override
    public BytesPeer open() {
        return new Peer(table, table.newIterator());
    }

    @Override
    public void close() {
        table.close();
    }

    private record Peer(RocksTable table, RocksIterator iterator) implements BytesPeer {
        @Override
        public byte @Nullable [] get(byte[] key) {
            return table.get(key);
        }

        @Override
        public void put(byte[] key, byte[] value) {
            table.put(key, value);
        }

        @Override
        public void scan(byte[] prefix, Sink sink) {
            table.refresh(iterator);
            iterator.seek(prefix);
            while (iterator.isValid() && Prefixes.isPrefix(prefix, iterator.key())) {
                sink.entry(iterator.key(), iterator.value());
                iterator.next();
            }
        }

        @Override
        public void close() {
            iterator.close();
        }
    }
}
