package dev.mangrove.check.mutants;

import java.util.List;

/**
 * Published protocols whose errors no single change of the product repeats. Faults are chosen so
 * that nothing else is wrong with the protocol in these runs.
 */
final class PublishedProtocols {
    private static final String PUBLISHED = "bench.published.";

    private PublishedProtocols() {}

    static void addTo(List<Mutant> all) {
        Edit none = new Edit.AsPublished();
        // READs are whole and nobody dies: what is left is the separator that is given up.
        new Area(all, PUBLISHED + "PublishedFine", Checks.FINE_AS_PUBLISHED, Checks.SOME)
                .add("published: insertion starts again if the parent is latched", "post", none);
        new Area(all, PUBLISHED + "PublishedCell", Checks.CELL_AS_PUBLISHED, Checks.SOME)
                .add("published: nodes with two versions, meganodes under a lock", "open", none);
    }
}
