package dev.mangrove.index.bytes.client;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.access.WriteGuard;
import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.TreeKind;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The trees of an index. Shares are assigned to servers in turn. The tree of a server that is lost
 * when the view opens is opened by the first operation that needs it, which then fails.
 */
final class BytesShares {
    private final Session session;
    private final WriteGuard writes;
    private final long index;
    private final int pageSize;
    private final int fanout;
    private final List<Integer> servers;
    private final KeyShares keys;
    private final @Nullable Share[] shares;

    BytesShares(Session session, IndexDescriptor descriptor, BytesOptions options, int fanout) {
        this.session = session;
        this.writes = new WriteGuard(session, descriptor);
        this.index = descriptor.id();
        this.pageSize = options.pageSize();
        this.fanout = fanout;
        this.servers = descriptor.spec().servers();
        this.keys = new KeyShares(options, servers.size());
        this.shares = new Share[keys.count()];
        for (int share = 0; share < this.shares.length; share++) {
            tryOpen(share);
        }
    }

    private void tryOpen(int share) {
        try {
            Share _ = get(share);
        } catch (FabricException e) {
            if (e.kind() != FabricException.Kind.PEER_LOST) {
                throw e;
            }
        }
    }

    int count() {
        return shares.length;
    }

    int pageSize() {
        return pageSize;
    }

    int fanout() {
        return fanout;
    }

    /** Whether all shares are open, and read in place. */
    boolean areAllInPlace() {
        for (Share share : shares) {
            if (share == null || !share.isInPlace()) {
                return false;
            }
        }
        return true;
    }

    /** Number of a key's share. */
    int numberOf(byte[] key) {
        return keys.of(key);
    }

    /** The share of a key. */
    Share of(byte[] key) {
        return get(keys.of(key));
    }

    Share get(int number) {
        Share open = shares[number];
        if (open == null) {
            int server = servers.get(number % servers.size());
            long tree = TreeKind.tree(index, number);
            open = new Share(session, writes, server, tree, (int) index, pageSize, fanout);
            shares[number] = open;
        }
        return open;
    }
}
