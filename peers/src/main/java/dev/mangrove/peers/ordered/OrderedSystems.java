package dev.mangrove.peers.ordered;

import dev.mangrove.peers.PeerSystem;
import dev.mangrove.peers.Skipped;

import org.rocksdb.RocksDBException;

/** The ordered systems there are. */
public final class OrderedSystems {
    private OrderedSystems() {}

    /**
     * A system by its name, empty.
     *
     * @throws Skipped if it cannot be had on this machine
     */
    public static PeerSystem open(String name, long keys) throws Skipped {
        return new OrderedSystem(store(name, keys), keys);
    }

    /** Its data alone. */
    static OrderedStore store(String name, long keys) throws Skipped {
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

    private static OrderedStore lmdb(long keys) throws Skipped {
        try {
            return new LmdbStore(keys);
        } catch (LinkageError e) {
            throw new Skipped("LMDB's library does not load: " + e.getMessage(), e);
        }
    }

    private static OrderedStore rocks(long keys) throws Skipped {
        try {
            return new RocksStore(keys);
        } catch (LinkageError | RocksDBException e) {
            throw new Skipped("RocksDB does not start: " + e.getMessage(), e);
        }
    }
}
