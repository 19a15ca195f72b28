/** Measures the simulator's speed. */
@NullMarked
package dev.mangrove.bench.sim;

import org.jspecify.annotations.NullMarked;
