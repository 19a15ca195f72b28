/** Writes the levels of a new tree from left to right, for a bulk load. */
@NullMarked
package dev.mangrove.index.btree.load;

import org.jspecify.annotations.NullMarked;
