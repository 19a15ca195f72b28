package dev.mangrove.index.spatial;

import java.util.Locale;

/** Which tree of the R-tree family an index is. */
public enum SpatialDesign {
    /**
     * Guttman's: least enlargement, quadratic split. Choose it as a baseline, or where inserts
     * matter more than searches.
     */
    BASIC,
    /**
     * R*: least overlap, forced reinsertion, split by margin and overlap. Choose it by default:
     * searches read the fewest pages.
     */
    RSTAR,
    /**
     * Hilbert: in order of a space-filling curve, two pages split into three. Choose it for points
     * and small rectangles that are inserted or moved often: its pages are the fullest.
     */
    HILBERT;

    /** The default tree. */
    public static final SpatialDesign DEFAULT = RSTAR;

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
