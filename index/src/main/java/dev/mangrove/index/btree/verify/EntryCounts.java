package dev.mangrove.index.btree.verify;

import java.util.Map;
import java.util.TreeMap;

/**
 * What servers have counted in their leaves at one moment, to be compared with the entries that a
 * walk finds. A count is exact while no change is under way at its server.
 */
public final class EntryCounts {
    private final Map<Integer, Long> entries = new TreeMap<>();
    private final Map<Integer, Long> begun = new TreeMap<>();
    private boolean isStill = true;

    /** Adds a count of a server, of one of its trees. */
    public void counted(int server, long number, long hasBegun, long hasEnded) {
        entries.merge(server, number, Long::sum);
        begun.merge(server, hasBegun, Long::sum);
        isStill &= hasBegun == hasEnded;
    }

    /** Adds entries that a load has written to a server's leaves, if that server counts. */
    public void loaded(int server, long number) {
        entries.computeIfPresent(server, (key, counted) -> counted + number);
    }

    /** A server's count is not exact now: pages move to it. */
    public void unsettled(int server) {
        entries.remove(server);
    }

    /** Whether the counts were exact from the moment of {@code before} on until now. */
    public boolean isStillSince(EntryCounts before) {
        return before.isStill && begun.equals(before.begun) && entries.equals(before.entries);
    }

    /** Number of entries by server, for servers that count. */
    public Map<Integer, Long> entries() {
        return entries;
    }
}
