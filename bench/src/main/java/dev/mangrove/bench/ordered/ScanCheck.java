package dev.mangrove.bench.ordered;

/**
 * Looks at the entries of an ascending scan as they come: keys rise, values fit, and no loaded key
 * is left out, as nobody deletes any.
 */
public final class ScanCheck {
    private final boolean rewritten;
    private long expectedRank;
    private long lastKey;
    private long entries;
    private long loadedEntries;
    private String fault = "";

    /** A scan that starts with the loaded key of a rank. */
    public ScanCheck(long firstRank, boolean rewritten) {
        this.expectedRank = firstRank;
        this.lastKey = Keys.key(firstRank) - 1;
        this.rewritten = rewritten;
    }

    public void entry(long key, long value) {
        if (key <= lastKey) {
            fault(key + " comes after " + lastKey);
        }
        if (!Keys.fits(key, value, rewritten)) {
            fault(key + " = " + value);
        }
        if (Keys.isLoaded(key)) {
            if (Keys.rank(key) != expectedRank) {
                fault("rank " + Keys.rank(key) + " instead of " + expectedRank);
            }
            expectedRank = Keys.rank(key) + 1;
            loadedEntries++;
        }
        lastKey = key;
        entries++;
    }

    /** Entries so far. */
    public long entries() {
        return entries;
    }

    /** Loaded keys among them. */
    public long loadedEntries() {
        return loadedEntries;
    }

    /** What was wrong with a scan up to a rank, itself included; or nothing. */
    public String faultUpTo(long lastRank) {
        if (fault.isEmpty() && expectedRank != lastRank + 1) {
            fault("ends before rank " + expectedRank + " instead of after " + lastRank);
        }
        return fault;
    }

    /** What was wrong with a scan of at most so many entries; or nothing. */
    public String faultOfLimited(long limit, long loaded) {
        if (entries > limit) {
            fault(entries + " entries instead of " + limit);
        }
        return entries < limit ? faultUpTo(loaded - 1) : fault;
    }

    private void fault(String what) {
        if (fault.isEmpty()) {
            fault = what;
        }
    }
}
