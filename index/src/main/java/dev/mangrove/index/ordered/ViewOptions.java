package dev.mangrove.index.ordered;

import dev.mangrove.AccessMode;

/**
 * Options of one view of an ordered index.
 *
 * @param cacheBytes memory for copies of inner pages; 0 for none. All views of a process share
 *     them, and the largest budget counts
 * @param pathBytes memory for paths to meganodes (design cell), 48 bytes for each; 0 for none. A
 *     view uses them where its cache of inner pages is too small or off. All views of a process
 *     share them, and the largest budget counts
 * @param cachedFrom lowest level whose pages this view caches; 1 is the level above the leaves
 * @param inPlace whether pages on the same host are read where they are
 * @param access whether the server or the client reads pages that only their server changes
 *     (designs coarse and cell), where they are not read in place. Clients read trees of the other
 *     designs themselves
 * @param ratio share of reads that the client does with {@link AccessMode#RATIO}, 0 to 1
 */
public record ViewOptions(
        long cacheBytes,
        long pathBytes,
        int cachedFrom,
        boolean inPlace,
        AccessMode access,
        double ratio) {
    private static final double HALF = 0.5;

    /** 4,096 paths; Cell, section 3. */
    private static final long USUAL_PATH_BYTES = 4096 * 48;

    /**
     * 64 MiB of cache and 4,096 paths, in place where possible, else by message where servers
     * change trees.
     */
    public static final ViewOptions DEFAULT =
            new ViewOptions(64L << 20, USUAL_PATH_BYTES, 1, true, AccessMode.SERVER, HALF);

    /** Checks the numbers. */
    public ViewOptions {
        if (cacheBytes < 0) {
            throw new IllegalArgumentException(
                    "the budget is not negative: cacheBytes=" + cacheBytes);
        }
        if (pathBytes < 0) {
            throw new IllegalArgumentException(
                    "the budget is not negative: pathBytes=" + pathBytes);
        }
        if (cachedFrom < 1) {
            throw new IllegalArgumentException(
                    "the cache holds inner pages, from level 1 on: cachedFrom=" + cachedFrom);
        }
        if (!(ratio >= 0 && ratio <= 1)) {
            throw new IllegalArgumentException("ratio must be 0 to 1: ratio=" + ratio);
        }
    }

    /** With another budget for the cache. */
    public ViewOptions withCacheBytes(long bytes) {
        return new ViewOptions(bytes, pathBytes, cachedFrom, inPlace, access, ratio);
    }

    /** With another budget for paths to meganodes. */
    public ViewOptions withPathBytes(long bytes) {
        return new ViewOptions(cacheBytes, bytes, cachedFrom, inPlace, access, ratio);
    }

    /** With copies of pages of a level and of those above it only. */
    public ViewOptions withCachedFrom(int level) {
        return new ViewOptions(cacheBytes, pathBytes, level, inPlace, access, ratio);
    }

    /** Reading pages in place, or never. */
    public ViewOptions withInPlace(boolean allowed) {
        return new ViewOptions(cacheBytes, pathBytes, cachedFrom, allowed, access, ratio);
    }

    /** With another access mode. */
    public ViewOptions withAccess(AccessMode mode) {
        return new ViewOptions(cacheBytes, pathBytes, cachedFrom, inPlace, mode, ratio);
    }

    /** With a fixed share of reads by the client. */
    public ViewOptions withRatio(double share) {
        return new ViewOptions(cacheBytes, pathBytes, cachedFrom, inPlace, AccessMode.RATIO, share);
    }
}
