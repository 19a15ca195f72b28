/**
 * The entries of the catalogue: for each index its descriptor and its root slot.
 *
 * <h2>The protocol</h2>
 *
 * The catalogue lies at the pool's first server, the registrar, which changes it one message at a
 * time. So of several clients that create the same name, one succeeds and the others get EXISTS.
 * Each index has a {@link dev.mangrove.index.catalogue.RootSlot}, a line of 64 bytes that its
 * clients read and change by verbs. When an index is dropped, the server zeroes its slot and
 * increments the slot's generation. A client that still holds the old descriptor sees that the
 * generations differ. Once no client can write to the slot any more, the server reuses it for
 * another index.
 *
 * <h2>What the creation of many temporary indexes uses up</h2>
 *
 * Slots are scarce and therefore reused. There may be 16,383 indexes at a time; dropped indexes
 * count as long as a paused client may still write to them. Ids are not scarce and are never
 * reused. They count up to 2<sup>48</sup>, the largest id that the name of a tree in a message can
 * hold. Because an id always means the same index, a view of a dropped index cannot work in another
 * one. Members remember dropped ids as ranges, so a run of dropped ids needs no memory per id.
 *
 * <p>Pages are marked with the lower 32 bits of the id. A server checks the whole id before a
 * thread may write, so the mark matters only to reads: an old view takes a page for its own if the
 * marks are equal. This can happen to a view that was opened before 2<sup>32</sup> other indexes
 * were created, which takes 12 days at 4,000 creates per second.
 */
@NullMarked
package dev.mangrove.index.catalogue;

import org.jspecify.annotations.NullMarked;
