package dev.mangrove.architecture.violations.index.btree;

/** Depends on the other tree. */
public final class Neighbour {
    final Class<?> other = dev.mangrove.architecture.violations.index.rtree.Neighbour.class;

    /** Creates it. */
    public Neighbour() {}
}
