package dev.mangrove.index.ordered;

import dev.mangrove.DamagedIndexException;

import java.util.List;

/**
 * Result of verifying a whole tree.
 *
 * @param entries keys in the leaves
 * @param pages pages of all levels
 * @param spare pages that servers have allocated and no tree uses: other clients keep them, or dead
 *     clients have left them. Exact only while no client changes the index
 * @param faults the first violated invariants, as text; empty if there are none
 */
public record Verification(long entries, long pages, long spare, List<String> faults) {
    /** Keeps a copy. */
    public Verification {
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
    public Verification orThrow() {
        if (!isGood()) {
            throw new DamagedIndexException(
                    "the tree is damaged: " + String.join("; ", faults), null);
        }
        return this;
    }
}
