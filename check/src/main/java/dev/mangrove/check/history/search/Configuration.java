package dev.mangrove.check.history.search;

/**
 * The position of a search between two events: the state of the register and, for each pending
 * operation, by slot, whether it is settled (need not take effect any more) and whether it is used
 * (has changed the state and cannot again). Slots without an operation are neither.
 */
final class Configuration {
    final long[] settled;
    final long[] used;
    int state = StateTable.ABSENT;

    Configuration(int slots) {
        int words = Math.max(1, (slots + Long.SIZE - 1) / Long.SIZE);
        settled = new long[words];
        used = new long[words];
    }

    int words() {
        return settled.length;
    }

    boolean settled(int slot) {
        return (settled[slot >>> 6] & (1L << slot)) != 0;
    }

    boolean used(int slot) {
        return (used[slot >>> 6] & (1L << slot)) != 0;
    }

    void settle(int slot) {
        settled[slot >>> 6] |= 1L << slot;
    }

    void unsettle(int slot) {
        settled[slot >>> 6] &= ~(1L << slot);
    }

    void use(int slot) {
        settle(slot);
        used[slot >>> 6] |= 1L << slot;
    }

    void free(int slot) {
        unsettle(slot);
        used[slot >>> 6] &= ~(1L << slot);
    }
}
