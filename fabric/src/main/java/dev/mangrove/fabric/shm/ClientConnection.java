package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.MessageHandler;
import dev.mangrove.fabric.posix.FileHandle;
import dev.mangrove.fabric.posix.Futex;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/**
 * A client's view of one connection. To open it, the client makes a connection file, takes its
 * lock, puts its number into a free slot of the server's control file, rings the doorbell and waits
 * until the server's {@link ClientMonitor} has accepted.
 */
final class ClientConnection implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ClientConnection.class.getName());
    private static final SecureRandom NUMBERS = new SecureRandom();

    /** Chosen: the client checks 20 times a second whether the server has died. */
    private static final long LOOK_AGAIN_NANOS = 50_000_000;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final ControlFile control;
    private final FileHandle serverLock;
    private final FileHandle file;
    private final ConnectionFile shared;
    private final ShmRing outgoing;
    private final ShmRing incoming;
    private final Bell bell;
    private final int slot;
    private final int inbox;
    private final Bell inboxBell;

    private ClientConnection(
            ControlFile control,
            FileHandle serverLock,
            FileHandle file,
            ConnectionFile shared,
            int slot) {
        this.control = control;
        this.serverLock = serverLock;
        this.file = file;
        this.shared = shared;
        this.outgoing = shared.toServer();
        this.incoming = shared.toClient();
        this.bell = shared.bell();
        this.slot = slot;
        this.inbox = slot % control.inboxes();
        this.inboxBell = control.inboxBell(inbox);
    }

    static ClientConnection open(Path folder, Arena arena, long timeoutNanos) throws IOException {
        FolderGuard.checkServer(folder);
        ControlFile control =
                new ControlFile(
                        SharedFile.mapExisting(
                                folder.resolve(ControlFile.NAME), ControlFile.BYTES, arena));
        if (!control.isKnownFormat()) {
            throw new FabricException(
                    Kind.CORRUPT,
                    folder
                            + " was not written by this version of Mangrove: use the server's"
                            + " version");
        }
        FileHandle serverLock = ServerFolder.openLock(folder);
        FileHandle file = null;
        try {
            checkAlive(control, serverLock);
            long number = NUMBERS.nextLong() | 1;
            Path path = folder.resolve(ConnectionFile.name(number));
            file = FileHandle.create(path, sharedMode(folder));
            ClientConnection opened = offer(control, serverLock, file, number, arena);
            opened.awaitAccepted(timeoutNanos);
            return opened;
        } catch (IOException | FabricException e) {
            serverLock.close();
            if (file != null) {
                Files.deleteIfExists(file.path());
                file.close();
            }
            throw e;
        }
    }

    private static ClientConnection offer(
            ControlFile control, FileHandle serverLock, FileHandle file, long number, Arena arena)
            throws IOException {
        file.lock();
        MemorySegment memory = SharedFile.mapNew(file.path(), ConnectionFile.BYTES, arena);
        reserve(file);
        ConnectionFile shared = new ConnectionFile(memory);
        shared.initialize(control.bootId(), number, ProcessHandle.current().pid());
        for (int slot = 0; slot < ControlFile.SLOTS; slot++) {
            if (control.claimSlot(slot, number)) {
                control.doorbell().ring(Bell.WANTS_WORK);
                return new ClientConnection(control, serverLock, file, shared, slot);
            }
        }
        throw new FabricException(
                Kind.REFUSED, "all " + ControlFile.SLOTS + " connections of the server are in use");
    }

    private static void reserve(FileHandle file) {
        try {
            file.reserve(0, ConnectionFile.BYTES);
        } catch (IOException e) {
            throw new FabricException(
                    Kind.OUT_OF_MEMORY, "no memory for a connection: " + file.path(), e);
        }
    }

    /**
     * Mode of files in a server's folder: the group has access where it has access to the folder.
     */
    private static int sharedMode(Path folder) throws IOException {
        return (FolderGuard.mode(folder) & 0070) == 0 ? 0600 : 0660;
    }

    private void awaitAccepted(long timeoutNanos) throws IOException {
        Futex futex = new Futex();
        long deadline = System.nanoTime() + timeoutNanos;
        // Ends: at the deadline, or when the server accepts or dies.
        while (true) {
            int seen = bell.prepare(Bell.WANTS_WORK);
            if (shared.stateAcquire() != ConnectionFile.OFFERED) {
                bell.awake();
                return;
            }
            checkAlive(control, serverLock);
            if (System.nanoTime() - deadline > 0) {
                throw new FabricException(
                        Kind.TIMEOUT,
                        "the server has not accepted the connection within "
                                + timeoutNanos / NANOS_PER_MILLI
                                + " ms: it may be stopped or overloaded, file="
                                + file.path());
            }
            bell.sleep(futex, seen, LOOK_AGAIN_NANOS);
        }
    }

    private static void checkAlive(ControlFile control, FileHandle serverLock) throws IOException {
        if (control.stateAcquire() != ControlFile.OPEN) {
            throw new IOException(
                    "the server has ended: start it again, lock=" + serverLock.path());
        }
        if (!serverLock.isLockedByOther()) {
            throw new IOException("the server has died: start it again, lock=" + serverLock.path());
        }
    }

    long bootId() {
        return control.bootId();
    }

    /** Puts a record into the ring; false if there is no room. */
    boolean offer(int type, MemorySegment memory, long offset, int length) {
        if (!outgoing.offer(type, memory, offset, length)) {
            return false;
        }
        control.setReady(inbox, slot);
        inboxBell.ring(Bell.WANTS_WORK);
        return true;
    }

    int receive(Channel channel, MessageHandler handler) {
        int handled = 0;
        while (incoming.next()) {
            handled++;
            int length = incoming.length();
            channel.meter().received(length);
            try {
                handler.onMessage(channel, incoming.memory(), incoming.payload(), length);
            } finally {
                incoming.release();
            }
        }
        return handled;
    }

    boolean hasMessage() {
        return incoming.hasNext() || isClosedByServer();
    }

    boolean isClosedByServer() {
        return shared.stateAcquire() == ConnectionFile.CLOSED_BY_SERVER;
    }

    /** Wakes the thread that waits on this connection. */
    void wakeOwner() {
        bell.ring(Bell.WANTS_WORK | Bell.WANTS_ROOM);
    }

    void prepareToSleep(Futex futex, boolean wantsRoom) {
        int seen = bell.prepare(wantsRoom ? Bell.WANTS_WORK | Bell.WANTS_ROOM : Bell.WANTS_WORK);
        bell.watch(futex, seen);
    }

    void awake() {
        bell.awake();
    }

    /** Why the server has gone; null while it lives. */
    @Nullable String absence() {
        try {
            checkAlive(control, serverLock);
            return isClosedByServer() ? "it has closed the connection" : null;
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    @Override
    public void close() {
        try {
            shared.stateRelease(ConnectionFile.CLOSED_BY_CLIENT);
            file.close();
            control.doorbell().ring(Bell.WANTS_WORK);
            serverLock.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "cannot close " + file.path(), e);
        }
    }
}
