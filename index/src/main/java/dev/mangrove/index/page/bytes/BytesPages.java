package dev.mangrove.index.page.bytes;

import java.lang.foreign.MemorySegment;

/**
 * The pages of one tree.
 *
 * @param memory of the region that pages and extents lie in
 * @param shape of the pages
 * @param tag marks pages of the index
 * @param extents of the tree
 */
public record BytesPages(MemorySegment memory, BytesShape shape, int tag, Extents extents) {
    /**
     * The page that a pointer leads to.
     *
     * @throws dev.mangrove.fabric.FabricException {@code CORRUPT} if there is none
     */
    public BytesPage open(long pointer) {
        return new BytesPage(this, pointer).check();
    }

    /** Overwrites a page with content; keys and bounds have the extents that they need. */
    public void store(long pointer, BytesNode node) {
        new BytesPage(this, pointer).store(node);
    }

    /** The anchor in a page. */
    public BytesAnchor anchor(long pointer) {
        return new BytesAnchor(memory, pointer, tag);
    }
}
