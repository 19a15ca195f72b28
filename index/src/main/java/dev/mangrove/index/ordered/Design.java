package dev.mangrove.index.ordered;

import java.util.Locale;

/** Who holds the pages of an ordered index, and how they are reached. */
public enum Design {
    /**
     * Keys are shared out to servers, a whole tree on each; access by message. Choose it where
     * round trips are dear and servers have processors to spare: each operation is one message.
     */
    COARSE,
    /**
     * Pages are spread over all servers; access one-sided. Choose it to compare with, or where
     * hardly anything is changed.
     */
    FINE,
    /**
     * Upper levels as in coarse, leaves as in fine. Choose it where clients have no memory for a
     * cache of inner pages and servers are to do little: one message and one READ for a get.
     */
    HYBRID,
    /**
     * Pages as in fine; every {@link Technique} that makes changes cheap. Choose it unless you know
     * better: it needs no processor of a server, and bears many writers.
     */
    SHERMAN;

    /** What is used where no design is named. */
    public static final Design DEFAULT = SHERMAN;

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
