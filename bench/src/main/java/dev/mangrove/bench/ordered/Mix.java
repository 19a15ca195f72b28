package dev.mangrove.bench.ordered;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Shares of the kinds of operation, in percent.
 *
 * @param name on the command line
 * @param reads of a key
 * @param inserts of a new key
 * @param updates of a key
 * @param scans of neighbouring keys
 * @param readsAndWrites reads of a key that the client then rewrites
 * @param scanning how the length of a scan is chosen
 * @param latest whether reads prefer the keys inserted last
 */
public record Mix(
        String name,
        int reads,
        int inserts,
        int updates,
        int scans,
        int readsAndWrites,
        Scanning scanning,
        boolean latest) {
    private static final List<Mix> ALL =
            List.of(
                    new Mix("A", 100, 0, 0, 0, 0, Scanning.SELECTIVE, false),
                    new Mix("B", 0, 0, 0, 100, 0, Scanning.SELECTIVE, false),
                    new Mix("C", 95, 5, 0, 0, 0, Scanning.SELECTIVE, false),
                    new Mix("D", 50, 50, 0, 0, 0, Scanning.SELECTIVE, false),
                    new Mix("ycsb-a", 50, 0, 50, 0, 0, Scanning.SHORT, false),
                    new Mix("ycsb-b", 95, 0, 5, 0, 0, Scanning.SHORT, false),
                    new Mix("ycsb-c", 100, 0, 0, 0, 0, Scanning.SHORT, false),
                    new Mix("ycsb-d", 95, 5, 0, 0, 0, Scanning.SHORT, true),
                    new Mix("ycsb-e", 0, 5, 0, 95, 0, Scanning.SHORT, false),
                    new Mix("ycsb-f", 50, 0, 0, 0, 50, Scanning.SHORT, false));

    /** How the length of a scan is chosen. */
    public enum Scanning {
        /** A fixed share of the loaded keys, as in the NAM-trees paper. */
        SELECTIVE,
        /** A random number of entries for each scan, as in YCSB. */
        SHORT
    }

    /** Rejects shares that do not add up to 100. */
    public Mix {
        if (reads + inserts + updates + scans + readsAndWrites != 100) {
            throw new IllegalArgumentException("mix " + name + ": shares must add up to 100");
        }
    }

    /**
     * The mix of a name: A to D of the NAM-trees paper, ycsb-a to ycsb-f.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Mix of(String name) {
        for (Mix mix : ALL) {
            if (mix.name.equalsIgnoreCase(name)) {
                return mix;
            }
        }
        throw new IllegalArgumentException(
                "no such mix: "
                        + name
                        + "; there are "
                        + ALL.stream().map(Mix::name).collect(Collectors.joining(", ")));
    }

    /** Returns a mix with another share of scans; the other shares keep their proportions. */
    public Mix withScans(int percent) {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException("not a percentage: " + percent);
        }
        int rest = 100 - percent;
        int others = 100 - scans;
        int newInserts = others == 0 ? 0 : inserts * rest / others;
        int newUpdates = others == 0 ? 0 : updates * rest / others;
        int newBoth = others == 0 ? 0 : readsAndWrites * rest / others;
        int newReads = rest - newInserts - newUpdates - newBoth;
        return new Mix(name, newReads, newInserts, newUpdates, percent, newBoth, scanning, latest);
    }

    /** Whether operations replace values of existing keys. */
    boolean rewrites() {
        return updates + readsAndWrites > 0;
    }

    /** Maps a random number from 0 to 99 to a kind of operation. */
    public Kind kind(int lot) {
        if (lot < reads) {
            return Kind.READ;
        }
        if (lot < reads + inserts) {
            return Kind.INSERT;
        }
        if (lot < reads + inserts + updates) {
            return Kind.UPDATE;
        }
        return lot < reads + inserts + updates + scans ? Kind.SCAN : Kind.READ_AND_WRITE;
    }
}
