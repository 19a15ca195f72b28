package dev.mangrove.server.request;

import dev.mangrove.fabric.Connection;
import dev.mangrove.index.wire.Header;
import dev.mangrove.index.wire.Role;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The server's side of one connection. Used by the connection's worker; other threads may read
 * role, client and session after HELLO.
 */
public final class Peer {
    /** Member number of a peer that is not a member. */
    public static final int NO_MEMBER = -1;

    private final Connection connection;
    private final Outbox outbox;
    private final Request request;
    private final Reply reply;
    private final boolean memoryMapped;
    private final Deque<byte[]> deferred = new ArrayDeque<>();
    private long movedAt;
    private volatile @Nullable Role role;
    private volatile int session;
    private volatile long client;
    private volatile int member = NO_MEMBER;

    /** A connection served by the owner of the two buffers. */
    public Peer(
            Connection connection,
            boolean memoryMapped,
            MemorySegment requestMemory,
            MemorySegment replyMemory) {
        this.connection = connection;
        this.memoryMapped = memoryMapped;
        this.outbox = new Outbox(connection);
        this.request = new Request(this, requestMemory);
        this.reply = new Reply(outbox, replyMemory);
    }

    public Connection connection() {
        return connection;
    }

    public Outbox outbox() {
        return outbox;
    }

    public Request request() {
        return request;
    }

    public Reply reply() {
        return reply;
    }

    /** The purpose of the connection; null before HELLO. */
    public @Nullable Role role() {
        return role;
    }

    /** The client's number; 0 if it has none. */
    public long client() {
        return client;
    }

    /** The number of its session; 0 if it has none. */
    public int session() {
        return session;
    }

    /**
     * Whether the client has the server's memory mapped, so that it can change it without a
     * connection.
     */
    boolean hasMemoryMapped() {
        return memoryMapped;
    }

    void greeted(Role as, int ofSession, long number) {
        session = ofSession;
        client = number;
        role = as;
    }

    /** Number in the pool of a server that joins. */
    public int member() {
        return member;
    }

    public void member(int number) {
        member = number;
    }

    /** Keeps a request until the answers before it are sent; false if there are too many. */
    public boolean defer(MemorySegment memory, long offset, int length) {
        if (deferred.size() >= Header.WINDOW) {
            return false;
        }
        deferred.addLast(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE));
        return true;
    }

    /** The next request that was kept. */
    public byte @Nullable [] nextDeferred() {
        return deferred.pollFirst();
    }

    public int deferred() {
        return deferred.size();
    }

    /** When the client last received a message. */
    public long movedAt() {
        return movedAt;
    }

    public void movedAt(long now) {
        movedAt = now;
    }

    /** Forgets all that is pending. */
    public void clear() {
        outbox.clear();
        deferred.clear();
    }

    @Override
    public String toString() {
        return connection.peer();
    }
}
