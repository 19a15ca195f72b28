/**
 * Swarm testing: each seed draws what to check, too. {@code SwarmDraw} is such a draw, {@code
 * SwarmCheck} runs it, and {@code Soak} goes through seeds until the time is over or a promise is
 * broken.
 */
@NullMarked
package dev.mangrove.check.swarm;

import org.jspecify.annotations.NullMarked;
