package dev.mangrove.reproduce.sherman;

import dev.mangrove.AccessMode;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.Technique;
import dev.mangrove.index.ordered.ViewOptions;

import java.util.List;
import java.util.Set;

/** The systems that the Sherman paper compares; each adds one technique to the one before. */
enum ShermanSystem {
    FG_PLUS("FG+", 0),
    COMBINE("+combine", 1),
    ON_CHIP("+on-chip", 3),
    HIERARCHICAL("+hierarchical", 4),
    SHERMAN("Sherman", 5),
    /** Sherman with this project's techniques except delegation. */
    ALONE("Mangrove, each thread for itself", 7),
    /** Sherman with all of this project's techniques. */
    MANGROVE("Mangrove", 8),
    /**
     * The design cell, read by clients: neighbouring leaves lie at one server, so that a range
     * takes one doorbell instead of one for each leaf.
     */
    MEGANODES("Mangrove, meganodes", 8);

    /** The paper's techniques in its order, then this project's. */
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

    /** Chosen: the smallest meganodes, so that servers have equal shares of few keys. */
    private static final int MEGANODE_LEVEL = 1;

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

    /** Options of its index. */
    OrderedOptions options() {
        return this == MEGANODES
                ? OrderedOptions.of(Design.CELL).withMeganodeLevel(MEGANODE_LEVEL)
                : OrderedOptions.of(Design.SHERMAN).withTechniques(techniques());
    }

    /** Options of its clients' views. */
    ViewOptions view() {
        return this == MEGANODES
                ? ViewOptions.DEFAULT.withAccess(AccessMode.CLIENT)
                : ViewOptions.DEFAULT;
    }
}
