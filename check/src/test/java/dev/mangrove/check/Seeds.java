package dev.mangrove.check;

/** How many seeds tests try: a fifth of them at small size. */
public final class Seeds {
    private static final boolean FULL = Boolean.getBoolean("mangrove.full");
    private static final int LEAST = 3;

    private Seeds() {}

    /** As many as given at full size. */
    public static long of(int full) {
        return FULL ? full : Math.max(LEAST, full / 5);
    }
}
