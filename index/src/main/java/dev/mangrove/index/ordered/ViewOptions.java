package dev.mangrove.index.ordered;

/**
 * How one view of an index works; others need not know.
 *
 * @param cacheBytes memory for copies of inner pages; 0 for none. All views of a process share
 *     them, and the largest budget counts
 * @param inPlace whether pages on the same host are read where they are
 * @param asPublished whether to follow the published protocol of the design with its faults, for
 *     checkers. Fine: copies are not validated, and an insert starts again when it fails to lock a
 *     parent. Sherman: only the ends of copies are compared, and latches of the dead stay taken
 */
public record ViewOptions(long cacheBytes, boolean inPlace, boolean asPublished) {
    /** 64 MiB of cache, in place where possible. */
    public static final ViewOptions DEFAULT = new ViewOptions(64L << 20, true, false);

    /** Checks the budget. */
    public ViewOptions {
        if (cacheBytes < 0) {
            throw new IllegalArgumentException("cacheBytes=" + cacheBytes);
        }
    }

    /** With another budget for the cache. */
    public ViewOptions withCacheBytes(long bytes) {
        return new ViewOptions(bytes, inPlace, asPublished);
    }

    /** Reading pages in place, or never. */
    public ViewOptions withInPlace(boolean allowed) {
        return new ViewOptions(cacheBytes, allowed, asPublished);
    }

    /** With the published protocol's faults. */
    public ViewOptions withAsPublished(boolean flawed) {
        return new ViewOptions(cacheBytes, inPlace, flawed);
    }
}
