/**
 * An R-tree in its server's memory, and the server threads that change it: latches, splits and
 * reinsertion by one of three strategies, and the directory from ids to leaves and payloads. The
 * head of {@link dev.mangrove.index.rtree} states what each change must keep true for searches.
 */
@NullMarked
package dev.mangrove.index.rtree.tree;

import org.jspecify.annotations.NullMarked;
