/**
 * Memory that verbs work on, for providers whose target is an ordinary processor, and memory that
 * threads of several processes use in place.
 *
 * <p>{@link dev.mangrove.fabric.memory.MemoryVerbs} carries out one verb with the order and
 * atomicity that the contract promises; {@link dev.mangrove.fabric.memory.FileRegion} is a region
 * backed by a file in memory.
 *
 * <p>{@link dev.mangrove.fabric.memory.SharedWords} has every load, store and fence on memory in
 * place. The simulator intercepts them ({@link dev.mangrove.fabric.memory.AccessWatch}), so code
 * that uses pages or latches in place must access them through this class only.
 */
@NullMarked
package dev.mangrove.fabric.memory;

import org.jspecify.annotations.NullMarked;
