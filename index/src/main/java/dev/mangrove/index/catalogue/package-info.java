/**
 * What the catalogue holds: for each index its descriptor and its root slot.
 *
 * <h2>The protocol</h2>
 *
 * The catalogue lives at the pool's first server and is changed by messages only, one at a time, so
 * creates of one name race safely: one wins, the others are told that the name exists. Each index
 * has a {@link dev.mangrove.index.catalogue.RootSlot}, a line of 64 bytes that its clients read and
 * change by verbs. The slot of a dropped index is zeroed and its generation counts up; a client
 * that still holds the old descriptor sees a generation that is not the descriptor's. When nobody
 * can write to it any more, the slot is used again for another index.
 */
@NullMarked
package dev.mangrove.index.catalogue;

import org.jspecify.annotations.NullMarked;
