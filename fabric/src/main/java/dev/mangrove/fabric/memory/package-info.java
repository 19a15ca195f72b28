/**
 * Memory that verbs work on, for providers whose target is an ordinary processor.
 *
 * <p>{@link dev.mangrove.fabric.memory.MemoryVerbs} carries out one verb with the order and
 * atomicity that the contract promises; {@link dev.mangrove.fabric.memory.FileRegion} is a region
 * backed by a file in memory.
 */
@NullMarked
package dev.mangrove.fabric.memory;

import org.jspecify.annotations.NullMarked;
