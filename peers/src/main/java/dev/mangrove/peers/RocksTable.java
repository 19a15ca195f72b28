package dev.mangrove.peers;

import org.jspecify.annotations.Nullable;
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

/**
 * A table of RocksDB without a write-ahead log: changes go to the memtable; table files lie on a
 * memory file system, and the block cache holds all blocks. After a load all entries are in one
 * level.
 */
public final class RocksTable implements AutoCloseable {
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

    /** Creates an empty table whose cache holds so many bytes. */
    public RocksTable(long bytes) throws RocksDBException {
        cache = new LRUCache(bytes + SPARE_BYTES);
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

    /** The value of a key; null if there is none. */
    public byte @Nullable [] get(byte[] key) {
        try {
            return database.get(reading, key);
        } catch (RocksDBException e) {
            throw new IllegalStateException("cannot get", e);
        }
    }

    /** Copies the value of a key; returns its size, or {@link RocksDB#NOT_FOUND}. */
    public int get(byte[] key, byte[] value) {
        try {
            return database.get(reading, key, value);
        } catch (RocksDBException e) {
            throw new IllegalStateException("cannot get", e);
        }
    }

    /** Sets the value of a key. */
    public void put(byte[] key, byte[] value) {
        try {
            database.put(writing, key, value);
        } catch (RocksDBException e) {
            throw new IllegalStateException("cannot put", e);
        }
    }

    /** Deletes a key. */
    public void delete(byte[] key) {
        try {
            database.delete(writing, key);
        } catch (RocksDBException e) {
            throw new IllegalStateException("cannot delete", e);
        }
    }

    /** Brings all entries into one level. */
    public void compact() {
        try (FlushOptions flush = new FlushOptions()) {
            database.flush(flush);
            database.compactRange();
        } catch (RocksDBException e) {
            throw new IllegalStateException("cannot compact", e);
        }
    }

    /** Memory in use. */
    public double bytes() {
        try {
            return database.getLongProperty("rocksdb.total-sst-files-size")
                    + database.getLongProperty("rocksdb.cur-size-all-mem-tables");
        } catch (RocksDBException e) {
            throw new IllegalStateException("cannot read the size of RocksDB", e);
        }
    }

    /** Creates an iterator for one thread. */
    public RocksIterator newIterator() {
        return database.newIterator(reading);
    }

    /** Shows an iterator what has changed. */
    public void refresh(RocksIterator iterator) {
        try {
            iterator.refresh();
        } catch (RocksDBException e) {
            throw new IllegalStateException("cannot scan", e);
        }
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
}
