/**
 * Measures spatial indexes on this machine. The memory server and its clients are threads of this
 * process; libraries run the same loops in alternating turns.
 */
@NullMarked
package dev.mangrove.bench.spatial;

import org.jspecify.annotations.NullMarked;
