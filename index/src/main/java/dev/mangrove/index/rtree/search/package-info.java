/**
 * Searches of an R-tree, by window and by distance, without latches. A {@link
 * dev.mangrove.index.rtree.search.NodeFeed} provides the pages, in place or by verbs. The head of
 * {@link dev.mangrove.index.rtree} proves that such a search misses nothing.
 */
@NullMarked
package dev.mangrove.index.rtree.search;

import org.jspecify.annotations.NullMarked;
