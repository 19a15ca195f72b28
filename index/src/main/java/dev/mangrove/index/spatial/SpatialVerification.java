package dev.mangrove.index.spatial;

import dev.mangrove.DamagedIndexException;

import java.util.List;

/**
 * Result of verifying a whole tree.
 *
 * @param objects objects in the leaves
 * @param pages pages of all levels
 * @param faults the first violated invariants, as text; empty if there are none
 */
public record SpatialVerification(long objects, long pages, List<String> faults) {
    /** Keeps a copy. */
    public SpatialVerification {
        faults = List.copyOf(faults);
    }

    /** Whether nothing is wrong. */
    public boolean isGood() {
        return faults.isEmpty();
    }

    /**
     * Throws if there are faults.
     *
     * @throws DamagedIndexException if there are faults
     */
    public SpatialVerification orThrow() {
        if (!isGood()) {
            throw new DamagedIndexException(
                    "the tree is damaged: " + String.join("; ", faults), null);
        }
        return this;
    }
}
