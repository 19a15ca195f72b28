package dev.mangrove.index.btree.level;

import org.jspecify.annotations.Nullable;

/**
 * What changes of inner pages keep to where a tree consists of meganodes.
 *
 * @param rootLevel level of the roots of meganodes, which are never merged
 * @param guard excludes merges and splits of inner pages from each other
 * @param growth takes the separators of roots of meganodes where another server has the level above
 *     them; null at the home server
 */
public record MeganodeRules(int rootLevel, StructureGuard guard, @Nullable Growth growth) {
    /** Handles the separator of a page whose level has no level above it here. */
    @FunctionalInterface
    public interface Growth {
        /** Adds a level, or hands the separator over; false if there is such a level by now. */
        boolean grow(int level, long key, long pointer);
    }
}
