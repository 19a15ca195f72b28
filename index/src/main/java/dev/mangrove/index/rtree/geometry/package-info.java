/**
 * Arithmetic of rectangles and distances that still orders them correctly where sums, products or
 * squares of coordinates would overflow or underflow.
 */
@NullMarked
package dev.mangrove.index.rtree.geometry;

import org.jspecify.annotations.NullMarked;
