package dev.mangrove.index.page.bytes;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.PagePointer;

import java.lang.foreign.MemorySegment;

/**
 * The page that leads clients to a tree's root: a stamp, a word that marks it, and the root's
 * pointer. It stays where it is as long as the tree lives. The server replaces the pointer by one
 * store, after the root's page is written and before an old root is freed.
 */
public final class BytesAnchor {
    private static final int KIND = 8;
    private static final int ROOT = 16;
    private static final long MAGIC = 0x4D414E43L << 32;
    private static final long TAG_MASK = 0xFFFFFFFFL;

    private final MemorySegment memory;
    private final long base;
    private final long kind;

    /** The anchor of a tree, at its server or in mapped memory. */
    public BytesAnchor(MemorySegment memory, long pointer, int tag) {
        this.memory = memory;
        this.base = PagePointer.offset(pointer);
        this.kind = MAGIC | (tag & TAG_MASK);
    }

    /** At the server: marks a page that nobody knows yet as an anchor, without a root. */
    public void plant(int generation) {
        SharedWords.plain(memory, base + ROOT, PagePointer.NULL);
        SharedWords.plain(memory, base + KIND, kind);
        SharedWords.release(memory, base, HeaderStamp.first(generation, true));
    }

    /** At the server: publishes a root, or null so that no client reads the tree any more. */
    public void root(long pointer) {
        SharedWords.release(memory, base + ROOT, pointer);
    }

    /** The root; null if there is none, or no anchor here any more. */
    public long root() {
        long root = SharedWords.acquire(memory, base + ROOT);
        return SharedWords.plain(memory, base + KIND) == kind ? root : PagePointer.NULL;
    }

    /** Whether an anchor lies within the memory. */
    public static boolean isWithin(MemorySegment memory, long pointer) {
        return pointer != PagePointer.NULL
                && PagePointer.offset(pointer) <= memory.byteSize() - BytesLine.BYTES;
    }
}
