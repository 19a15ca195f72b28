/**
 * The machine that code runs on, other than its memory: clock, threads, processor time and
 * randomness come from a {@link dev.mangrove.fabric.host.Host}, real or simulated.
 */
@NullMarked
package dev.mangrove.fabric.host;

import org.jspecify.annotations.NullMarked;
