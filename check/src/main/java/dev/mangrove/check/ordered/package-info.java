/** Seeded checks of ordered indexes: clients under faults, their history, and the final state. */
@NullMarked
package dev.mangrove.check.ordered;

import org.jspecify.annotations.NullMarked;
