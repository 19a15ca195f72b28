package dev.mangrove.index.rtree;

import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.spatial.SpatialOptions;

import java.lang.foreign.MemorySegment;

/** A limited number of pages. */
public final class ScarceSpace implements LocalPages.Space {
    /** Thrown instead of a page. */
    public static final class UsedUp extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static final int PAGES = 20_000;

    private final PlainSpace space;
    private int limit = PAGES;

    public ScarceSpace(SpatialOptions options) {
        space = new PlainSpace(RTree.pageSize(options), PAGES);
    }

    public MemorySegment memory() {
        return space.memory();
    }

    /** Limits the free pages to {@code pages} from now on. */
    public synchronized void leave(int pages) {
        limit = space.inUse() + pages;
    }

    public int inUse() {
        return space.inUse();
    }

    @Override
    public long allocated() {
        return inUse();
    }

    @Override
    public synchronized long take() {
        if (space.inUse() >= limit) {
            throw new UsedUp();
        }
        return space.take();
    }

    @Override
    public synchronized void free(long pointer) {
        space.free(pointer);
    }
}
