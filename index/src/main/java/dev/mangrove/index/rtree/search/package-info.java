/**
 * Searches of an R-tree by readers that take no latch: by window and by distance, with pages from a
 * {@link dev.mangrove.index.rtree.search.NodeFeed} that reads them in place or by verbs. The head
 * of {@link dev.mangrove.index.rtree} says why such a search misses nothing.
 */
@NullMarked
package dev.mangrove.index.rtree.search;

import org.jspecify.annotations.NullMarked;
