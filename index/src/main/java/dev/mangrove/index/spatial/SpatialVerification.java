package dev.mangrove.index.spatial;

import dev.mangrove.DamagedIndexException;

import java.util.List;

/**
 * What a walk through a whole tree has found.
 *
 * @param objects objects in the leaves
 * @param pages pages of all levels
 * @param faults what must not be, in words, the first few; empty if all is well
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
     * Ends in an error that says what is wrong, if anything is.
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
