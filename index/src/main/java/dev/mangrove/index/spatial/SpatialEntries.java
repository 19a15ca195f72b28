package dev.mangrove.index.spatial;

/** A stream of objects that allocates nothing per object: {@link #next}, then look. */
public interface SpatialEntries {
    /** Goes to the next object; false at the end. */
    boolean next();

    /** Id of the current object. */
    long id();

    /** Its left border. */
    double minX();

    /** Its lower border. */
    double minY();

    /** Its right border. */
    double maxX();

    /** Its upper border. */
    double maxY();
}
