/**
 * Bulk loads of R-trees. The objects are collected and sorted in pages of the server, so that the
 * heap a load needs does not grow with the number of objects.
 */
@NullMarked
package dev.mangrove.index.rtree.load;

import org.jspecify.annotations.NullMarked;
