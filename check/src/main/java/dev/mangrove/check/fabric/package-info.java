/** Seeded checks of the fabric's contract: words, locks, messages and their order, under faults. */
@NullMarked
package dev.mangrove.check.fabric;

import org.jspecify.annotations.NullMarked;
