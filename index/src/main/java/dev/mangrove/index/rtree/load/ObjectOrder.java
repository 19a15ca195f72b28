package dev.mangrove.index.rtree.load;

/** The unsigned number by which objects are sorted. */
@FunctionalInterface
interface ObjectOrder {
    long key(double minX, double minY, double maxX, double maxY);
}
