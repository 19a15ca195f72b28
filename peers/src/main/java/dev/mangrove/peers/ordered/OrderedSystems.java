package dev.mangrove.peers.ordered;

import dev.mangrove.peers.PeerSystem;
import dev.mangrove.peers.Skipped;

import org.rocksdb.RocksDBException;

/** All ordered systems, by name. */
public final class OrderedSystems {
    private OrderedSystems() {}

    /**
     * Opens a system without data.
     *
     * @throws Skipped if the system is not available on this machine
     */
    public static PeerSystem open(String name, long keys) throws Skipped {
        return new OrderedSystem(store(name, keys), keys);
    }

    /** Opens a system's store. */
    static OrderedPeerClient store(String name, long keys) throws Skipped {
        return switch (name) {
            case "mangrove" -> new MangroveStore(keys);
            case "lmdb" -> lmdb(keys);
            case "skiplist" -> MapStore.skipList();
            case "treemap" -> MapStore.tree();
            case "mvstore" -> new MvStore();
            case "rocksdb" -> rocks(keys);
            case "redis" -> new RedisStore();
            default -> throw new IllegalArgumentException("no such system: " + name);
        };
    }

    private static OrderedPeerClient lmdb(long keys) throws Skipped {
        try {
            return new LmdbStore(keys);
        } catch (LinkageError e) {
            throw new Skipped("LMDB's library does not load: " + e, e);
        }
    }

    private static OrderedPeerClient rocks(long keys) throws Skipped {
        try {
            return new RocksStore(keys);
        } catch (LinkageError | RocksDBException e) {
            throw new Skipped("RocksDB does not start: " + e.getMessage(), e);
        }
    }
}
