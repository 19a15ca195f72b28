package dev.mangrove.bench.peers;

import java.util.Set;

/**
 * Settings of {@code bench peers}.
 *
 * @param entries number of entries to load
 * @param seconds of a turn in the phases that yield ratios; other phases are shorter
 * @param rounds turns of each system in those phases; other phases have fewer
 * @param only names of peers to measure; empty for all
 */
public record PeersSettings(int entries, double seconds, int rounds, Set<String> only) {
    private static final int FEWEST_ENTRIES = 1_000;
    private static final double SHORT = 0.25;
    private static final double FEWER = 0.6;

    /** Rejects numbers out of range. */
    public PeersSettings {
        if (entries < FEWEST_ENTRIES || !(seconds > 0) || rounds < 1) {
            throw new IllegalArgumentException(
                    "entries=" + entries + ", seconds=" + seconds + ", rounds=" + rounds);
        }
        only = Set.copyOf(only);
    }

    /** Returns settings with half the entries, half the time per turn and half the turns. */
    PeersSettings halved() {
        return new PeersSettings(
                Math.max(FEWEST_ENTRIES, entries / 2), seconds / 2, Math.ceilDiv(rounds, 2), only);
    }

    /** Returns settings with no more entries than given. */
    PeersSettings withEntries(int most) {
        return new PeersSettings(Math.min(most, entries), seconds, rounds, only);
    }

    double shortSeconds() {
        return seconds * SHORT;
    }

    int fewerRounds() {
        return (int) Math.max(1, Math.round(rounds * FEWER));
    }

    boolean takes(MeasuredSystem system) {
        return only.isEmpty()
                || system.name().startsWith("mangrove")
                || only.contains(system.host());
    }
}
