package dev.mangrove.index.ordered;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Techniques that make changes of pages by clients cheap. All clients of an index use the same
 * ones; each can be left out, to measure its effect.
 */
public enum Technique {
    /** A change and the release of its latch are one batch. */
    COMBINE,
    /** Latches lie in a separate table instead of in their pages. */
    APART,
    /** That table lies in the network card's memory, if the fabric supports this. */
    ON_CHIP,
    /** Threads of one process queue for a latch, and hand it on. */
    QUEUES,
    /** Only the lines of a page that have changed are written. */
    LINES,
    /** A page is read in the batch that takes its latch. */
    LOCK_READ,
    /** A thread that finds a latch taken doubles its pause from try to try. */
    BACK_OFF,
    /**
     * Of the threads of one process that get and put the same key at the same time, one works for
     * all. Not used where pages are accessed in place.
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
        throw new IllegalArgumentException(
                "no such technique: "
                        + text
                        + "; there are "
                        + Arrays.stream(values())
                                .map(Technique::text)
                                .collect(Collectors.joining(", ")));
    }

    /** The default techniques of a design. */
    public static Set<Technique> of(Design design) {
        return switch (design) {
            case SHERMAN -> Collections.unmodifiableSet(EnumSet.allOf(Technique.class));
            case COARSE, FINE, HYBRID, CELL -> Set.of(COMBINE, APART, LINES, LOCK_READ, BACK_OFF);
        };
    }
}
