package dev.mangrove.server.pool;

import dev.mangrove.server.memory.Memory;
import dev.mangrove.server.memory.Owner;
import dev.mangrove.server.request.Peer;
import dev.mangrove.server.request.Peers;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;

/** Frees what a connection's client held when the connection ends. */
public final class ConnectionCleanup {
    private static final Logger LOG = System.getLogger(ConnectionCleanup.class.getName());

    private final Peers peers;
    private final Memory memory;
    private final Membership membership;
    private final Consumer<Peer> listener;

    public ConnectionCleanup(
            Peers peers, Memory memory, Membership membership, Consumer<Peer> listener) {
        this.peers = peers;
        this.memory = memory;
        this.membership = membership;
        this.listener = listener;
    }

    public Peers peers() {
        return peers;
    }

    public void departed(Peer peer, String reason) {
        listener.accept(peer);
        peers.remove(peer);
        freeGone();
        if (peer.member() != Peer.NO_MEMBER && membership.disconnected(peer.member(), peer)) {
            LOG.log(Level.WARNING, "the pool has lost server {0}: {1}", peer.member(), reason);
        }
    }

    /** Frees the memory of clients that are gone; from any thread. */
    public void freeGone() {
        for (Peer peer : peers.takeGone()) {
            if (peers.forget(peer)) {
                int extents = memory.freeAll(Owner.client(peer.client()));
                LOG.log(Level.DEBUG, "client of {0} has gone; extents freed: {1}", peer, extents);
            }
        }
    }
}
