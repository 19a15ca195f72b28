package dev.mangrove.index.page.bytes;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.memory.SharedWords;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/** The extents of a tree, in memory that the calling thread can address. */
public final class Extents {
    private final MemorySegment memory;
    private final ExtentSpace space;

    /**
     * Creates access to extents.
     *
     * @param memory of the region that {@code space} allocates from
     */
    public Extents(MemorySegment memory, ExtentSpace space) {
        this.memory = memory;
        this.space = space;
    }

    /** Stores bytes in a new extent; returns its pointer. */
    public long store(byte[] content) {
        long pointer = space.take(Extent.bytes(content.length));
        Extent.write(memory, offset(pointer), pointer, content);
        return pointer;
    }

    /**
     * The bytes of an extent.
     *
     * @throws FabricException {@code CORRUPT} if the pointer does not lead to an extent
     */
    public byte[] load(long pointer) {
        byte[] content = loadIfSound(pointer);
        if (content == null) {
            throw damaged(pointer);
        }
        return content;
    }

    /** The bytes of an extent that others may be using by now; null if they are not sound. */
    public byte @Nullable [] loadIfSound(long pointer) {
        int length =
                Extent.isWithin(memory, pointer)
                        ? Extent.length(memory, offset(pointer), pointer)
                        : Extent.OTHER;
        return length == Extent.OTHER ? null : Extent.content(memory, offset(pointer), length);
    }

    /** Says that a pointer leads to no extent. */
    public static FabricException damaged(long pointer) {
        return new FabricException(
                FabricException.Kind.CORRUPT,
                "no extent at offset " + ExtentPointer.offset(pointer));
    }

    /** The first word of an extent, which has at least one. The caller knows that it is sound. */
    public long firstWord(long pointer) {
        return SharedWords.plain(memory, offset(pointer) + Extent.CONTENT);
    }

    /** Frees an extent; nothing if the pointer is null. */
    public void free(long pointer) {
        if (pointer != ExtentPointer.NULL) {
            SharedWords.beforeHeapRelease(); // A bulk load may take the extent at once.
            space.free(pointer);
        }
    }

    /** The allocator. */
    public ExtentSpace space() {
        return space;
    }

    private static long offset(long pointer) {
        return Extent.offset(pointer);
    }
}
