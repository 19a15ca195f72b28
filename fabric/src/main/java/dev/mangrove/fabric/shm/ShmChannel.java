package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.MessageHandler;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.memory.RegionHeader;
import dev.mangrove.fabric.memory.RegionMemory;
import dev.mangrove.fabric.posix.Futex;
import dev.mangrove.fabric.posix.HugePages;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** A client's channel: regions mapped into this process, and a connection for messages. */
final class ShmChannel extends Channel implements RegionMemory {
    private static final System.Logger LOG = System.getLogger(ShmChannel.class.getName());

    private final ShmEndpoint endpoint;
    private final Occupancy occupancy;
    private final Path folder;
    private final Arena arena;
    private final Arena regionArena = Arena.ofShared();
    private final ClientConnection connection;
    private final MemorySegment immediate;
    private final Map<Integer, Long> mappedRegions = new ConcurrentHashMap<>();
    private @Nullable MemorySegment[] memories = new MemorySegment[0];
    private volatile boolean closing;
    private boolean stillUsed;
    private @Nullable ShmBatch first;
    private @Nullable ShmBatch last;

    private ShmChannel(
            ShmEndpoint endpoint, URI peer, Path folder, Arena arena, ClientConnection connection) {
        super(endpoint, peer, ShmFabric.CAPABILITIES);
        this.endpoint = endpoint;
        this.occupancy = endpoint.occupancy();
        this.folder = folder;
        this.arena = arena;
        this.connection = connection;
        this.immediate = arena.allocate(ValueLayout.JAVA_INT);
    }

    static ShmChannel connect(ShmEndpoint endpoint, URI peer) {
        Path folder = ShmLocation.folder(peer);
        Arena arena = Arena.ofShared();
        try {
            ClientConnection connection =
                    ClientConnection.open(folder, arena, endpoint.timeoutNanos());
            ShmChannel channel = new ShmChannel(endpoint, peer, folder, arena, connection);
            endpoint.fabric().watchdog().watch(channel);
            return channel;
        } catch (IOException e) {
            arena.close();
            throw new FabricException(
                    Kind.PEER_LOST, "no server at " + peer + ": " + e.getMessage(), e);
        } catch (FabricException e) {
            arena.close();
            throw new FabricException(e.kind(), "connect to " + peer + ": " + e.getMessage(), e);
        }
    }

    @Override
    public Batch batch(int capacity) {
        return new ShmBatch(this, capacity);
    }

    @Override
    public MemorySegment direct(RegionHandle region) {
        checkOpen();
        return memoryOf(region.address(0));
    }

    @Override
    protected void doAttach(RegionHandle region) {
        Path path = ServerFolder.regionPath(folder, region.id());
        MemorySegment file = map(region, path);
        if (!RegionHeader.isRegionOf(file, connection.bootId())
                || !RegionHeader.handle(file).equals(region)) {
            throw fail(
                    new FabricException(
                            Kind.BAD_KEY,
                            "attach of region "
                                    + region.id()
                                    + " of "
                                    + peer()
                                    + ": the key does not open it"));
        }
        HugePages.advise(file);
        mappedRegions.put(region.id(), file.byteSize());
        if (region.id() >= memories.length) {
            memories = Arrays.copyOf(memories, region.id() + 1);
        }
        memories[region.id()] = file.asSlice(RegionHeader.BYTES, region.size());
    }

    private MemorySegment map(RegionHandle region, Path path) {
        try {
            return SharedFile.mapExisting(path, RegionHeader.BYTES + region.size(), regionArena);
        } catch (IOException e) {
            Kind kind = Files.exists(path) ? Kind.CORRUPT : Kind.BAD_KEY;
            throw fail(
                    new FabricException(
                            kind,
                            "attach of region "
                                    + region.id()
                                    + " of "
                                    + peer()
                                    + ": "
                                    + e.getMessage(),
                            e));
        }
    }

    /** The mapped region of an address whose request has been checked. */
    @Override
    public MemorySegment memoryOf(long address) {
        return Objects.requireNonNull(memories[Address.region(address)]);
    }

    /** Executes a batch, or queues it behind batches that wait for room. */
    void post(ShmBatch batch) {
        if (last == null && runNow(batch)) {
            return;
        }
        batch.behind = null;
        if (last == null) {
            first = batch;
        } else {
            last.behind = batch;
        }
        last = batch;
    }

    /** Executes a batch as far as possible; true if it is complete. */
    private boolean runNow(ShmBatch batch) {
        occupancy.enterBatch();
        try {
            return !isOpen() || batch.run();
        } finally {
            occupancy.leaveBatch();
        }
    }

    /** Continues queued batches; returns whether one of them advanced. */
    boolean progress() {
        boolean ahead = false;
        while (first != null && isOpen()) {
            int before = first.done();
            boolean done = first.run();
            ahead |= first.done() > before;
            if (!done) {
                noticeClose();
                break;
            }
            first = first.behind;
        }
        if (first == null) {
            last = null;
        }
        return ahead;
    }

    /** Fails the channel if the server has closed the connection. */
    private void noticeClose() {
        if (isOpen() && connection.isClosedByServer()) {
            fail(new FabricException(Kind.PEER_LOST, peer() + " has closed the connection"));
        }
    }

    boolean send(MemorySegment memory, long offset, int length) {
        return connection.offer(ShmRing.MESSAGE, memory, offset, length);
    }

    boolean sendImmediate(int value) {
        immediate.set(ValueLayout.JAVA_INT, 0, value);
        return connection.offer(ShmRing.IMMEDIATE, immediate, 0, Integer.BYTES);
    }

    /** Fails the channel because its memory was truncated or is damaged. */
    void broken(Verb verb, long address, int length, Throwable cause) {
        if (isOpen()) {
            fail(
                    new FabricException(
                            Kind.CORRUPT,
                            describe(verb, address, length)
                                    + ": shared memory is cut off or damaged: "
                                    + cause.getMessage(),
                            cause));
        }
    }

    int receive(MessageHandler handler) {
        if (closing) {
            return 0;
        }
        try {
            int handled = connection.receive(this, handler);
            if (handled == 0) {
                noticeClose();
            }
            return handled;
        } catch (DamagedRingException | InternalError e) {
            broken(Verb.SEND, Address.NULL, 0, e);
            return 0;
        }
    }

    boolean hasMessage() {
        return !isOpen() || connection.hasMessage();
    }

    /**
     * Announces that the thread is about to sleep; returns whether work is there, so that it must
     * not sleep.
     */
    boolean prepareToSleep(Futex futex) {
        if (!isOpen()) {
            return true;
        }
        connection.prepareToSleep(futex, first != null);
        return progress() || connection.hasMessage() || !isOpen();
    }

    void awake() {
        if (isOpen()) {
            connection.awake();
        }
    }

    /**
     * Watchdog: fails the channel if the server has gone or a file has been cut off, and detaches
     * regions that the server has released.
     */
    synchronized void checkPeer() {
        if (stillUsed) {
            unmap();
        }
        if (!isOpen()) {
            return;
        }
        String absence = connection.absence();
        if (absence != null) {
            fail(new FabricException(Kind.PEER_LOST, peer() + " is lost: " + absence));
            return;
        }
        mappedRegions.forEach(this::checkFile);
    }

    /** Watchdog: fails the channel because the server's lock cannot be read. */
    void failUnwatched(Throwable cause) {
        fail(
                new FabricException(
                        Kind.CORRUPT,
                        "cannot check whether " + peer() + " lives: " + cause.getMessage(),
                        cause));
    }

    private void checkFile(int region, long bytes) {
        Path path = ServerFolder.regionPath(folder, region);
        try {
            if (Files.size(path) < bytes) {
                fail(
                        new FabricException(
                                Kind.CORRUPT, path + " of " + peer() + " has been cut off"));
            }
        } catch (IOException e) {
            detach(region);
        }
    }

    @Override
    public void close() {
        shut();
        endpoint.retire(this);
    }

    /** Fails outstanding requests and wakes the waiting thread; the memory stays mapped. */
    void shut() {
        fail(new FabricException(Kind.CLOSED, "channel to " + peer() + " is closed"));
        closing = true;
        synchronized (this) {
            if (arena.scope().isAlive()) {
                connection.wakeOwner();
            }
        }
    }

    /**
     * Unmaps all memory: the regions first, and only then releases the lock, which tells the server
     * that this client is gone. An access under way, such as I/O to a region, keeps it mapped; then
     * the watchdog tries again, and the server counts the client as connected until it succeeds.
     */
    synchronized void unmap() {
        if (!arena.scope().isAlive()) {
            return;
        }
        stillUsed = !closeRegions();
        if (!stillUsed) {
            endpoint.fabric().watchdog().forget(this);
            connection.close();
            arena.close();
        }
    }

    private boolean closeRegions() {
        try {
            if (regionArena.scope().isAlive()) {
                regionArena.close();
            }
            return true;
        } catch (IllegalStateException e) {
            LOG.log(System.Logger.Level.DEBUG, "memory of {0} is still in use", peer());
            return false;
        }
    }
}
