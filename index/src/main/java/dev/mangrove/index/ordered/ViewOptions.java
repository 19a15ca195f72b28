package dev.mangrove.index.ordered;

/**
 * Options of one view of an ordered index.
 *
 * @param cacheBytes memory for copies of inner pages; 0 for none. All views of a process share
 *     them, and the largest budget counts
 * @param inPlace whether pages on the same host are read where they are
 */
public record ViewOptions(long cacheBytes, boolean inPlace) {
    /** 64 MiB of cache, in place where possible. */
    public static final ViewOptions DEFAULT = new ViewOptions(64L << 20, true);

    /** Checks the budget. */
    public ViewOptions {
        if (cacheBytes < 0) {
            throw new IllegalArgumentException(
                    "the budget is not negative: cacheBytes=" + cacheBytes);
        }
    }

    /** With another budget for the cache. */
    public ViewOptions withCacheBytes(long bytes) {
        return new ViewOptions(bytes, inPlace);
    }

    /** Reading pages in place, or never. */
    public ViewOptions withInPlace(boolean allowed) {
        return new ViewOptions(cacheBytes, allowed);
    }
}
