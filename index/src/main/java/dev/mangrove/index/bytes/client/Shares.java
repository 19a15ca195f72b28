package dev.mangrove.index.bytes.client;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.TreeKind;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The trees of an index. Shares are assigned to servers in turn. The tree of a server that is lost
 * when the view opens is opened by the first operation that needs it, which then fails.
 */
final class Shares {
    private final Session session;
    private final long index;
    private final int pageSize;
    private final int fanout;
    private final List<Integer> servers;
    private final KeyShares keys;
    private final @Nullable ShareCalls[] calls;

    Shares(Session session, long index, BytesOptions options, int fanout, List<Integer> servers) {
        this.session = session;
        this.index = index;
        this.pageSize = options.pageSize();
        this.fanout = fanout;
        this.servers = servers;
        this.keys = new KeyShares(options, servers.size());
        this.calls = new ShareCalls[keys.count()];
        for (int share = 0; share < calls.length; share++) {
            tryOpen(share);
        }
    }

    private void tryOpen(int share) {
        try {
            ShareCalls _ = get(share);
        } catch (FabricException e) {
            if (e.kind() != FabricException.Kind.PEER_LOST) {
                throw e;
            }
        }
    }

    int count() {
        return calls.length;
    }

    int pageSize() {
        return pageSize;
    }

    int fanout() {
        return fanout;
    }

    /** Number of a key's share. */
    int numberOf(byte[] key) {
        return keys.of(key);
    }

    /** The share of a key. */
    ShareCalls of(byte[] key) {
        return get(keys.of(key));
    }

    ShareCalls get(int share) {
        ShareCalls open = calls[share];
        if (open == null) {
            int server = servers.get(share % servers.size());
            open = new ShareCalls(session, server, TreeKind.tree(index, share), pageSize, fanout);
            calls[share] = open;
        }
        return open;
    }
}
