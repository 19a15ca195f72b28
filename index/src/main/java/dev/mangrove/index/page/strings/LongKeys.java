package dev.mangrove.index.page.strings;

/**
 * Keys that are too long for their lines, as one view reaches them. Each lies in an extent of its
 * own, which belongs to one line: an entry or a bound. A client frees it when it takes it out of
 * that line. The memory of a freed extent is used again at once; the pointer's generation tells.
 */
public interface LongKeys {
    /** Returned instead of a length when the extent does not hold the key any more. */
    int GONE = -1;

    /** Refuses long keys: for pages that have none. */
    LongKeys NONE =
            new LongKeys() {
                @Override
                public int read(long pointer, byte[] into, int at) {
                    return GONE;
                }

                @Override
                public long write(byte[] from, int at, int length) {
                    throw new IllegalArgumentException("the key is too long: length=" + length);
                }

                @Override
                public void free(long pointer) {}
            };

    /**
     * Copies the key that a pointer leads to.
     *
     * @param into has room for {@link KeyArena#LONGEST} bytes from {@code at} on
     * @return its length, or {@link #GONE}
     */
    int read(long pointer, byte[] into, int at);

    /** The keys that are written from now on are for lines of a new page. */
    default void forPage(long pointer) {}

    /** Writes a key into a new extent, before later changes of pages become visible. */
    long write(byte[] from, int at, int length);

    /**
     * Frees the extent of a line, not before the changes of the page so far are visible. A client
     * that dies before that leaves an extent that no line names.
     */
    void free(long pointer);
}
