/**
 * Cores, network cards, buses and cables of a simulated cluster, and the profile with their
 * constants.
 */
@NullMarked
package dev.mangrove.sim.hardware;

import org.jspecify.annotations.NullMarked;
