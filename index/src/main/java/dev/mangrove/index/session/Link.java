package dev.mangrove.index.session;

import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.index.wire.Header;
import dev.mangrove.index.wire.HelloAnswer;
import dev.mangrove.index.wire.HelloRequest;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Role;
import dev.mangrove.index.wire.WireWriter;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** A connection to one server: a channel for one-sided verbs, and calls. */
public final class Link {
    private static final int REQUEST_SHIFT = 16;
    private static final int LINK_SHIFT = 8;
    private static final int LINK_MASK = 0xFF;
    private static final int SLOT_MASK = 0xFF;

    /** Chosen: above the specification of an index, which has at most 2 KiB of options. */
    private static final int ADMIN_CAPACITY = 8192;

    static {
        if (Header.WINDOW > SLOT_MASK + 1) {
            throw new AssertionError("more calls than slots");
        }
    }

    private final Switchboard board;
    private final Channel channel;
    private final UnaskedHandler unasked;
    private final int index;
    private final @Nullable Call[] calls = new Call[Header.WINDOW];
    private @Nullable Call admin;
    private @Nullable RemoteServer remote;
    private boolean inPlace;
    private long requests;
    private int server = -1;
    private long instance;
    private long heartbeatNanos;

    Link(Switchboard board, Channel channel, int index, UnaskedHandler unasked) {
        this.board = board;
        this.channel = channel;
        this.index = index;
        this.unasked = unasked;
    }

    /** The channel, for one-sided verbs. */
    public Channel channel() {
        return channel;
    }

    /** The server's memory, to be used in place; null where it cannot be mapped. */
    public @Nullable MemorySegment memory() {
        RemoteServer known = remote;
        if (known == null || !channel.capabilities().directAccess()) {
            return null;
        }
        MemorySegment memory = channel.direct(known.member().regions().getFirst());
        inPlace = true;
        return memory;
    }

    /** Bytes of the region that chunks come from; 0 if it is not known. */
    public long memoryBytes() {
        RemoteServer known = remote;
        return known == null ? 0 : known.member().regions().getFirst().size();
    }

    /** Whether the session uses the server's memory in place. */
    boolean isInPlace() {
        return inPlace;
    }

    /** The table of latches on the server's network card; null if it has none. */
    public @Nullable RegionHandle cardLatches() {
        RemoteServer known = remote;
        if (known != null) {
            for (RegionHandle region : known.member().regions()) {
                if (region.placement() == Placement.DEVICE) {
                    return region;
                }
            }
        }
        return null;
    }

    /** The server's number in its pool. */
    public int server() {
        return server;
    }

    /** The server's last heartbeat, from any thread. */
    public ServerBeat beat() {
        RemoteServer known = remote;
        return known == null ? ServerBeat.NONE : known.lastBeat();
    }

    /** Indexes that were dropped at the server, as of its last heartbeat, from any thread. */
    public long drops() {
        RemoteServer known = remote;
        return known == null ? 0 : known.drops();
    }

    /** Creates a call with a payload capacity in bytes; at most 64 per link. */
    public Call call(int capacity) {
        checkOpen();
        int largest = channel.capabilities().largestMessage() - Header.BYTES;
        if (capacity < 0 || capacity > largest) {
            throw new IllegalArgumentException(
                    "a request has at most " + largest + " bytes: capacity=" + capacity);
        }
        for (int slot = 0; slot < calls.length; slot++) {
            if (calls[slot] == null) {
                Call call = new Call(this, slot, capacity);
                calls[slot] = call;
                return call;
            }
        }
        throw new IllegalStateException("a link has at most " + Header.WINDOW + " calls");
    }

    /** Whether the link has not failed. */
    public boolean isOpen() {
        return channel.isOpen();
    }

    /** Throws the link's failure, if it has failed. */
    public void checkOpen() {
        channel.checkOpen();
    }

    /** Ends the connection. */
    public void close() {
        board.forget(this);
        channel.close();
    }

    /** For messages. */
    public String title() {
        RemoteServer known = remote;
        return known != null ? known.title() : "server at " + channel.peer();
    }

    /** Number of this run of the server. */
    public long instance() {
        return instance;
    }

    /** Sends HELLO and learns which server answers. */
    public void hello(Role role, int session, long client) {
        Call call = admin();
        HelloRequest.write(call.request(), Call.PAYLOAD, role, session, client);
        call.execute(MessageKind.HELLO, HelloRequest.BYTES);
        if (call.answerBytes() < HelloAnswer.BYTES) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT,
                    title() + " sent a HELLO answer that is too short");
        }
        server = HelloAnswer.server(call.answer(), 0);
        instance = HelloAnswer.instance(call.answer(), 0);
        heartbeatNanos = HelloAnswer.heartbeatNanos(call.answer(), 0);
    }

    /** Asks for the members of the pool. */
    public MemberList members() {
        return MemberList.read(admin().execute(MessageKind.MEMBERS, new WireWriter()));
    }

    /** The call for administrative requests. */
    public Call admin() {
        Call call = admin;
        if (call == null) {
            int largest = channel.capabilities().largestMessage() - Header.BYTES;
            call = call(Math.min(ADMIN_CAPACITY, largest));
            admin = call;
        }
        return call;
    }

    /** Attaches the server's regions and stores which server it is. */
    void belongsTo(RemoteServer owner) {
        remote = owner;
        List<RegionHandle> regions = owner.member().regions();
        regions.forEach(channel::attach);
    }

    @Nullable RemoteServer remote() {
        return remote;
    }

    /** Time between two heartbeats of the server. */
    public long heartbeatNanos() {
        return heartbeatNanos;
    }

    UnaskedHandler unasked() {
        return unasked;
    }

    Switchboard board() {
        return board;
    }

    long nextRequest(int slot) {
        return ++requests << REQUEST_SHIFT | (long) index << LINK_SHIFT | slot;
    }

    static int linkOf(long request) {
        return (int) (request >>> LINK_SHIFT) & LINK_MASK;
    }

    @Nullable Call callOf(long request) {
        int slot = (int) request & SLOT_MASK;
        return slot < calls.length ? calls[slot] : null;
    }

    void forget(int slot) {
        calls[slot] = null;
    }
}
