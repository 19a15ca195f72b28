package dev.mangrove.index.spatial;

/** How an object must stand to a window to be found. Borders count as inside. */
public enum Relation {
    /** The two have a point in common. */
    INTERSECTS,
    /** The object contains the window. */
    CONTAINS,
    /** The object is within the window. */
    WITHIN
}
