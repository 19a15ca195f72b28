package dev.mangrove.fabric.memory;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.posix.FileHandle;
import dev.mangrove.fabric.posix.HugePageOffer;
import dev.mangrove.fabric.posix.HugePages;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * A region backed by a sparse file of a memory file system; see {@link RegionHeader} for what the
 * file holds.
 */
public final class FileRegion implements Region, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(FileRegion.class.getName());
    private static final long PAGE_BYTES = 4096;

    private final RegionHandle handle;
    private final FileHandle file;
    private final Arena arena;
    private final MemorySegment mapped;
    private final MemorySegment memory;
    private final FileStore store;
    private final boolean hugePages;
    private int pins;

    private FileRegion(
            RegionHandle handle, FileHandle file, Arena arena, MemorySegment mapped, Path folder)
            throws IOException {
        this.handle = handle;
        this.file = file;
        this.arena = arena;
        this.mapped = mapped;
        this.memory = mapped.asSlice(RegionHeader.BYTES, handle.size());
        this.store = Files.getFileStore(folder);
        this.hugePages = HugePageOffer.of(folder).offered();
    }

    /** Makes the file of a region; it must not exist yet. */
    public static FileRegion create(Path path, int mode, RegionHandle handle, long bootId) {
        FileHandle file = null;
        Arena arena = Arena.ofShared();
        try {
            file = FileHandle.create(path, mode);
            long length = HugePages.roundUp(RegionHeader.BYTES + handle.size());
            try (RandomAccessFile resize = new RandomAccessFile(path.toFile(), "rw")) {
                resize.setLength(length);
                file.reserve(0, RegionHeader.BYTES);
                MemorySegment mapped =
                        resize.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, length, arena);
                HugePages.advise(mapped);
                RegionHeader.initialize(mapped, handle, bootId);
                Path folder = Objects.requireNonNull(path.toAbsolutePath().getParent());
                return new FileRegion(handle, file, arena, mapped, folder);
            }
        } catch (IOException | OutOfMemoryError e) {
            arena.close();
            if (file != null) {
                closeQuietly(file);
                remove(path);
            }
            throw new FabricException(
                    Kind.OUT_OF_MEMORY,
                    "cannot make region " + handle.id() + " of " + handle.size() + " bytes",
                    e);
        }
    }

    /**
     * Creates a region that only this process reaches: its file is unlinked at once.
     *
     * @param random draws the temporary name, which does not depend on the key
     */
    public static FileRegion createUnnamed(
            Path folder, RegionHandle handle, long bootId, RandomGenerator random) {
        Path path = folder.resolve("mangrove-unnamed-" + Long.toHexString(random.nextLong()));
        FileRegion region = create(path, 0600, handle, bootId);
        remove(path);
        return region;
    }

    @Override
    public RegionHandle handle() {
        return handle;
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    public void commit(long offset, long length) {
        checkRange(offset, length);
        if (hugePages && hasPopulated(RegionHeader.BYTES + offset, length)) {
            return;
        }
        try {
            file.reserve(RegionHeader.BYTES + offset, length);
        } catch (IOException e) {
            throw new FabricException(
                    Kind.OUT_OF_MEMORY,
                    "no memory for "
                            + length
                            + " bytes at 0x"
                            + Long.toHexString(offset)
                            + " of region "
                            + handle.id(),
                    e);
        }
    }

    /**
     * Whether all of a range of the file has pages now. What seems not to fit is not tried, as the
     * pages that do fit would remain.
     */
    private boolean hasPopulated(long offset, long length) {
        long from = offset & -PAGE_BYTES;
        long to = Math.min((offset + length + PAGE_BYTES - 1) & -PAGE_BYTES, mapped.byteSize());
        try {
            if (store.getUsableSpace() < to - from) {
                return false;
            }
            HugePages.populate(mapped.asSlice(from, to - from));
            return true;
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "cannot populate {0}: {1}",
                    handle.id(),
                    e.getMessage());
            return false;
        }
    }

    /**
     * Pins the pages behind the region, because a network card addresses them physically. Until
     * {@link #unpin}, discarding clears them and does not give them back.
     */
    public synchronized void pin() {
        pins++;
    }

    /** Undoes one {@link #pin}. */
    public synchronized void unpin() {
        pins--;
    }

    @Override
    public synchronized void discard(long offset, long length) {
        checkRange(offset, length);
        if (pins > 0) {
            memory.asSlice(offset, length).fill((byte) 0);
            return;
        }
        try {
            file.punchHole(RegionHeader.BYTES + offset, length);
        } catch (IOException e) {
            memory.asSlice(offset, length).fill((byte) 0);
        }
    }

    private void checkRange(long offset, long bytes) {
        if (offset < 0 || bytes < 0 || bytes > handle.size() - offset) {
            throw new IndexOutOfBoundsException(
                    "not in region "
                            + handle.id()
                            + ": offset="
                            + offset
                            + ", bytes="
                            + bytes
                            + ", size="
                            + handle.size());
        }
    }

    /** Frees the memory of this process; the file, if it has a name, stays. */
    @Override
    public void close() {
        closeQuietly(file);
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }

    private static void closeQuietly(FileHandle file) {
        try {
            file.close();
        } catch (IOException e) {
            throw new FabricException(Kind.CORRUPT, "cannot close " + file.path(), e);
        }
    }

    private static void remove(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new FabricException(Kind.CORRUPT, "cannot remove " + path, e);
        }
    }
}
