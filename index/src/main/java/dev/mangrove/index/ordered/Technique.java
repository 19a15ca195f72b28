package dev.mangrove.index.ordered;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * What makes changes of pages that clients hold themselves cheap. All clients of an index use the
 * same ones; each can be left out, to see what it is worth.
 */
public enum Technique {
    /** A change, and the end of its latch behind it, are one batch. */
    COMBINE,
    /** Latches lie in a table of their own instead of in their pages. */
    APART,
    /** That table lies in the memory of the network card, where the fabric has such. */
    ON_CHIP,
    /** Threads of one process wait in line for a latch, and hand it on. */
    QUEUES,
    /** Only the lines of a page that have changed are written. */
    LINES,
    /** A page is read in the batch that takes its latch. */
    LOCK_READ,
    /** Who finds a latch taken waits longer from try to try. */
    BACK_OFF,
    /**
     * Threads of one process that get and put the same key at the same time have one of them do it
     * for all. Where a thread uses pages in place, it works for itself.
     */
    DELEGATE;

    /** The name in the catalogue and on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The technique of a name. */
    public static Technique of(String text) {
        for (Technique technique : values()) {
            if (technique.text().equals(text)) {
                return technique;
            }
        }
        throw new IllegalArgumentException("no such technique: " + text);
    }

    /** What a design uses if nothing else is said. */
    public static Set<Technique> of(Design design) {
        return switch (design) {
            case SHERMAN -> Collections.unmodifiableSet(EnumSet.allOf(Technique.class));
            case COARSE, FINE, HYBRID -> Set.of(COMBINE, APART, LINES, LOCK_READ, BACK_OFF);
        };
    }
}
