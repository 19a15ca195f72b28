package dev.mangrove.index.access;

import dev.mangrove.index.ordered.Technique;
import dev.mangrove.index.page.CopyCheck;

import java.util.Set;

/**
 * How a client reaches the pages of an index.
 *
 * @param inPlace whether to use memory in place where that is possible
 * @param check decides whether a copy is consistent
 * @param leased whether this client takes over the latches of dead sessions
 * @param manyPages whether many pages are read or written in one round trip
 * @param techniques techniques that make changes cheap; the same for all clients of an index
 */
public record AccessOptions(
        boolean inPlace,
        CopyCheck check,
        boolean leased,
        boolean manyPages,
        Set<Technique> techniques) {
    /** The usual options: many pages in one round trip. */
    public AccessOptions(
            boolean inPlace, CopyCheck check, boolean leased, Set<Technique> techniques) {
        this(inPlace, check, leased, true, techniques);
    }

    /** Copies the set of techniques. */
    public AccessOptions {
        techniques = Set.copyOf(techniques);
    }

    boolean uses(Technique technique) {
        return techniques.contains(technique);
    }
}
