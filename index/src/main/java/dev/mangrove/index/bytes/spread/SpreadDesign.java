package dev.mangrove.index.bytes.spread;

import dev.mangrove.index.ordered.Technique;
import dev.mangrove.index.page.strings.StringFormat;

import java.util.Set;

/**
 * How an index of byte strings lies at its servers, as its entry in the catalogue says.
 *
 * @param fanout most entries of a page; 0 for as many as it has room for
 * @param techniques of clients
 * @param meganodeLevel level of the roots of meganodes, in design cell; {@link #NO_MEGANODES} in
 *     others
 */
public record SpreadDesign(int fanout, Set<Technique> techniques, int meganodeLevel) {
    /** Clients change pages themselves. */
    public static final int NO_MEGANODES = 0;

    /** Whether only servers change pages. */
    boolean hasMeganodes() {
        return meganodeLevel != NO_MEGANODES;
    }

    /** Most entries of a page of a size. */
    int fanout(int pageSize) {
        return fanout == 0 ? StringFormat.fanout(pageSize) : fanout;
    }
}
