package dev.mangrove.peers.bytes;

import dev.mangrove.peers.PeerSystem;
import dev.mangrove.peers.Skipped;

import org.rocksdb.RocksDBException;

/** All systems with keys and values of bytes, by name. */
public final class BytesSystems {
    private BytesSystems() {}

    /**
     * Opens a system without data.
     *
     * @throws Skipped if the system is not available on this machine
     */
    public static PeerSystem open(String name, long keys) throws Skipped {
        return new BytesSystem(opener(name), keys);
    }

    /** Opens stores of a system. */
    static BytesSystem.Opener opener(String name) {
        return switch (name) {
            case "mangrove" -> MangroveBytes::new;
            case "lmdb" -> BytesSystems::lmdb;
            case "skiplist" -> _ -> new MapBytes();
            case "mvstore" -> _ -> new MvBytes();
            case "rocksdb" -> BytesSystems::rocks;
            case "redis" -> _ -> new RedisBytes();
            default -> throw new IllegalArgumentException("no such system: " + name);
        };
    }

    private static BytesPeerClient lmdb(RankedRecords records) throws Skipped {
        try {
            return new LmdbBytes(records);
        } catch (LinkageError e) {
            throw new Skipped("LMDB's library does not load: " + e, e);
        }
    }

    private static BytesPeerClient rocks(RankedRecords records) throws Skipped {
        try {
            return new RocksBytes(records);
        } catch (LinkageError | RocksDBException e) {
            throw new Skipped("RocksDB does not start: " + e.getMessage(), e);
        }
    }
}
