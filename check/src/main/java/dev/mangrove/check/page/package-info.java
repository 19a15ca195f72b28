/**
 * Seeded checks of a single page, and of a small ordered tree that threads use in place, without
 * servers and messages.
 */
@NullMarked
package dev.mangrove.check.page;

import org.jspecify.annotations.NullMarked;
