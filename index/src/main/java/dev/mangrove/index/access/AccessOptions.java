package dev.mangrove.index.access;

import dev.mangrove.index.ordered.Technique;
import dev.mangrove.index.page.CopyCheck;

import java.util.Set;

/**
 * How a client reaches the pages of an index.
 *
 * @param inPlace whether to use memory in place where that is possible
 * @param check what is asked of copies
 * @param leased whether the latches of the dead are taken over
 * @param techniques what makes changes cheap; the same for all clients of an index
 */
public record AccessOptions(
        boolean inPlace, CopyCheck check, boolean leased, Set<Technique> techniques) {
    /** Copies the set. */
    public AccessOptions {
        techniques = Set.copyOf(techniques);
    }

    boolean uses(Technique technique) {
        return techniques.contains(technique);
    }
}
