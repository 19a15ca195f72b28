package dev.mangrove.index.btree;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.access.PageCount;
import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.partition.Partition;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.btree.verify.EntryCounts;
import dev.mangrove.index.ordered.Verification;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Verifies all trees of an index as far as they are at servers that are not lost, and compares what
 * it finds with what servers count: pages and, where servers change the leaves, entries.
 */
final class IndexVerification {
    /** Chosen: walks at most, of an index that others change. */
    private static final int MOST_WALKS = 3;

    private final SessionPages pages;
    private final Partition[] partitions;

    IndexVerification(SessionPages pages, Partition[] partitions) {
        this.pages = pages;
        this.partitions = partitions;
    }

    /** What servers count at one moment. */
    private record Counted(PageCount pages, EntryCounts entries) {}

    /** Walks until the comparison succeeds, or finds a difference that no change explains. */
    Verification run() {
        Counted before = count();
        for (int walks = 1; ; walks++) {
            BTreeVerifier walk = walk();
            Counted after = count();
            long reached = walk.leaves() + walk.inners();
            long spare = after.pages.inUse() - reached - walk.heads();
            boolean pagesStill = after.pages.events() == before.pages.events();
            boolean entriesStill = after.entries.isStillSince(before.entries);
            List<String> differences = new ArrayList<>();
            compareEntries(walk, after.entries, differences);
            if (spare < 0) {
                differences.add("more pages are reached than are allocated: spare=" + spare);
            }
            if (differences.isEmpty() || (pagesStill && entriesStill) || walks == MOST_WALKS) {
                List<String> faults = new ArrayList<>(walk.faults());
                if (pagesStill && entriesStill) {
                    faults.addAll(differences);
                }
                boolean isKept = !pagesStill || after.pages.holders() > 0 || walk.unreachable() > 0;
                long leaked = isKept ? 0 : Math.max(0, spare);
                return new Verification(
                        walk.entries(), reached, spare, leaked, walk.unreachable(), faults);
            }
            before = after;
        }
    }

    private Counted count() {
        EntryCounts entries = new EntryCounts();
        for (Partition partition : partitions) {
            try {
                partition.countEntries(entries);
            } catch (FabricException e) {
                throwUnlessOneOfMany(e); // The walk counts it as lost.
            }
        }
        return new Counted(pages.count(), entries);
    }

    /** Reads all pages of all trees. */
    BTreeVerifier walk() {
        BTreeVerifier walk = new BTreeVerifier(pages);
        for (Partition partition : partitions) {
            try {
                partition.walk(walk);
            } catch (FabricException e) {
                throwUnlessOneOfMany(e);
                walk.lost(e);
            }
        }
        return walk;
    }

    /** The trees of other shares can be verified without that of a lost server. */
    private void throwUnlessOneOfMany(FabricException e) {
        if (partitions.length == 1 || e.kind() != FabricException.Kind.PEER_LOST) {
            throw e;
        }
    }

    private static void compareEntries(
            BTreeVerifier walk, EntryCounts counted, List<String> differences) {
        for (Map.Entry<Integer, Long> count : counted.entries().entrySet()) {
            long found = walk.entriesAt(count.getKey());
            boolean mayMiss = walk.unreachable() > 0 && found < count.getValue();
            if (found != count.getValue() && !mayMiss) {
                differences.add(
                        "server "
                                + count.getKey()
                                + " has counted other entries than its leaves have: counted="
                                + count.getValue()
                                + ", found="
                                + found);
            }
        }
    }
}
