package dev.mangrove.server.request;

import dev.mangrove.index.wire.Role;
import dev.mangrove.index.wire.Status;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** All connections of a server, over all fabrics, and the clients behind them. */
public final class Peers {
    private final List<Peer> all = new CopyOnWriteArrayList<>();
    private final List<Peer> shutOut = new CopyOnWriteArrayList<>();
    private final Map<Long, Integer> connectionsOfClient = new HashMap<>();

    /** No connections yet. */
    public Peers() {}

    public void add(Peer peer) {
        all.add(peer);
    }

    /**
     * Records the client and session of a connection.
     *
     * @throws RefusedException {@code EXISTS} if another client has a session of that number here:
     *     latches are held by number
     */
    public synchronized void register(Peer peer, Role role, int session, long client) {
        if (session != 0
                && (hasOther(all, session, client) || hasOther(shutOut, session, client))) {
            throw new RefusedException(
                    Status.EXISTS, "another client has a session of this number: " + session);
        }
        peer.greeted(role, session, client);
        if (client != 0) {
            connectionsOfClient.merge(client, 1, Integer::sum);
        }
    }

    private static boolean hasOther(List<Peer> peers, int session, long client) {
        for (Peer peer : peers) {
            if (peer.session() == session && peer.client() != client) {
                return true;
            }
        }
        return false;
    }

    /**
     * Removes a connection that has ended. Its client stays registered until it is gone: its
     * process may still have memory mapped.
     */
    public void remove(Peer peer) {
        shutOut.add(peer);
        all.remove(peer);
    }

    /** Removed connections whose clients became gone since the last call. */
    public synchronized List<Peer> takeGone() {
        List<Peer> gone = shutOut.stream().filter(peer -> peer.connection().isGone()).toList();
        shutOut.removeAll(gone);
        return gone;
    }

    /** Forgets a connection whose client is gone; true if it was its client's last. */
    public boolean forget(Peer peer) {
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
    public synchronized Set<Long> clientNumbers() {
        return Set.copyOf(connectionsOfClient.keySet());
    }

    /**
     * Whether nothing of a session can change memory any more: each of its connections has ended,
     * all messages that came before the end have been served, and its process has no memory mapped.
     * With {@code keepOut}, the server ends the session's connections if the session cannot change
     * memory without them; it is gone once their workers have processed the end, so the caller asks
     * again.
     */
    public boolean isGone(int session, boolean keepOut) {
        boolean gone = true;
        for (Peer peer : all) {
            if (peer.session() == session) {
                gone = false;
                if (keepOut && !peer.hasMemoryMapped()) {
                    peer.connection().close();
                }
            }
        }
        return gone
                && shutOut.stream()
                        .allMatch(peer -> peer.session() != session || peer.connection().isGone());
    }

    /** Ends older connections of the same member. */
    public void closeOthersOf(Peer member) {
        for (Peer peer : all) {
            if (peer != member && peer.member() == member.member()) {
                peer.connection().close();
            }
        }
    }

    /** A snapshot that may be walked by any thread. */
    public List<Peer> all() {
        return all;
    }

    public int connections() {
        return all.size();
    }

    public synchronized int clients() {
        return connectionsOfClient.size();
    }
}
