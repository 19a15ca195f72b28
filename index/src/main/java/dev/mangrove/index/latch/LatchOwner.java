package dev.mangrove.index.latch;

/**
 * Makes the latch words of one session: its number, and a count that makes each acquisition unique.
 */
public final class LatchOwner {
    /** Word of a free latch. */
    public static final long FREE = 0;

    private static final int OWNER_SHIFT = 32;
    private static final long COUNT_MASK = 0xFFFFFFFFL;

    private final int number;
    private long count;

    /** Creates the owner for a session's number, which is not 0. */
    public LatchOwner(int number) {
        assert number != 0 : "the number of no session";
        this.number = number;
    }

    /** The word for the next acquisition. */
    public long next() {
        count = (count + 1) & COUNT_MASK;
        return ((long) number << OWNER_SHIFT) | count;
    }

    /** The session that a word belongs to. */
    public static int of(long word) {
        return (int) (word >>> OWNER_SHIFT);
    }
}
