/**
 * Pages of R-trees: how a node lies in memory that its server changes and any client reads.
 *
 * <h2>Which thread may change a page</h2>
 *
 * Only a thread of the server that holds the page, and only while it holds the latch in the page's
 * header. All other threads, at the server or at clients, read without a latch and without notice.
 *
 * <h2>A change</h2>
 *
 * A page is a header line and lines of seven numbers each, see {@link
 * dev.mangrove.index.rtree.page.Node}. Every line starts with a stamp. Between changes, all stamps
 * of a page are equal. {@link dev.mangrove.index.rtree.page.NodeEditor} changes a page in three
 * steps:
 *
 * <ol>
 *   <li>it marks the stamps of the header and of the lines to be changed as BUSY;
 *   <li>it stores the numbers;
 *   <li>it stores the next stamp into all lines, into the header last.
 * </ol>
 *
 * <h2>When a reader may use what it read</h2>
 *
 * <ul>
 *   <li>In place: load the header's stamp, which must not be BUSY, then the page's content, then
 *       the stamp again. If the stamp is unchanged, the content is valid.
 *   <li>By a READ that keeps lines whole: one READ. If all stamps are equal and not BUSY, the copy
 *       is valid, because the content of each line belongs to its stamp. The fabric may fetch the
 *       lines in any order.
 *   <li>Where READs keep only words whole: one gather of the page as a row that is guarded by the
 *       header's stamp. It reads the stamp, the page, and the stamp again. If the stamp is
 *       unchanged and not BUSY, the copy is valid. A page that is too long for such a row is
 *       gathered line by line, each guarded by its own stamp; this keeps lines whole, and the rule
 *       above holds.
 * </ul>
 *
 * A server that dies within a change leaves the page BUSY for ever. So a reader that finds a page
 * BUSY for long checks whether the server is alive.
 *
 * <p>A writer that gets an exception within a change puts the old numbers back before it stores the
 * next stamp. If it has begun to store stamps, it completes the change instead: a reader may have
 * seen lines with the new stamp already.
 *
 * <p>A stamp counts changes in 40 bits, so that the count does not wrap while a reader is paused.
 * It also holds the page's generation: a freed page is reused at once, and a reader that follows an
 * old pointer sees another generation. A READ may fetch the header before the page dies and other
 * lines after its next use has begun; so the writer marks all lines as BUSY when a page dies.
 */
@NullMarked
package dev.mangrove.index.rtree.page;

import org.jspecify.annotations.NullMarked;
