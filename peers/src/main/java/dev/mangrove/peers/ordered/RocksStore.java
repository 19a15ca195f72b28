package dev.mangrove.peers.ordered;

import dev.mangrove.bench.ordered.Keys;
import dev.mangrove.peers.MemoryFolder;

import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * RocksDB without a write-ahead log: changes go to the memtable; table files lie on a memory file
 * system, and the block cache holds all blocks. After the load all entries are in one level.
 */
final class RocksStore implements OrderedStore {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final long CACHE_BYTES_PER_KEY = 48;
    private static final long SPARE_BYTES = 64L << 20;
    private static final int FILTER_BITS = 10;

    static {
        RocksDB.loadLibrary();
    }

    private final MemoryFolder folder = MemoryFolder.create();
    private final WriteOptions writing = new WriteOptions().setDisableWAL(true);
    private final ReadOptions reading = new ReadOptions().setVerifyChecksums(false);
    private final LRUCache cache;
    private final BloomFilter filter = new BloomFilter(FILTER_BITS);
    private final Options options;
    private final RocksDB database;

    RocksStore(long keys) throws RocksDBException {
        cache = new LRUCache(keys * CACHE_BYTES_PER_KEY + SPARE_BYTES);
        options =
                new Options()
                        .setCreateIfMissing(true)
                        .setCompressionType(CompressionType.NO_COMPRESSION)
                        .setTableFormatConfig(
                                new BlockBasedTableConfig()
                                        .setBlockCache(cache)
                                        .setFilterPolicy(filter));
        database = RocksDB.open(options, folder.path().toString());
    }

    @Override
    public void load(long keys) {
        byte[] key = new byte[Long.BYTES];
        byte[] value = new byte[Long.BYTES];
        try (FlushOptions flush = new FlushOptions()) {
            for (long rank = 0; rank < keys; rank++) {
                WORD.set(key, 0, Keys.key(rank));
                WORD.set(value, 0, Keys.value(Keys.key(rank)));
                database.put(writing, key, value);
            }
            database.flush(flush);
            database.compactRange();
        } catch (RocksDBException e) {
            throw new IllegalStateException("cannot load", e);
        }
    }

    @Override
    public double bytes() {
        try {
            return database.getLongProperty("rocksdb.total-sst-files-size")
                    + database.getLongProperty("rocksdb.cur-size-all-mem-tables");
        } catch (RocksDBException e) {
            throw new IllegalStateException("cannot read the size of RocksDB", e);
        }
    }

    @Override
    public OrderedPeer open() {
        return new Peer(database, writing, reading);
    }

    @Override
    public void close() {
        database.close();
        options.close();
        filter.close();
        cache.close();
        reading.close();
        writing.close();
        folder.close();
    }

    private static final class Peer implements OrderedPeer {
        private final RocksDB database;
        private final WriteOptions writing;
        private final ReadOptions reading;
        private final RocksIterator iterator;
        private final byte[] keyBytes = new byte[Long.BYTES];
        private final byte[] valueBytes = new byte[Long.BYTES];

        Peer(RocksDB database, WriteOptions writing, ReadOptions reading) {
            this.database = database;
            this.writing = writing;
            this.reading = reading;
            this.iterator = database.newIterator(reading);
        }

        @Override
        public long get(long key) {
            WORD.set(keyBytes, 0, key);
            try {
                int size = database.get(reading, keyBytes, valueBytes);
                return size == RocksDB.NOT_FOUND ? ABSENT : (long) WORD.get(valueBytes, 0);
            } catch (RocksDBException e) {
                throw new IllegalStateException("cannot get " + key, e);
            }
        }

        @Override
        public void update(long key, long value) {
            WORD.set(keyBytes, 0, key);
            WORD.set(valueBytes, 0, value);
            try {
                database.put(writing, keyBytes, valueBytes);
            } catch (RocksDBException e) {
                throw new IllegalStateException("cannot put " + key, e);
            }
        }

        @Override
        public void insert(long key, long value) {
            update(key, value);
        }

        @Override
        public void delete(long key) {
            WORD.set(keyBytes, 0, key);
            try {
                database.delete(writing, keyBytes);
            } catch (RocksDBException e) {
                throw new IllegalStateException("cannot delete " + key, e);
            }
        }

        @Override
        public int range(long from, long[] keys, long[] values) {
            WORD.set(keyBytes, 0, from);
            try {
                iterator.refresh();
            } catch (RocksDBException e) {
                throw new IllegalStateException("cannot scan from " + from, e);
            }
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
