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
    SHERMAN,
    /**
     * One tree of subtrees (meganodes) that lie at one server each and are changed by it alone;
     * read by message or by READs, as a view's access mode says. Choose it where servers have idle
     * processors at times, and ranges shall be cheap: unlike coarse it keeps keys in order over all
     * servers.
     */
    CELL;

    /** The default design. */
    public static final Design DEFAULT = SHERMAN;

    /** Whether there is one tree over all servers, and not one for each share of the keys. */
    public boolean isOneTree() {
        return this == FINE || this == SHERMAN || this == CELL;
    }

    /** Whether only servers change pages, on request; clients change none. */
    public boolean isChangedByServers() {
        return this == COARSE || this == CELL;
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
                "no such design: " + text + "; there are coarse, fine, hybrid, sherman, cell");
    }
}
