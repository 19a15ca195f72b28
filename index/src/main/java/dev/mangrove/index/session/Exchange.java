package dev.mangrove.index.session;

import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.FailureCount;
import dev.mangrove.index.wire.Role;
import dev.mangrove.index.wire.Status;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** One thread's switchboards, one per fabric that its links need. */
public final class Exchange implements AutoCloseable {
    private final Fabrics fabrics;
    private final EndpointOptions options;
    private int session;
    private final long client;
    private final FailureCount failures = new FailureCount();
    private final List<String> schemes = new ArrayList<>();
    private volatile List<Switchboard> boards = List.of();
    private volatile boolean closed;

    /**
     * Creates an exchange for the connections of a client's session; 0 for no session, or no
     * client.
     */
    public Exchange(Fabrics fabrics, EndpointOptions options, int session, long client) {
        this.fabrics = fabrics;
        this.options = options;
        this.session = session;
        this.client = client;
    }

    /** Sets the session's number for later connections. */
    void renumber(int other) {
        session = other;
    }

    /** Connects to a URI, whichever server listens there, and sends HELLO. */
    public Link connect(URI uri, Role role, UnaskedHandler unasked) {
        Link link = board(scheme(uri)).connect(uri, unasked);
        try {
            link.hello(role, session, client);
            return link;
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }

    /**
     * Connects to a member of the pool by the best of its URIs.
     *
     * @throws FabricException {@code PEER_LOST} with the reason for each URI
     * @throws RequestRefusedException {@code EXISTS} if another client has the session's number
     *     there
     */
    public Link reach(Member member, Role role, UnaskedHandler unasked) {
        List<String> reasons = new ArrayList<>();
        for (URI uri : bestFirst(member.uris(), reasons)) {
            try {
                Link link = connect(uri, role, unasked);
                if (link.instance() == member.instance()) {
                    return link;
                }
                link.close();
                reasons.add(uri + " reaches another server");
            } catch (FabricException | RequestRefusedException e) {
                if (isClosed() || isNumberTaken(e)) {
                    throw e;
                }
                reasons.add(String.valueOf(e.getMessage()));
            }
        }
        throw new FabricException(
                Kind.PEER_LOST,
                member.title() + " cannot be reached: " + String.join("; ", reasons));
    }

    static boolean isNumberTaken(RuntimeException e) {
        return e instanceof RequestRefusedException refused && refused.status() == Status.EXISTS;
    }

    /** Delivers the messages that have arrived on any link. */
    public int receive() {
        int received = 0;
        List<Switchboard> all = boards;
        for (int i = 0; i < all.size(); i++) {
            received += all.get(i).receive();
        }
        return received;
    }

    /**
     * Waits until a message has arrived, at most the given time. With several fabrics it waits on
     * the first of them, so the time should be short.
     */
    public void awaitMessage(long nanos) {
        boards.getFirst().awaitMessage(nanos);
    }

    /** Fabrics in use. */
    public int size() {
        return boards.size();
    }

    /** Closes all links; from any thread. */
    @Override
    public void close() {
        closed = true;
        boards.forEach(Switchboard::close);
    }

    /** Failures of links so far. */
    FailureCount failures() {
        return failures;
    }

    boolean isClosed() {
        return closed;
    }

    @Nullable Switchboard firstBoard() {
        List<Switchboard> all = boards;
        return all.isEmpty() ? null : all.getFirst();
    }

    private Switchboard board(String scheme) {
        int index = schemes.indexOf(scheme);
        if (index >= 0) {
            return boards.get(index);
        }
        Switchboard board = new Switchboard(fabrics.of(scheme).endpoint(options));
        board.endpoint().countFailuresIn(failures);
        schemes.add(scheme);
        List<Switchboard> more = new ArrayList<>(boards);
        more.add(board);
        boards = List.copyOf(more);
        if (closed) {
            board.close();
        }
        return board;
    }

    /**
     * Fabrics with direct access first, then those that spare the server's processor; without those
     * that this host lacks.
     */
    private List<URI> bestFirst(List<URI> uris, List<String> reasons) {
        List<URI> direct = new ArrayList<>();
        List<URI> oneSided = new ArrayList<>();
        List<URI> others = new ArrayList<>();
        for (URI uri : uris) {
            try {
                Fabric fabric = fabrics.of(scheme(uri));
                if (fabric.capabilities().directAccess()) {
                    direct.add(uri);
                } else {
                    (fabric.isOneSided() ? oneSided : others).add(uri);
                }
            } catch (FabricException | IllegalArgumentException e) {
                reasons.add(String.valueOf(e.getMessage()));
            }
        }
        direct.addAll(oneSided);
        direct.addAll(others);
        return direct;
    }

    private static String scheme(URI uri) {
        String scheme = uri.getScheme();
        if (scheme == null) {
            throw new IllegalArgumentException(
                    "a URI names its fabric, as in shm:NAME or tcp://HOST:PORT: " + uri);
        }
        return scheme;
    }
}
