package dev.mangrove.check;

/** How many seeds tests try: at small size a tenth of them, with {@code -Pci} a fifth. */
public final class Seeds {
    private static final boolean FULL = Boolean.getBoolean("mangrove.full");
    private static final int SHARE = Boolean.getBoolean("mangrove.matrix") ? 5 : 10;
    private static final int LEAST = 3;

    private Seeds() {}

    /** As many as given at full size. */
    public static long of(int full) {
        return FULL ? full : Math.max(LEAST, full / SHARE);
    }
}
