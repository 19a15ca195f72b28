package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.host.VitalThread;
import dev.mangrove.fabric.memory.FileRegion;
import dev.mangrove.fabric.posix.FileHandle;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** A server's folder with its regions, and the monitor that accepts and removes clients. */
final class ShmTarget implements Target {
    private static final System.Logger LOG = System.getLogger(ShmTarget.class.getName());

    /** Chosen: threads poll for the end many times a second, so one that is left hangs. */
    private static final long END_NANOS = 2_000_000_000L;

    private final ShmFabric fabric;
    private final ServerFolder folder;
    private final URI uri;
    private final Arena arena = Arena.ofShared();
    private final ControlFile control;
    private final long bootId;
    private final SecureRandom keys = new SecureRandom();
    private final Map<Integer, FileRegion> regions = new HashMap<>();
    private final AtomicReferenceArray<ShmConnection> connections =
            new AtomicReferenceArray<>(ControlFile.SLOTS);
    private final ShmInbox[] inboxes;
    private final ClientMonitor monitor;
    private final Host.Task monitorTask;
    private boolean closed;

    ShmTarget(ShmFabric fabric, TargetOptions options) {
        if (options.inboxes() > ControlFile.MOST_INBOXES) {
            throw new IllegalArgumentException(
                    "shared memory has 1 to 64 inboxes: inboxes=" + options.inboxes());
        }
        this.fabric = fabric;
        this.folder =
                ServerFolder.create(ShmLocation.folder(options.location()), options.groupAccess());
        this.uri = ShmLocation.uri(folder.path());
        this.bootId = keys.nextLong() | 1;
        this.inboxes = new ShmInbox[options.inboxes()];
        this.control = makeControl();
        for (int i = 0; i < inboxes.length; i++) {
            inboxes[i] = new ShmInbox(i, control, connections);
        }
        this.monitor =
                new ClientMonitor(
                        folder.path(), control, connections, inboxes, this::checkOwnMemory);
        this.monitorTask =
                VitalThread.start(fabric.host(), "mangrove-shm-monitor", monitor, this::lost);
    }

    /** Closes the target: without its client monitor it can neither accept nor remove clients. */
    private void lost(Throwable cause) {
        LOG.log(System.Logger.Level.ERROR, "the client monitor of " + uri + " has failed", cause);
        for (ShmInbox inbox : inboxes) {
            inbox.end();
        }
    }

    /**
     * Throws if one of the server's own files was truncated; any client may do that, and the target
     * must then close.
     */
    private void checkOwnMemory() {
        checkWhole(folder.path().resolve(ControlFile.NAME), ControlFile.BYTES);
        synchronized (this) {
            regions.forEach(
                    (id, region) -> checkWhole(folder.regionPath(id), region.handle().size()));
        }
    }

    private static void checkWhole(Path path, long bytes) {
        try {
            if (Files.size(path) < bytes) {
                throw new FabricException(Kind.CORRUPT, path + " has been cut off");
            }
        } catch (IOException e) {
            // The file was unlinked, but the memory is still mapped.
            LOG.log(System.Logger.Level.DEBUG, "cannot look at {0}: {1}", path, e.getMessage());
        }
    }

    private ControlFile makeControl() {
        Path path = folder.path().resolve(ControlFile.NAME);
        try (FileHandle file = FileHandle.create(path, folder.fileMode())) {
            ControlFile made = new ControlFile(SharedFile.mapNew(path, ControlFile.BYTES, arena));
            file.reserve(0, ControlFile.BYTES);
            made.initialize(bootId, inboxes.length);
            return made;
        } catch (IOException e) {
            arena.close();
            folder.close();
            throw new FabricException(Kind.OUT_OF_MEMORY, "cannot make " + path, e);
        }
    }

    @Override
    public URI uri() {
        return uri;
    }

    @Override
    public synchronized Region allocate(int id, long size, Placement placement) {
        checkOpen();
        if (placement != Placement.HOST) {
            throw new FabricException(
                    Kind.UNSUPPORTED,
                    "shm has no device memory: region=" + id + "; use Placement.HOST");
        }
        if (regions.containsKey(id)) {
            throw new IllegalArgumentException("region exists already: region=" + id);
        }
        RegionHandle handle = new RegionHandle(id, keys.nextLong(), size, placement);
        FileRegion region =
                FileRegion.create(folder.regionPath(id), folder.fileMode(), handle, bootId);
        regions.put(id, region);
        return region;
    }

    @Override
    public void register(Region region) {
        throw new FabricException(
                Kind.UNSUPPORTED,
                "shared memory is allocated here first: region " + region.handle().id());
    }

    @Override
    public synchronized void release(Region region) {
        FileRegion own = regions.get(region.handle().id());
        if (own == null || own != region) {
            throw new IllegalArgumentException(
                    "not a region of " + uri + ": " + region.handle().id());
        }
        regions.remove(region.handle().id());
        try {
            Files.deleteIfExists(folder.regionPath(region.handle().id()));
        } catch (IOException e) {
            throw new FabricException(
                    Kind.CORRUPT, "cannot remove region " + region.handle().id(), e);
        } finally {
            own.close();
        }
    }

    @Override
    public Inbox inbox(int index) {
        return inboxes[index];
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        control.stateRelease(ControlFile.CLOSED);
        monitor.stop();
        if (!monitorTask.join(END_NANOS)) {
            throw new IllegalStateException("the client monitor does not end");
        }
        for (ShmInbox inbox : inboxes) {
            inbox.close(END_NANOS);
        }
        for (int slot = 0; slot < connections.length(); slot++) {
            ShmConnection connection = connections.getAndSet(slot, null);
            if (connection != null) {
                connection.end("the server has ended");
                connection.release();
            }
        }
        regions.values().forEach(FileRegion::close);
        arena.close();
        folder.close();
        fabric.forget(this);
    }

    private void checkOpen() {
        if (closed) {
            throw new FabricException(Kind.CLOSED, uri + " is closed");
        }
    }
}
