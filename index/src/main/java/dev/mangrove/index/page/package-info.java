/**
 * Pages of ordered trees: how a tree node lies in memory that many threads read and change at the
 * same time.
 *
 * <h2>Formats</h2>
 *
 * There are two formats under the same trees. In one a key has 64 bits and a line three entries,
 * see {@link dev.mangrove.index.page.Page}; in the other a key is a byte string and a line one
 * entry, see {@link dev.mangrove.index.page.strings}. What follows holds for both. A {@link
 * dev.mangrove.index.page.PageFormat} makes the views, editors and images of its pages. It is
 * chosen when a thread gets access to an index, so in a process that uses one kind of index each
 * call has one target.
 *
 * <p>Trees handle a key as a word and compare words by a {@link dev.mangrove.index.page.KeyOrder}.
 * A 64-bit key is its own word. That of a byte string is a token, the place of its bytes in a
 * {@link dev.mangrove.index.page.strings.KeyArena} of the thread; tokens end with the operation.
 *
 * <h2>Each change takes effect by one store</h2>
 *
 * A page is a header line and data lines of 64 bytes each. Each line starts with a stamp. Each
 * change takes effect by one aligned 8-byte store:
 *
 * <ul>
 *   <li>new value: the writer stores the value's word; of a byte string, it stores word and kind
 *       into the unused place of the line, then a line stamp that selects this place;
 *   <li>new entry: the writer stores key and value into a free slot, then a line stamp that marks
 *       the slot as taken;
 *   <li>removed entry: the writer stores a line stamp that marks the slot as free;
 *   <li>new upper bound and right link: the writer stores them into the unused half of the header,
 *       then a header stamp that selects this half. A bound that is a byte string has a line of its
 *       own for each half, and the header's half has the stamp of that line;
 *   <li>end of a page: the writer stores a header stamp that marks the page as dead.
 * </ul>
 *
 * A writer that dies between any two stores leaves a consistent page. There is no log.
 *
 * <h2>Splits, merges and their counts</h2>
 *
 * Readers ignore entries outside of the page's bounds. A split writes the right page, moves the
 * upper bound of the left page (from then on readers ignore the moved entries there), and sweeps:
 * it frees the slots of those entries. A merge adds the right page's entries to the left page,
 * where readers ignore them, and then moves the left page's upper bound.
 *
 * <p>The header counts splits and merges. The stamp of each line repeats the low bits of both
 * counts as they were when a writer last swept or filled that line. For a header with <i>m</i>
 * merges and <i>s</i> splits, a line may hold:
 *
 * <ul>
 *   <li>(m, s): the line is up to date;
 *   <li>(m, s - 1): the split has not swept it yet;
 *   <li>(m + 1, s): the merge has filled it ahead.
 * </ul>
 *
 * A copy with any other line mixes states of different times; the reader reads it again. A writer
 * holds the latch until all lines are up to date, and what a dead holder has left is brought up to
 * date before the page is split or merged again. Lines with other counts are therefore seen only if
 * the page changed during the copy.
 *
 * <h2>When a reader may use what it read</h2>
 *
 * <ul>
 *   <li>In place: the reader loads the header's stamp and the line's stamp, the entries, and both
 *       stamps again, all with acquire order. If neither stamp has changed, the entries are valid.
 *       A range does so for all lines of a page at the same time: all stamps, a fence, all entries,
 *       a fence, all stamps again, so that it waits twice and not twice for each line. If one line
 *       has changed, the reader reads the page again. A search for a key first scans lines with
 *       plain loads, so that the processor fetches several lines at the same time. A plain scan
 *       finds any entry that stays in the page. The reader then repeats the load of an entry it has
 *       found, with acquire order.
 *   <li>By a READ that keeps lines whole: one READ, then the check of the counts above. The fabric
 *       may fetch the lines in any order.
 *   <li>By a READ that keeps only words whole: a gather reads each line between two reads of its
 *       stamp. A line whose stamp did not change is as good as one that was read as a whole: until
 *       the stamp changes, writers only replace single values, and fill free slots. Then the check
 *       of the counts, as above.
 * </ul>
 *
 * <h2>Where a search ends</h2>
 *
 * A 64-bit key has a hash line, where searches for it start. Its entry lies there or, if that line
 * is full, in a later one; after the last line comes the first. A writer marks each line that the
 * entry passes, in the line's stamp, before it stores the entry. So a search ends at the first line
 * that is not marked and does not have the key. While a key stays in the page, all lines from its
 * hash line to its own are marked: readers may load the lines at different times and in any order.
 * If a reader finds neither key nor mark in a line, the key was absent at that time, or at some
 * time since the reader looked at a line before.
 *
 * <p>Only the stamps of a sweep have fewer marks: those that the entries within the bounds need.
 * The sweep follows the store that has moved the bounds, so a reader that sees its stamps also sees
 * another header. A merge marks all lines, because it puts entries into any free slots.
 *
 * <p>An insert that finds a free slot before the end of the search reads no other line. It leaves
 * lines as they are that a dead writer has not swept: their entries are void, and the next writer
 * that needs their slots sweeps them.
 *
 * <h2>Counting without reading entries</h2>
 *
 * Stamps alone tell how many keys a page has, if no stamp changed between two reads and all lines
 * are up to date with the header, see {@link dev.mangrove.index.page.PageOutline}.
 *
 * <h2>Generations</h2>
 *
 * A freed page is reused at once. Each use has the next generation, which stands in the page's
 * header and in every {@link dev.mangrove.index.page.PagePointer}. A thread that follows an old
 * pointer sees another generation and goes back to the parent; a thread that reads the page while
 * it is freed sees another stamp. No writer waits for readers.
 */
@NullMarked
package dev.mangrove.index.page;

import org.jspecify.annotations.NullMarked;
