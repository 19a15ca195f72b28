/**
 * Seeded checks of spatial indexes: clients under faults, their history, and what is left in the
 * end.
 */
@NullMarked
package dev.mangrove.check.spatial;

import org.jspecify.annotations.NullMarked;
