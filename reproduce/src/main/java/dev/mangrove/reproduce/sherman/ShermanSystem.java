package dev.mangrove.reproduce.sherman;

import dev.mangrove.index.ordered.Technique;

import java.util.List;
import java.util.Set;

/** The systems that the Sherman paper compares: from FG+ on, one technique more each. */
enum ShermanSystem {
    FG_PLUS("FG+", 0),
    COMBINE("+combine", 1),
    ON_CHIP("+on-chip", 3),
    HIERARCHICAL("+hierarchical", 4),
    SHERMAN("Sherman", 5),
    /** With what the paper does not have, but every thread for itself. */
    ALONE("Mangrove, each thread for itself", 7),
    /** Sherman as Mangrove runs it. */
    MANGROVE("Mangrove", 8);

    /** In the order in which the paper adds them, then ours. */
    private static final List<Technique> STEPS =
            List.of(
                    Technique.COMBINE,
                    Technique.APART,
                    Technique.ON_CHIP,
                    Technique.QUEUES,
                    Technique.LINES,
                    Technique.LOCK_READ,
                    Technique.BACK_OFF,
                    Technique.DELEGATE);

    private final String text;
    private final int steps;

    ShermanSystem(String text, int steps) {
        this.text = text;
        this.steps = steps;
    }

    String text() {
        return text;
    }

    Set<Technique> techniques() {
        return Set.copyOf(STEPS.subList(0, steps));
    }
}
