package dev.mangrove.server;

import dev.mangrove.server.ChunkTable.Owner;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;

/** What becomes of a connection's belongings when it ends. */
final class Departures {
    private static final Logger LOG = System.getLogger(Departures.class.getName());

    private final Peers peers;
    private final Memory memory;
    private final Membership membership;
    private final Consumer<Peer> listener;

    Departures(Peers peers, Memory memory, Membership membership, Consumer<Peer> listener) {
        this.peers = peers;
        this.memory = memory;
        this.membership = membership;
        this.listener = listener;
    }

    Peers peers() {
        return peers;
    }

    void departed(Peer peer, String reason) {
        listener.accept(peer);
        peers.remove(peer);
        freeGone();
        if (peer.member() != Peer.NO_MEMBER && membership.disconnected(peer.member(), peer)) {
            LOG.log(Level.WARNING, "the pool has lost server {0}: {1}", peer.member(), reason);
        }
    }

    /** Frees what clients had that are gone; from any thread. */
    void freeGone() {
        for (Peer peer : peers.takeGone()) {
            if (peers.forget(peer)) {
                int chunks = memory.freeAll(Owner.client(peer.client()));
                LOG.log(Level.DEBUG, "client of {0} has gone; chunks freed: {1}", peer, chunks);
            }
        }
    }
}
