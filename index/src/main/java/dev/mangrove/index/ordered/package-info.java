/**
 * The public API of ordered indexes: 64-bit keys in order, each with a 64-bit value.
 *
 * <p>All operations are linearizable per key. A range scan returns every key that was present
 * during the whole scan and none that was absent during the whole scan, in order and once, even if
 * pages split or merge meanwhile. If a client dies, other clients go on using the index, and every
 * operation that returned to the dead client keeps its effect.
 */
@NullMarked
package dev.mangrove.index.ordered;

import org.jspecify.annotations.NullMarked;
