/**
 * The page format whose keys are byte strings: a line is one entry. It follows the protocol at the
 * head of {@link dev.mangrove.index.page}, by which trees of 64-bit keys work as well. Beyond that:
 *
 * <ul>
 *   <li>A page leaves out of its keys what its bounds had in common when it was written. This
 *       prefix never changes, as no change of a page rewrites its entries. After a merge a page may
 *       get keys that do not start with it; their lines have them from the first byte on.
 *   <li>The rest of a key that does not fit its line lies in an extent, which belongs to the line;
 *       so does a long bound, see {@link dev.mangrove.index.page.strings.LongKeys}. A moved entry
 *       gets an extent of its own in its new page. Extents of lines that a page loses are freed
 *       when the change is visible. A reader that finds another generation in an extent, or a
 *       length out of range, takes its read for invalid, in place or of a copy. A client that dies
 *       may leave extents that no line names, never a line that names a freed extent.
 *   <li>The stamps of the lines of bounds differ from change to change and name no counts. While a
 *       bound changes, its line has a stamp that no header names. So a copy whose header names the
 *       stamp that the copy of the line has is one of a bound and its header.
 *   <li>A leaf's lower bound is the shortest string that separates it from the leaf on its left.
 *   <li>Hash lines, outlines and the reading of keys without values are of 64-bit keys only, except
 *       that an entry of a byte string is at or after its key's hash line as well.
 * </ul>
 */
@NullMarked
package dev.mangrove.index.page.strings;

import org.jspecify.annotations.NullMarked;
