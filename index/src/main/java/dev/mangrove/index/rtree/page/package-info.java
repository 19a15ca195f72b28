/**
 * Pages of R-trees: how a node lies in memory that its server changes and anybody reads.
 *
 * <h2>Who may change a page</h2>
 *
 * Only threads of the server that holds it, and only who holds the latch in the page's header. All
 * others, at the server or elsewhere, read without telling anybody.
 *
 * <h2>A change</h2>
 *
 * A page is a header line and lines of seven numbers each, see {@link
 * dev.mangrove.index.rtree.page.Node}. Every line starts with a stamp; between changes, all stamps
 * of a page are equal. {@link dev.mangrove.index.rtree.page.NodeEditor} makes a change so:
 *
 * <ol>
 *   <li>the header's stamp, and those of the lines that will change, become BUSY;
 *   <li>the numbers are stored;
 *   <li>all lines get the next stamp, the header's last.
 * </ol>
 *
 * <h2>What a reader may believe</h2>
 *
 * <ul>
 *   <li>In place: read the header's stamp, which must not be BUSY, then anything, then the stamp
 *       again. If it has not changed, what was read was so.
 *   <li>By a READ that keeps lines whole: one READ. If all stamps are equal and not BUSY, the copy
 *       is a page as it was, because each line is as it was when it got its stamp. Lines may be
 *       fetched in any order.
 *   <li>By a READ that keeps only words whole: the header's stamp, the page and the header's stamp
 *       again, one READ after the other. If the stamps are equal and not BUSY, the copy is true.
 * </ul>
 *
 * A server that dies within a change leaves the page BUSY for ever. So whoever finds it BUSY for
 * long asks whether the server is alive.
 *
 * <p>Stamps count changes in 40 bits, so that they do not come round while a reader is paused, and
 * hold the generation of the page's use: freed pages are used again at once, and whoever follows an
 * old pointer sees another generation.
 */
@NullMarked
package dev.mangrove.index.rtree.page;

import org.jspecify.annotations.NullMarked;
