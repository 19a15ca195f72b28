/**
 * READ, WRITE, atomics, gathers and scatters on regions, in batches and from many clients at once.
 */
@NullMarked
package dev.mangrove.fabric.contract.verb;

import org.jspecify.annotations.NullMarked;
