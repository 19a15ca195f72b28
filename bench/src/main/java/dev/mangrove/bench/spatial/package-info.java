/**
 * What spatial indexes do on this machine: a memory server and clients as threads of this process,
 * and libraries that do the same within one process, in turns with them.
 */
@NullMarked
package dev.mangrove.bench.spatial;

import org.jspecify.annotations.NullMarked;
