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
 *
 * <h2>What years of temporary indexes use up</h2>
 *
 * Slots are scarce, so they are used again: there may be 16,383 indexes at a time, counting dropped
 * ones that a paused client may still write to. Ids are not scarce and are never given twice: they
 * count up to 2<sup>48</sup>, as far as names of trees in messages reach. An id that always means
 * the same index is what keeps a view of a dropped one from working in another. Members remember
 * dropped ids as ranges, so ids that come and go cost them nothing.
 *
 * <p>Pages are marked with the lower 32 bits of the id. A server checks the whole id before a
 * thread may write, so the mark only decides whether an old view that reads a page takes it for its
 * own. It could do so if it was opened before 2<sup>32</sup> other indexes were created, which at
 * 4,000 creates per second takes 12 days.
 */
@NullMarked
package dev.mangrove.index.catalogue;

import org.jspecify.annotations.NullMarked;
