/**
 * Pages: how a node of a tree lies in memory that many read and change at the same time.
 *
 * <h2>One word decides</h2>
 *
 * A page is a header line and data lines of 64 bytes, see {@link dev.mangrove.index.page.Page}.
 * Each line starts with a stamp, and every change takes effect by one aligned 8-byte store:
 *
 * <ul>
 *   <li>a new value: the value's word;
 *   <li>a new entry: key and value go into a free slot, then the line's stamp says that it is
 *       taken;
 *   <li>an entry less: the line's stamp says that its slot is free;
 *   <li>another upper bound and right neighbour: they go into the half of the header that is not in
 *       use, then the header's stamp says that it is;
 *   <li>the end of a page: its header's stamp says so.
 * </ul>
 *
 * So a writer that dies between any two stores leaves a page that is whole. There is no log.
 *
 * <h2>What a reader may believe</h2>
 *
 * Entries outside of a page's bounds do not count. A split first writes the right page, then moves
 * the upper bound of the left one (which makes the moved entries there void), then sweeps those
 * away. A merge first adds the right page's entries to the left one, where they are void, and then
 * moves the upper bound. The header counts both: <i>splits</i> and <i>merges</i>, and each line's
 * stamp repeats the low bits of the counts at which it was last swept or filled. With header (m,
 * s), a line is up to date at (m, s), not yet swept at (m, s - 1), and filled ahead at (m + 1, s);
 * a copy that holds any other line mixes times and is read again. Because locks are held until all
 * lines are up to date, and whoever takes over from the dead brings them up to date first, no other
 * lines exist for longer than a copy takes.
 *
 * <ul>
 *   <li>In place: read the header's stamp, the entries, and both stamps again; all with acquire
 *       order. If neither has changed, what was read was so. A key is first looked for in no order
 *       at all, so that many lines are fetched at the same time: an entry that stays is seen in any
 *       order, and one that was seen is read once more, in order.
 *   <li>By a READ that keeps lines whole: one READ, then the rule above. Lines may be fetched in
 *       any order.
 *   <li>By a READ that keeps only words whole: three READs, one after the other. If all stamps of
 *       the first and the third are equal, the second is true.
 * </ul>
 *
 * <h2>Pages come back</h2>
 *
 * A freed page is used again at once. Each use has the next generation, which is in the page's
 * header and in every {@link dev.mangrove.index.page.PagePointer}. Whoever follows an old pointer
 * sees another generation and goes back to the parent; whoever is reading meanwhile sees another
 * stamp. Nobody waits for readers.
 */
@NullMarked
package dev.mangrove.index.page;

import org.jspecify.annotations.NullMarked;
