/**
 * Virtual time: one thread, one queue of events, coroutines.
 *
 * <p>Time is a long in picoseconds, so that sums of transfer times do not drift at 100 Gb/s; it
 * overflows after 106 days. Events at the same time fire in the order they were scheduled, so a run
 * depends on nothing but its input. An event is an object that its owner reuses; the queue holds it
 * together with a small number that tells the owner what is due. An event is never removed from the
 * queue early: an owner that does not need it any more ignores it when it fires.
 *
 * <p>A coroutine runs until it suspends itself. Only an event resumes it, never another coroutine.
 */
@NullMarked
package dev.mangrove.sim.kernel;

import org.jspecify.annotations.NullMarked;
