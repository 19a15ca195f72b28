package dev.mangrove.index.btree.load;

import dev.mangrove.index.page.Page;

import java.util.function.LongSupplier;

/** Allocates the pages of a tree that is being written, each level from left to right. */
@FunctionalInterface
public interface PageSource {
    /**
     * Allocates the next page of a level.
     *
     * @param perPage entries that each page gets
     */
    long take(int level, int perPage);

    /** Allocates leaves and inner pages differently. */
    static PageSource of(LongSupplier leaves, LongSupplier inner) {
        return (level, perPage) -> level == Page.LEAF ? leaves.getAsLong() : inner.getAsLong();
    }
}
