package dev.mangrove.index.ordered;

import java.util.Locale;

/** Placement of the pages of an ordered index, and the way to access them. */
public enum Design {
    /**
     * Keys are divided among servers, with a whole tree at each; access by message. Choose it where
     * round trips are slow and servers have idle processors: each operation is one message.
     */
    COARSE,
    /**
     * Pages are spread over all servers; access one-sided. Choose it as a baseline, or for indexes
     * that hardly change.
     */
    FINE,
    /**
     * Upper levels as in coarse, leaves as in fine. Choose it where clients have no memory for a
     * cache of inner pages and servers shall work little: a get is one message and one READ.
     */
    HYBRID,
    /**
     * Pages as in fine; every {@link Technique} that makes changes cheap. Choose it by default: it
     * needs no processor of a server, and scales to many writers.
     */
    SHERMAN;

    /** The default design. */
    public static final Design DEFAULT = SHERMAN;

    /** Whether there is one tree whose pages are spread over all servers. */
    public boolean isSpread() {
        return this == FINE || this == SHERMAN;
    }

    /** The name in the catalogue and on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The design of a name. */
    public static Design of(String text) {
        for (Design design : values()) {
            if (design.text().equals(text)) {
                return design;
            }
        }
        throw new IllegalArgumentException(
                "no such design: " + text + "; there are coarse, fine, hybrid, sherman");
    }
}
