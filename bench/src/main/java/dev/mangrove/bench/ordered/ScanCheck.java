package dev.mangrove.bench.ordered;

/**
 * Checks the entries of an ascending scan: keys ascend, values belong to their keys, and no loaded
 * key is missing, as no client deletes keys.
 */
public final class ScanCheck {
    private final boolean rewritten;
    private long expectedRank;
    private long lastKey;
    private long entries;
    private long loadedEntries;
    private String fault = "";

    /** Creates a check of a scan that starts with the loaded key of a rank. */
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

    /** The fault of a scan up to a rank, inclusive; empty if there is none. */
    public String faultUpTo(long lastRank) {
        if (fault.isEmpty() && expectedRank != lastRank + 1) {
            fault("ends before rank " + expectedRank + " instead of after " + lastRank);
        }
        return fault;
    }

    /** The fault of a scan of at most {@code limit} entries; empty if there is none. */
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
