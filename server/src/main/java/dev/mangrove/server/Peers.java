package dev.mangrove.server;

import dev.mangrove.index.wire.Role;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** All connections of a server, over all fabrics, and the clients behind them. */
final class Peers {
    private final List<Peer> all = new CopyOnWriteArrayList<>();
    private final Map<Long, Integer> connectionsOfClient = new HashMap<>();

    void add(Peer peer) {
        all.add(peer);
    }

    /** Notes who a connection belongs to. */
    void greet(Peer peer, Role role, int session, long client) {
        peer.greeted(role, session, client);
        if (client != 0) {
            synchronized (this) {
                connectionsOfClient.merge(client, 1, Integer::sum);
            }
        }
    }

    /** Takes a connection out; true if it was its client's last. */
    boolean remove(Peer peer) {
        all.remove(peer);
        if (peer.client() == 0) {
            return false;
        }
        synchronized (this) {
            return connectionsOfClient.computeIfPresent(
                            peer.client(), (id, count) -> count == 1 ? null : count - 1)
                    == null;
        }
    }

    /** The numbers of all clients that have connections. */
    synchronized Set<Long> clientNumbers() {
        return Set.copyOf(connectionsOfClient.keySet());
    }

    /**
     * Whether no connection of a session is left that could change memory. Those that end with
     * their connection are ended first, if asked for.
     */
    boolean isGone(int session, boolean keepOut) {
        boolean gone = true;
        for (Peer peer : all) {
            if (peer.session() != session || !peer.connection().isOpen()) {
                continue;
            }
            if (keepOut && !peer.hasMemoryMapped()) {
                peer.connection().close();
            } else {
                gone = false;
            }
        }
        return gone;
    }

    /** Ends older connections of the member that a connection is of. */
    void closeOthersOf(Peer member) {
        for (Peer peer : all) {
            if (peer != member && peer.member() == member.member()) {
                peer.connection().close();
            }
        }
    }

    /** A snapshot that may be walked by any thread. */
    List<Peer> all() {
        return all;
    }

    int connections() {
        return all.size();
    }

    synchronized int clients() {
        return connectionsOfClient.size();
    }
}
