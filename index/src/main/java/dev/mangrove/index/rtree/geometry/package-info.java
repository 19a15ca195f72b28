/**
 * Arithmetic of rectangles and distances that stays in order where sums, products or squares of
 * coordinates would overflow.
 */
@NullMarked
package dev.mangrove.index.rtree.geometry;

import org.jspecify.annotations.NullMarked;
