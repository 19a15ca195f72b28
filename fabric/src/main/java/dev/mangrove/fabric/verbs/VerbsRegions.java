package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.memory.FileRegion;
import dev.mangrove.fabric.memory.MemoryVerbs;
import dev.mangrove.fabric.verbs.control.ControlMessage;
import dev.mangrove.fabric.verbs.device.Device;
import dev.mangrove.fabric.verbs.device.DeviceInfo;
import dev.mangrove.fabric.verbs.device.DeviceMemory;

import org.jspecify.annotations.Nullable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;

/**
 * The regions that a target exposes, its own and those of other targets. From any thread.
 *
 * <p>A word has one arbiter. In the target's own regions that is the device. A region that a target
 * of another fabric allocated is changed by processors already, so the processor is the arbiter
 * here too, unless the device's atomics compose with the processor's.
 */
public final class VerbsRegions {
    private static final Path MEMORY_FILES = Path.of("/dev/shm");

    private final Device device;
    private final SecureRandom random = new SecureRandom();
    private final Map<Integer, ServedRegion> byId = new HashMap<>();
    private final Map<Integer, VerbsRegion> own = new HashMap<>();

    public VerbsRegions(Device device) {
        this.device = device;
    }

    /** Makes a region and exposes it. */
    public synchronized Region allocate(int id, long size, Placement placement) {
        checkFree(id);
        RegionHandle handle = new RegionHandle(id, random.nextLong(), size, placement);
        return switch (placement) {
            case HOST -> allocateOnHost(handle);
            case DEVICE -> allocateOnDevice(handle);
        };
    }

    private Region allocateOnHost(RegionHandle handle) {
        FileRegion file = FileRegion.createUnnamed(folder(), handle, 0, random);
        VerbsRegion region = new VerbsRegion(file, device.info());
        try {
            byId.put(
                    handle.id(),
                    new ServedRegion(region, PinnedFile.register(device, file), false));
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
        own.put(handle.id(), region);
        return region;
    }

    /**
     * Allocates device memory. No other target can expose it, so withdrawing the region frees it.
     */
    private Region allocateOnDevice(RegionHandle handle) {
        DeviceMemory memory = device.allocate(handle.size());
        DeviceRegion region = new DeviceRegion(handle, memory);
        byId.put(handle.id(), new ServedRegion(region, memory, false));
        return region;
    }

    /** Exposes a region of another target. */
    public synchronized void register(Region region) {
        int id = region.handle().id();
        checkFree(id);
        ServedRegion exposed =
                switch (region) {
                    case VerbsRegion ours when ours.device().equals(device.info().name()) ->
                            new ServedRegion(ours, PinnedFile.register(device, ours.file()), false);
                    case FileRegion file -> {
                        boolean composes = device.info().atomics() == DeviceInfo.Atomics.GLOBAL;
                        yield new ServedRegion(file, PinnedFile.register(device, file), !composes);
                    }
                    case DeviceRegion _ ->
                            throw new FabricException(
                                    Kind.UNSUPPORTED,
                                    "memory on a device belongs to one target: region=" + id);
                    default ->
                            throw new FabricException(
                                    Kind.UNSUPPORTED,
                                    "cannot hold the pages of this kind of region: region=" + id);
                };
        byId.put(id, exposed);
    }

    /** Stops exposing a region, and frees it if it was made here. */
    public synchronized void release(Region region) {
        int id = region.handle().id();
        ServedRegion exposed = byId.get(id);
        if (exposed == null || !exposed.region().equals(region)) {
            throw new IllegalArgumentException("not exposed here: region=" + id);
        }
        byId.remove(id);
        exposed.withdraw();
        VerbsRegion mine = own.get(id);
        if (mine != null && mine.equals(region)) {
            own.remove(id);
            mine.file().close();
        }
    }

    /** Answers a client that wants to use a region. */
    public synchronized ControlMessage attach(long id, long key) {
        ServedRegion region = open(id);
        if (region == null || !region.isOpenedBy(key)) {
            return ControlMessage.attached((int) id, 0, 0, 0, false);
        }
        return ControlMessage.attached(
                (int) id,
                region.region().handle().size(),
                region.remote().address(),
                region.remote().remoteKey(),
                region.served());
    }

    /** Whether a key opens a region. */
    synchronized boolean opens(long id, long key) {
        ServedRegion region = open(id);
        return region != null && region.isOpenedBy(key);
    }

    /** Executes an atomic that a client sent over TCP. */
    public synchronized ControlMessage atomic(
            long address, long verb, long operand, long replacement) {
        ServedRegion region = open(Address.region(address));
        long offset = Address.offset(address);
        if (region == null
                || !region.served()
                || (offset & 7) != 0
                || offset > region.memory().byteSize() - Long.BYTES) {
            return ControlMessage.result(0, false);
        }
        if (verb == Verb.COMPARE_AND_SWAP.code()) {
            return ControlMessage.result(
                    MemoryVerbs.compareAndSwap(region.memory(), offset, operand, replacement),
                    true);
        }
        return verb == Verb.FETCH_AND_ADD.code()
                ? ControlMessage.result(
                        MemoryVerbs.fetchAndAdd(region.memory(), offset, operand), true)
                : ControlMessage.result(0, false);
    }

    private @Nullable ServedRegion open(long id) {
        return id >= 1 && id <= Address.MAX_REGION ? byId.get((int) id) : null;
    }

    /** Stops exposing everything and frees what was made here. */
    public synchronized void close() {
        byId.values().forEach(ServedRegion::withdraw);
        byId.clear();
        own.values().forEach(region -> region.file().close());
        own.clear();
    }

    private void checkFree(int id) {
        if (byId.containsKey(id)) {
            throw new IllegalArgumentException("region exists already: region=" + id);
        }
    }

    private static Path folder() {
        return Files.isDirectory(MEMORY_FILES)
                ? MEMORY_FILES
                : Path.of(System.getProperty("java.io.tmpdir"));
    }
}
