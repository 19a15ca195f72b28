package dev.mangrove.index.spatial;

import java.util.Locale;

/** Which tree of the R-tree family an index is. */
public enum SpatialDesign {
    /** Guttman's: least enlargement, quadratic split. */
    BASIC,
    /** R*: least overlap, forced reinsertion, split by margin and overlap. */
    RSTAR,
    /** Hilbert: in order of a space-filling curve, two pages split into three. */
    HILBERT;

    /** The name in the catalogue and on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The tree of a name. */
    public static SpatialDesign of(String text) {
        for (SpatialDesign design : values()) {
            if (design.text().equals(text)) {
                return design;
            }
        }
        throw new IllegalArgumentException(
                "no such tree: " + text + "; there are basic, rstar, hilbert");
    }
}
