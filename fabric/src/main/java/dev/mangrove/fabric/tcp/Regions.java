package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.memory.FileRegion;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;

/** The regions that a target exposes, its own and those of other targets. From any thread. */
final class Regions {
    private static final Path MEMORY_FILES = Path.of("/dev/shm");

    private final SecureRandom random = new SecureRandom();
    private final Map<Integer, ExposedRegion> byId = new HashMap<>();
    private final Map<Integer, FileRegion> own = new HashMap<>();

    /** Makes a region and exposes it. */
    synchronized Region allocate(int id, long size, Placement placement) {
        if (placement != Placement.HOST) {
            throw new FabricException(
                    Kind.UNSUPPORTED,
                    "tcp has no device memory: region=" + id + "; use Placement.HOST");
        }
        checkFree(id);
        RegionHandle handle = new RegionHandle(id, random.nextLong(), size, placement);
        FileRegion region = FileRegion.createUnnamed(folder(), handle, 0, random);
        own.put(id, region);
        byId.put(id, new ExposedRegion(region));
        return region;
    }

    /** Exposes a region of another target. */
    synchronized void register(Region region) {
        MemorySegment memory = region.memory();
        if (!memory.isNative() || memory.isReadOnly() || (memory.address() & 7) != 0) {
            throw new FabricException(
                    Kind.UNSUPPORTED,
                    "needs writable native memory aligned to 8: region=" + region.handle().id());
        }
        if (!region.isArbitratedByProcessor()) {
            throw new FabricException(
                    Kind.UNSUPPORTED,
                    "atomics on it are those of a device: region=" + region.handle().id());
        }
        checkFree(region.handle().id());
        byId.put(region.handle().id(), new ExposedRegion(region));
    }

    /**
     * Stops exposing a region; a request that is being executed may still access it for a moment.
     */
    synchronized void withdraw(Region region) {
        int id = region.handle().id();
        ExposedRegion exposed = byId.get(id);
        if (exposed == null || !exposed.region.equals(region)) {
            throw new IllegalArgumentException("not exposed here: region=" + id);
        }
        byId.remove(id);
        exposed.release();
    }

    /** Frees a withdrawn region if it was made here. */
    synchronized void free(Region region) {
        int id = region.handle().id();
        FileRegion mine = own.get(id);
        if (mine != null && mine.equals(region)) {
            own.remove(id);
            mine.close();
        }
    }

    /** The region that the key opens, if there is one. */
    synchronized @Nullable ExposedRegion open(long id, long key) {
        ExposedRegion region = id >= 1 && id <= Address.MAX_REGION ? byId.get((int) id) : null;
        return region != null && region.isOpenedBy(key) ? region : null;
    }

    /** Stops exposing everything and frees what was made here. */
    synchronized void close() {
        byId.values().forEach(ExposedRegion::release);
        byId.clear();
        own.values().forEach(FileRegion::close);
        own.clear();
    }

    private void checkFree(int id) {
        if (byId.containsKey(id) || own.containsKey(id)) {
            throw new IllegalArgumentException("region exists already: region=" + id);
        }
    }

    private static Path folder() {
        return Files.isDirectory(MEMORY_FILES)
                ? MEMORY_FILES
                : Path.of(System.getProperty("java.io.tmpdir"));
    }
}
