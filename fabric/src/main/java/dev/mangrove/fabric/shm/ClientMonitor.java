package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.posix.FileHandle;
import dev.mangrove.fabric.posix.Futex;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Accepts connections and detects clients that are gone. Clients ring the doorbell when they
 * connect and when they close; the monitor finds dead ones by their free lock within {@link
 * #PATROL_NANOS}.
 */
final class ClientMonitor implements Runnable {
    private static final System.Logger LOG = System.getLogger(ClientMonitor.class.getName());

    /**
     * Time between two rounds. Chosen: a dead client is found well within the promised two seconds,
     * at the cost of one flock per connection and round.
     */
    private static final long PATROL_NANOS = 250_000_000;

    private final Path folder;
    private final ControlFile control;
    private final AtomicReferenceArray<ShmConnection> connections;
    private final ShmInbox[] inboxes;
    private final Runnable ownMemory;
    private final Bell doorbell;
    private final Futex futex = new Futex();
    private volatile boolean stopping;

    /**
     * Creates a monitor.
     *
     * @param ownMemory throws if one of the server's own files was truncated
     */
    ClientMonitor(
            Path folder,
            ControlFile control,
            AtomicReferenceArray<ShmConnection> connections,
            ShmInbox[] inboxes,
            Runnable ownMemory) {
        this.folder = folder;
        this.control = control;
        this.connections = connections;
        this.inboxes = inboxes;
        this.ownMemory = ownMemory;
        this.doorbell = control.doorbell();
    }

    @Override
    public void run() {
        while (!stopping) {
            ownMemory.run();
            try {
                round();
            } catch (InternalError e) {
                // The JVM may report a fault after the access that caused it. The next round finds
                // the truncated file by its length.
                LOG.log(System.Logger.Level.WARNING, "a client's connection file was truncated", e);
            }
        }
    }

    private void round() {
        int seen = doorbell.prepare(Bell.WANTS_WORK);
        for (int slot = 0; slot < ControlFile.SLOTS; slot++) {
            look(slot);
        }
        if (!stopping) {
            doorbell.sleep(futex, seen, PATROL_NANOS);
        }
        doorbell.awake();
    }

    void stop() {
        stopping = true;
        doorbell.ring(Bell.WANTS_WORK);
    }

    private void look(int slot) {
        long number = control.slotAcquire(slot);
        if (number == 0) {
            return;
        }
        ShmConnection connection = connections.get(slot);
        if (connection == null) {
            accept(slot, number);
        } else if (connection.isTold()) {
            end(connection, slot);
        } else if (connection.isOpen()) {
            String absence = connection.absence();
            if (absence != null) {
                connection.end(absence);
            }
        }
    }

    /**
     * Ends a connection, but goes on watching the lock of a client that still has memory mapped.
     */
    private void end(ShmConnection connection, int slot) {
        connection.unmap();
        if (connection.isGone()) {
            connection.release();
            connections.set(slot, null);
            control.freeSlot(slot);
        }
    }

    /** Accepts an offered connection, or frees its slot if the offer is invalid. */
    private void accept(int slot, long number) {
        ShmConnection connection = open(slot, number);
        if (connection == null) {
            control.freeSlot(slot);
            return;
        }
        connections.set(slot, connection);
        connection.accept();
        inboxes[slot % inboxes.length].announce(slot);
    }

    private @Nullable ShmConnection open(int slot, long number) {
        Path path = folder.resolve(ConnectionFile.name(number));
        Arena arena = Arena.ofShared();
        FileHandle file = null;
        try {
            file = FileHandle.open(path);
            ConnectionFile shared =
                    new ConnectionFile(SharedFile.mapExisting(path, ConnectionFile.BYTES, arena));
            Files.delete(path);
            if (!shared.isOffer(control.bootId(), number)) {
                throw new IOException(path + " is not a connection file of this run of the server");
            }
            ShmInbox inbox = inboxes[slot % inboxes.length];
            return new ShmConnection(number, slot, file, arena, shared, () -> inbox.announce(slot));
        } catch (IOException | InternalError e) {
            LOG.log(System.Logger.Level.WARNING, "connection refused: {0}", e.getMessage());
            arena.close();
            closeQuietly(file);
            return null;
        }
    }

    private static void closeQuietly(@Nullable FileHandle file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "cannot close {0}", file.path());
        }
    }
}
