package dev.mangrove.index.session;

import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FailureCount;
import dev.mangrove.fabric.Meter;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.ChunkRequest;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Range;
import dev.mangrove.index.wire.Role;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.WireWriter;
import dev.mangrove.index.wire.Words;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/**
 * One thread's access to a pool. It opens links to servers on first use. After {@link #close},
 * every use throws.
 */
public final class Session implements AutoCloseable {
    /** Chosen: numbers have 31 bits, so that a second draw hardly ever fails. */
    private static final int MOST_DRAWS = 4;

    private final Pool pool;
    private final Exchange exchange;
    private int number;
    private boolean numbered;
    private final long begun;
    private final Catalogue catalogue = new Catalogue(this);
    private final WriteSections writes = new WriteSections();
    private final @Nullable Link[] links = new Link[AddressSpace.SERVERS];
    private volatile boolean closed;

    Session(Pool pool, Exchange exchange, int number) {
        this.pool = pool;
        this.exchange = exchange;
        this.number = number;
        this.begun = pool.losses();
    }

    /** The channel that leads to an address. */
    public Channel channel(long address) {
        Link link = links[AddressSpace.server(address)];
        return link != null ? link.channel() : link(AddressSpace.server(address)).channel();
    }

    /**
     * The link to a server.
     *
     * @throws FabricException if the pool has no such server or it is lost
     */
    public Link link(int server) {
        checkOpen();
        Link link = server >= 0 && server < links.length ? links[server] : null;
        if (link == null) {
            link = connect(server);
            links[server] = link;
        }
        return link;
    }

    /** Zeroed memory, aligned to 64 bytes, for the local side of transfers; freed on close. */
    public MemorySegment allocate(long bytes) {
        Switchboard board = exchange.firstBoard();
        if (board == null) {
            board = anyLink().board();
        }
        return board.endpoint().allocate(bytes);
    }

    /**
     * Asks a server for a chunk of 8 MiB of zeroes and returns its address.
     *
     * @throws RequestRefusedException {@code OUT_OF_MEMORY} when the server's limit is reached
     */
    public long allocateChunk(int server, ChunkOwner owner) {
        Call call = link(server).admin();
        ChunkRequest.write(call.request(), Call.PAYLOAD, owner.index());
        call.execute(MessageKind.ALLOCATE_CHUNK, ChunkRequest.BYTES);
        if (call.answerBytes() < Range.BYTES) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT, link(server).title() + " granted no chunk");
        }
        return Range.address(call.answer(), 0);
    }

    /** Frees a chunk of this client or of an index. */
    public void freeChunk(long address) {
        Call call = link(AddressSpace.server(address)).admin();
        Range.write(call.request(), Call.PAYLOAD, address, AddressSpace.CHUNK_BYTES);
        call.execute(MessageKind.FREE_CHUNK, Range.BYTES);
    }

    /** Number that all links of this session share, not 0; it does not change after this call. */
    public int number() {
        numbered = true;
        return number;
    }

    /**
     * Whether another session is gone from a server, so that it can change nothing there any more.
     *
     * @param keepOut whether the server shall close the session's connections, if that keeps it
     *     from changing memory
     */
    public boolean isGone(int server, int session, boolean keepOut) {
        return ask(server, MessageKind.IS_GONE, session, keepOut ? 1 : 0) == 1;
    }

    /**
     * The short number of this session for latches on a server's card.
     *
     * @throws RequestRefusedException {@code OUT_OF_MEMORY} if there is none left
     */
    public int latchHolder(int server) {
        return (int) ask(server, MessageKind.LATCH_HOLDER);
    }

    /** The session that has a short number on a server; 0 if none has. */
    public int ownerOf(int server, int holder) {
        return (int) ask(server, MessageKind.LATCH_OWNER, holder);
    }

    /** The status of a server. */
    public ServerStatus status(int server) {
        return ServerStatus.read(
                link(server).admin().execute(MessageKind.STATUS, new WireWriter()));
    }

    /** The meters of this session's links. */
    public Meter[] meters() {
        return java.util.Arrays.stream(links)
                .filter(java.util.Objects::nonNull)
                .map(link -> link.channel().meter())
                .toArray(Meter[]::new);
    }

    /** The pool's catalogue of indexes. */
    public Catalogue catalogue() {
        return catalogue;
    }

    /** The load of a server, from its last heartbeat. */
    public ServerLoad load(int server) {
        return pool.load(server);
    }

    /** The write sections of this session's thread. */
    public WriteSections writes() {
        return writes;
    }

    /**
     * Checks that an index still exists, as far as a server knows.
     *
     * @throws RequestRefusedException {@code NOT_FOUND} if it has been dropped
     */
    public void checkIndex(int server, long index, String name) {
        Call call = link(server).admin();
        try {
            call.execute(MessageKind.CHECK_INDEX, Words.write(call.request(), Call.PAYLOAD, index));
        } catch (RequestRefusedException e) {
            if (e.status() == Status.NOT_FOUND) {
                throw new RequestRefusedException(
                        Status.NOT_FOUND, "index " + name + " has been dropped");
            }
            throw e;
        }
    }

    /** The pool this session belongs to. */
    public Pool pool() {
        return pool;
    }

    /** The host it runs on. */
    public Host host() {
        return pool.host();
    }

    /** Counts failures of links of this session, and losses of servers. */
    FailureCount failures() {
        return exchange.failures();
    }

    /**
     * Why a server is lost to this session; null while it is not. A server that was lost since the
     * session began stays lost to it even if the pool finds it again.
     */
    public @Nullable FabricException lossOf(int server) {
        Link link = links[server];
        RemoteServer remote = pool.find(server);
        FabricException reason = link == null ? null : link.channel().failure();
        if (reason == null && remote != null) {
            reason = remote.lossSince(begun);
        }
        if (reason == null) {
            return null;
        }
        String title = remote == null ? "server " + server : remote.title();
        return new FabricException(
                reason.kind(), title + " is lost: " + reason.getMessage(), reason);
    }

    /** Throws if a server is lost to this session. */
    public void checkNotLost(int server) {
        FabricException lost = lossOf(server);
        if (lost != null) {
            throw lost;
        }
    }

    /** Whether the session is closed. */
    public boolean isClosed() {
        return closed;
    }

    /** Ends all links; from any thread. */
    @Override
    public void close() {
        closed = true;
        exchange.close();
        pool.forget(this);
        pool.forgetNumber(number);
        java.util.Arrays.fill(links, null);
    }

    /** Sends a request of words whose answer is one word. */
    private long ask(int server, int kind, long... words) {
        Call call = link(server).admin();
        call.execute(kind, Words.write(call.request(), Call.PAYLOAD, words));
        if (call.answerBytes() < Words.bytes(1)) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT, link(server).title() + " sent an empty answer");
        }
        return Words.get(call.answer(), 0, 0);
    }

    void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the session is closed");
        }
    }

    private Link connect(int server) {
        RemoteServer remote = pool.find(server);
        if (remote == null) {
            askAround();
            remote = pool.existing(server);
        }
        checkNotLost(server);
        remote.checkThere();
        Link link = reach(remote);
        numbered = true;
        link.belongsTo(remote);
        return link;
    }

    /**
     * Connects to a server. Until {@link #number} has been read, it draws another number if the
     * server refuses this one.
     */
    private Link reach(RemoteServer remote) {
        // Ends: at the last of MOST_DRAWS.
        for (int draws = 1; ; draws++) {
            try {
                return exchange.reach(remote.member(), Role.SESSION, UnaskedHandler.NONE);
            } catch (RequestRefusedException e) {
                if (numbered || draws == MOST_DRAWS || !Exchange.isNumberTaken(e)) {
                    throw e;
                }
                pool.forgetNumber(number);
                number = pool.sessionNumber();
                exchange.renumber(number);
            }
        }
    }

    /** Asks for the member list: a server may have joined since the last heartbeat. */
    private void askAround() {
        pool.learn(anyLink().members());
    }

    /** Any working link: an open one, or the first that can be opened. */
    private Link anyLink() {
        for (Link link : links) {
            if (link != null && link.isOpen()) {
                return link;
            }
        }
        for (RemoteServer remote : pool.known()) {
            if (!remote.isLost()) {
                return link(remote.member().number());
            }
        }
        throw new FabricException(FabricException.Kind.PEER_LOST, "all servers are lost");
    }
}
