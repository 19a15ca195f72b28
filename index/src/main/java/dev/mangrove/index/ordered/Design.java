package dev.mangrove.index.ordered;

import java.util.Locale;

/** Who holds the pages of an ordered index, and how they are reached. */
public enum Design {
    /** Keys are shared out to servers, a whole tree on each; access by message. */
    COARSE,
    /** Pages are spread over all servers; access one-sided. */
    FINE,
    /** Upper levels as in coarse, leaves as in fine. */
    HYBRID,
    /** Pages as in fine; every {@link Technique} that makes changes cheap. */
    SHERMAN;

    /** Whether there is one tree whose pages are all over the servers. */
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
