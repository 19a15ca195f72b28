package dev.mangrove.index.ordered;

import dev.mangrove.DamagedIndexException;
import dev.mangrove.ServerLostException;

import java.util.List;

/**
 * Result of verifying a whole tree. What it proves:
 *
 * <ul>
 *   <li>All designs: each level is a chain of pages without gap or overlap from the least key to
 *       the greatest; each page is of this index and reached once; a search for its smallest key
 *       ends at each leaf; each key occurs once, within the bounds of its page. A page whose
 *       changes are complete stores no entry outside of its bounds. No more pages are reached than
 *       servers have allocated.
 *   <li>Designs coarse and cell: each server counts the entries of its leaves as it changes them,
 *       and the leaves have as many. So no entry has been lost or added otherwise.
 *   <li>Byte strings in design coarse: the same of the whole tree, whose lock is held meanwhile.
 *   <li>Designs fine, hybrid and sherman: no party sees all changes, and a common count would cost
 *       each insert a round trip. An entry that disappears from a page as a whole does not show.
 * </ul>
 *
 * Counts are compared only if no change was under way during the walk, which is then exact; while
 * others change the index, the walk is repeated a few times for that.
 *
 * @param entries keys in the leaves
 * @param pages pages of all levels
 * @param spare pages that servers have allocated and no tree uses: other clients keep them, or dead
 *     clients have left them. Exact only while no client changes the index
 * @param leaked those of them that no client can give back any more: none is alive, beside this
 *     one, that was ever allocated pages. 0 if others may keep them
 * @param unreachable links to parts of the index at lost servers, which are not verified
 * @param faults the first violated invariants, as text; empty if there are none
 */
public record Verification(
        long entries, long pages, long spare, long leaked, long unreachable, List<String> faults) {
    /** Keeps a copy. */
    public Verification {
        faults = List.copyOf(faults);
    }

    /** The result for an index that was reached as a whole, without known leaks. */
    public Verification(long entries, long pages, long spare, List<String> faults) {
        this(entries, pages, spare, 0, 0, faults);
    }

    /** Whether the index was reached as a whole, and nothing is wrong. */
    public boolean isGood() {
        return faults.isEmpty() && unreachable == 0;
    }

    /**
     * Throws if there are faults, or a part was not reached.
     *
     * @throws DamagedIndexException if there are faults
     * @throws ServerLostException if there are none in the parts that were reached, and others are
     *     at lost servers
     */
    public Verification orThrow() {
        if (!faults.isEmpty()) {
            throw new DamagedIndexException(
                    "the tree is damaged: " + String.join("; ", faults), null);
        }
        return whole();
    }

    /**
     * Throws if a part was not reached.
     *
     * @throws ServerLostException if a part is at lost servers
     */
    public Verification whole() {
        if (unreachable > 0) {
            throw new ServerLostException(
                    "a part of the index is at lost servers and was not verified: links="
                            + unreachable
                            + "; start the servers again, or drop the index",
                    null);
        }
        return this;
    }
}
