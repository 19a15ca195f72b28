/**
 * Seeded checks of ordered indexes: clients under faults, their history, and what is left in the
 * end.
 */
@NullMarked
package dev.mangrove.check.ordered;

import org.jspecify.annotations.NullMarked;
