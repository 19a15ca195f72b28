package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.posix.FileHandle;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Server's view of one connection. The client owns the file and may truncate it at any moment; the
 * JVM then throws an InternalError at an access, or a little after it. This class catches it and
 * ends the connection. The client monitor finds errors that were reported elsewhere by the length
 * of the file.
 */
final class ShmConnection implements Connection {
    private static final Logger LOG = System.getLogger(ShmConnection.class.getName());

    private final long number;
    private final int slot;
    private final FileHandle file;
    private final Arena arena;
    private final ConnectionFile shared;
    private final ShmRing incoming;
    private final ShmRing outgoing;
    private final Bell clientBell;
    private final String peer;
    private final Runnable onClose;
    private volatile @Nullable String closeReason;
    private @Nullable Object attachment;
    private volatile boolean poisoned;
    private volatile boolean cutOff;
    private volatile boolean told;
    private boolean gone;
    private boolean closedByServer;
    private boolean opened;

    ShmConnection(
            long number,
            int slot,
            FileHandle file,
            Arena arena,
            ConnectionFile shared,
            Runnable onClose) {
        this.number = number;
        this.slot = slot;
        this.file = file;
        this.arena = arena;
        this.shared = shared;
        this.incoming = shared.toServer();
        this.outgoing = shared.toClient();
        this.clientBell = shared.bell();
        this.peer =
                "process " + shared.process() + " (connection " + Long.toHexString(number) + ")";
        this.onClose = onClose;
    }

    @Override
    public long id() {
        return number;
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public boolean trySend(MemorySegment memory, long offset, int length) {
        Objects.checkFromIndexSize(offset, (long) length, memory.byteSize());
        if (length > ShmRing.LARGEST_PAYLOAD) {
            throw new FabricException(
                    Kind.TOO_LARGE,
                    "SEND of "
                            + length
                            + " bytes to "
                            + peer
                            + ": at most "
                            + ShmRing.LARGEST_PAYLOAD
                            + " bytes");
        }
        synchronized (this) {
            String reason = closeReason;
            if (reason != null) {
                throw new FabricException(
                        closedByServer ? Kind.CLOSED : Kind.PEER_LOST,
                        "SEND of " + length + " bytes to " + peer + ": " + reason);
            }
            return offer(memory, offset, length);
        }
    }

    private boolean offer(MemorySegment memory, long offset, int length) {
        try {
            if (!outgoing.offer(ShmRing.MESSAGE, memory, offset, length)) {
                return false;
            }
            clientBell.ring(Bell.WANTS_WORK);
            return true;
        } catch (DamagedRingException | InternalError e) {
            endDamaged(e);
            throw new FabricException(
                    Kind.CORRUPT, "SEND of " + length + " bytes to " + peer + " failed", e);
        }
    }

    @Override
    public boolean isOpen() {
        return closeReason == null;
    }

    @Override
    public void close() {
        synchronized (this) {
            closedByServer |= closeReason == null;
        }
        end("closed by the server");
    }

    /**
     * Ends the connection: marks it closed for the client, and has the inbox call {@code onClosed}.
     * The first reason stays.
     */
    void end(String reason) {
        synchronized (this) {
            if (closeReason != null) {
                return;
            }
            closeReason = reason;
            tellClient();
        }
        onClose.run();
    }

    private void tellClient() {
        if (cutOff) {
            return;
        }
        try {
            if (shared.stateAcquire() != ConnectionFile.CLOSED_BY_CLIENT) {
                shared.stateRelease(ConnectionFile.CLOSED_BY_SERVER);
            }
            clientBell.ring(Bell.WANTS_WORK | Bell.WANTS_ROOM);
        } catch (InternalError e) {
            cutOff = true;
        }
    }

    /**
     * Ends the connection because the client has damaged its memory; nothing more is read from it.
     *
     * @throws InternalError if it was not this connection's memory that could not be touched
     */
    void endDamaged(Throwable damage) {
        cutOff = isCutOff();
        if (damage instanceof InternalError fault && !cutOff) {
            throw fault;
        }
        poisoned = true;
        end("the client has damaged its memory: " + damage.getMessage());
    }

    private boolean isCutOff() {
        try {
            return file.size() < ConnectionFile.BYTES;
        } catch (IOException e) {
            return true; // The length is unknown, so the memory must not be accessed.
        }
    }

    /** Whether the client has sent something that has not been taken. */
    boolean hasIncoming() {
        try {
            return !poisoned && incoming.hasNext();
        } catch (InternalError e) {
            endDamaged(e);
            return false;
        }
    }

    /** Why the client is gone; null while it is connected. */
    @Nullable String absence() {
        if (isCutOff()) {
            cutOff = true;
            poisoned = true;
            return "the client has cut off its memory";
        }
        if (shared.stateAcquire() == ConnectionFile.CLOSED_BY_CLIENT) {
            return "closed by the client";
        }
        try {
            return file.isLockedByOther() ? null : "the client died";
        } catch (IOException e) {
            return "cannot tell whether the client lives: " + e.getMessage();
        }
    }

    /** Accepts the client's offer. */
    void accept() {
        try {
            shared.stateRelease(ConnectionFile.ACCEPTED);
            clientBell.ring(Bell.WANTS_WORK);
        } catch (InternalError e) {
            endDamaged(e);
        }
    }

    /** The client holds the lock of its file as long as it has memory mapped. */
    @Override
    public synchronized boolean isGone() {
        if (!gone && closeReason != null) {
            try {
                gone = !file.isLockedByOther();
            } catch (IOException e) {
                LOG.log(Level.DEBUG, "cannot check whether {0} lives: {1}", peer, e.getMessage());
            }
        }
        return gone;
    }

    /** Unmaps the connection; nothing may touch its memory afterwards. */
    synchronized void unmap() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }

    /** Frees all that belongs to the connection. */
    synchronized void release() {
        try (file) {
            unmap();
        } catch (IOException e) {
            throw new FabricException(Kind.CORRUPT, "cannot close " + file.path(), e);
        }
    }

    /** Inbox: notes that the handler's {@code onClosed} was called. */
    void markEndReported() {
        told = true;
    }

    boolean isTold() {
        return told;
    }

    int slot() {
        return slot;
    }

    ShmRing incoming() {
        return incoming;
    }

    /** Wakes a client that waits for room in its ring. */
    void ringForRoom() {
        try {
            if (!poisoned) {
                clientBell.ring(Bell.WANTS_ROOM);
            }
        } catch (InternalError e) {
            endDamaged(e);
        }
    }

    @Nullable String closeReason() {
        return closeReason;
    }

    /** True the first time. */
    boolean firstSeen() {
        boolean first = !opened;
        opened = true;
        return first;
    }

    @Override
    public @Nullable Object attachment() {
        return attachment;
    }

    @Override
    public void attach(@Nullable Object kept) {
        attachment = kept;
    }

    @Override
    public String toString() {
        return peer;
    }
}
