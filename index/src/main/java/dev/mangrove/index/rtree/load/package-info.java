/**
 * Bulk loads of R-trees. A load collects and sorts its objects in pages of the server, so that the
 * heap it needs does not grow with the number of objects.
 */
@NullMarked
package dev.mangrove.index.rtree.load;

import org.jspecify.annotations.NullMarked;
