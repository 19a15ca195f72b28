/** Seeded checks of spatial indexes: clients under faults, their history, and the final state. */
@NullMarked
package dev.mangrove.check.spatial;

import org.jspecify.annotations.NullMarked;
