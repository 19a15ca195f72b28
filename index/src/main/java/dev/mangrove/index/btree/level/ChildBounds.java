package dev.mangrove.index.btree.level;

/** The keys for which an inner page leads to one of its children, if they are known. */
public final class ChildBounds {
    private boolean isKnown;
    private boolean isBounded;
    private long low;
    private long high;

    /** Forgets them. */
    public void clear() {
        isKnown = false;
    }

    /** Sets them; {@code end} is exclusive and counts only if they are bounded. */
    public void set(long start, boolean bounded, long end) {
        isKnown = true;
        isBounded = bounded;
        low = start;
        high = end;
    }

    public boolean isKnown() {
        return isKnown;
    }

    public boolean isBounded() {
        return isBounded;
    }

    /** Smallest key. */
    public long low() {
        return low;
    }

    /** Upper bound, exclusive; only if {@link #isBounded}. */
    public long high() {
        return high;
    }
}
