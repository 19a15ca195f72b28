package dev.mangrove.reproduce.catfish;

import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;

/** Catfish's largest speedup over other systems, published and simulated. */
final class CatfishLead {
    private static final String CATFISH = "Catfish to the other system, at most";

    private final Reproduction result;

    CatfishLead(Reproduction result) {
        this.result = result;
    }

    /** Adds a published speedup and ours. */
    void over(String system, double paper, double ours) {
        result.row("Catfish over " + system + ", at most, times", paper, ours);
        Panel panel =
                result.figures()
                        .drawing(
                                "lead",
                                "Catfish, figure "
                                        + result.name().substring("catfish-fig".length())
                                        + ": by how much Catfish is ahead",
                                "The largest ratio of throughputs over all kinds of search, ours"
                                        + " as bars.")
                        .bars("Lead", "over", "times the throughput");
        panel.ours(CATFISH, system, ours).paper(CATFISH, system, paper);
    }
}
