/**
 * Names of branches that are taken rarely, so that seeded checks can tell which of them they have
 * reached.
 */
@NullMarked
package dev.mangrove.index.probe;

import org.jspecify.annotations.NullMarked;
