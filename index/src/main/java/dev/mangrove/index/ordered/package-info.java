/**
 * The ordered index as its users see it: 64-bit keys in order, each with a 64-bit value.
 *
 * <p>All operations are linearizable per key. A range returns every key that was present throughout
 * and none that was absent throughout, in order and once, whatever splits or merges meanwhile. A
 * client that dies leaves an index that others go on using; what it was told is done stays done.
 */
@NullMarked
package dev.mangrove.index.ordered;

import org.jspecify.annotations.NullMarked;
