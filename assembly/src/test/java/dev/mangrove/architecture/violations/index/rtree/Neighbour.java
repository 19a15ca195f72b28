package dev.mangrove.architecture.violations.index.rtree;

/** Depends on the other tree. */
public final class Neighbour {
    final Class<?> other = dev.mangrove.architecture.violations.index.btree.Neighbour.class;

    /** Creates it. */
    public Neighbour() {}
}
