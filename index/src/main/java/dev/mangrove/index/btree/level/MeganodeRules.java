package dev.mangrove.index.btree.level;

import dev.mangrove.index.access.ForeignPageException;

import java.util.function.LongFunction;

/**
 * What changes of inner pages keep to where a tree consists of meganodes.
 *
 * @param rootLevel level of the roots of meganodes, which are never merged
 * @param guard excludes merges, moves and splits of inner pages from each other
 * @param growth takes the separators of pages with no level above them where the request started
 * @param unposted takes the separators of pages whose parent is at another server
 * @param ending makes the exception that ends a request, which the client continues at a page
 */
public record MeganodeRules(
        int rootLevel,
        StructureGuard guard,
        Growth growth,
        Unposted unposted,
        LongFunction<ForeignPageException> ending) {
    /** Handles the separator of a page whose level has no level above it here. */
    @FunctionalInterface
    public interface Growth {
        /** Adds a level, or hands the separator over; false if there is such a level by now. */
        boolean grow(int level, long key, long pointer);
    }

    /** Keeps separators that this server cannot post. */
    @FunctionalInterface
    public interface Unposted {
        /**
         * Keeps a separator for a page of a level.
         *
         * @param elsewhere the page of another server that the search for the parent came to
         */
        void keep(int level, long key, long pointer, long elsewhere);
    }
}
