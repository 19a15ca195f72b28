package dev.mangrove.check.stress;

/**
 * The keys of each round. An index divides all keys among the servers in equal shares; a round has
 * keys in every share. The keys of successive rounds are adjacent.
 *
 * <pre>
 *  share 0: … | round 0: ranks 0 to 31  | round 1: ranks 0 to 31  | …
 *  share 1: … | round 0: ranks 32 to 63 | round 1: ranks 32 to 63 | …
 * </pre>
 *
 * @param shares number of shares
 */
record StressKeys(int shares) {
    private static final int FEWEST_PER_ROUND = 64;
    private static final int FEWEST_PER_SHARE = 16;

    /** Number of keys of one round in one share. */
    int perShare() {
        return Math.max(FEWEST_PER_SHARE, FEWEST_PER_ROUND / shares);
    }

    /** Number of keys of a round; their ranks start at 0. */
    int perRound() {
        return perShare() * shares;
    }

    /** The key of a rank in a round. */
    long key(int round, int rank) {
        int share = rank / perShare();
        return base(share) + (long) round * perShare() + rank % perShare();
    }

    /** The round of a key, or -1 if it belongs to none. */
    int round(long key) {
        long share = Long.divideUnsigned(key - Long.MIN_VALUE, width());
        long distance = key - base((int) Math.min(share, shares - 1L));
        long round = distance / perShare();
        return distance < 0 || round > Integer.MAX_VALUE ? -1 : (int) round;
    }

    private long base(int share) {
        return Long.MIN_VALUE + share * width() + (width() >>> 1);
    }

    private long width() {
        return Long.divideUnsigned(-1L, shares);
    }
}
