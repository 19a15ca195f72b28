/**
 * Pages of trees whose keys are byte strings. Trees of design coarse use them ({@link
 * dev.mangrove.index.bytes.tree}): threads of the pages' server change them, under the lock of the
 * tree; clients that have the memory mapped read them meanwhile, and replace pointers to values
 * ({@link dev.mangrove.index.bytes.direct}).
 *
 * <h2>Keys and values</h2>
 *
 * A key has 1 to 1,024 bytes, in lexicographic order of unsigned bytes; a value has 0 to 1 MiB. A
 * line is an entry, see {@link dev.mangrove.index.page.bytes.BytesLine}: a value of up to 8 bytes
 * lies in the line, a longer one in an <i>extent</i> ({@link
 * dev.mangrove.index.page.bytes.ExtentPointer}). So does a key that is too long for its line; the
 * line then holds the key's first bytes, which decide most comparisons, and the extent's pointer.
 *
 * <p>A value that expires lies in an extent whatever its length, behind a word: the time of the
 * server's clock from which on the entry counts as absent. Other entries have no such word.
 *
 * <h2>The page</h2>
 *
 * <pre>
 *   line 0    header: stamp with a version ({@code PageVersion}),
 *             kind, right link, counts of entries and of those with an expiry, length of the prefix
 *   line 1    lower bound
 *   line 2    upper bound; free if there is none
 *   line 3 …  order, and fingerprints or heads ({@link dev.mangrove.index.page.bytes.BytesShape})
 *   then      an entry each
 * </pre>
 *
 * A bound is stored like a key: in its line, or in an extent.
 *
 * <p>All keys of a page share the common prefix of its bounds, which entries leave out. A split
 * narrows the bounds of both pages, so each leaves out at least as much as before. A merge may
 * shorten the prefix; keys that do not fit their lines any more then get extents. A separator is
 * the shortest string that distinguishes the last key on its left from the first on its right
 * ({@link dev.mangrove.index.page.bytes.ByteKeys#separator}), so bounds are short where keys differ
 * early.
 *
 * <h2>Changes</h2>
 *
 * The server makes the version of a page odd, stores the change, and makes the version even. A
 * reader that finds the same even version before and after has read one state of the page. So a
 * change may store any words in any order, and a page can keep its order and its fingerprints.
 *
 * <p>A writer writes an extent before the change that publishes its pointer, and frees the old
 * extent after the change by which the page loses it. So an extent that a page names is whole. A
 * page that has not changed proves what was read of the extents of its keys; an entry that has the
 * same pointer proves what was read of its value's.
 *
 * <p>A line has a word for a value and another one for a pointer, so that a client's
 * compare-and-set never meets a value that looks like the pointer which it expects.
 *
 * <h2>Extents</h2>
 *
 * A server allocates extents of 53 sizes, at most a quarter larger than needed. The pointer holds
 * place, size and 24 bits of generation. The extent starts with its generation and exact length, a
 * checksum, and the place from which a client took it ({@link
 * dev.mangrove.index.page.bytes.Extent}). Freed extents are reused at once. The server compares
 * generation and checksum, and takes a difference for damage; clients compare the generation only,
 * and validate the page.
 */
@NullMarked
package dev.mangrove.index.page.bytes;

import org.jspecify.annotations.NullMarked;
