package dev.mangrove.index.rtree.load;

/** A number that objects are sorted by, as an unsigned one. */
@FunctionalInterface
interface ObjectOrder {
    long key(double minX, double minY, double maxX, double maxY);
}
