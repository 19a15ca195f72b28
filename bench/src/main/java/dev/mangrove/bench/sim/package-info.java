/** How fast the simulator is. */
@NullMarked
package dev.mangrove.bench.sim;

import org.jspecify.annotations.NullMarked;
