/**
 * Pages of trees whose keys are byte strings: another format under the same tree. Designed, and
 * tested by itself; no index uses it yet.
 *
 * <h2>Keys and values</h2>
 *
 * A key has 1 to 1,024 bytes, in lexicographic order of unsigned bytes; a value has 0 to 1 MiB. A
 * line is an entry, see {@link dev.mangrove.index.page.bytes.BytesLine}: a value of up to 8 bytes
 * lies in the line, a longer one in an <i>extent</i> ({@link
 * dev.mangrove.index.page.bytes.ExtentPointer}). So does a key that is too long for its line; the
 * line then holds the key's first bytes, which decide most comparisons, and the extent's pointer.
 *
 * <h2>The page</h2>
 *
 * <pre>
 *   line 0    header: stamp, kind, right link of each half, link; as in {@link dev.mangrove.index.page.Page}
 *   line 1    lower bound
 *   line 2    upper bound of the first half
 *   line 3    upper bound of the second half
 *   line 4 …  an entry each
 * </pre>
 *
 * A bound is stored like a key: in its line, or in an extent. The header's stamp selects the half
 * whose bound and right link are in use, as in pages of 64-bit keys. The lower bound of a page
 * never changes.
 *
 * <p>All keys of a page share the common prefix of its bounds, which entries leave out. The length
 * of the prefix stands in the line of the lower bound and stays the same as long as the page lives:
 * a split narrows the bounds, so the prefix stays common; the new right page computes its own. A
 * page may take over its right neighbour's entries only if the neighbour's upper bound has the
 * page's prefix, too. A separator is the shortest string that distinguishes the last key on its
 * left from the first on its right ({@link dev.mangrove.index.page.bytes.ByteKeys#separator}), so
 * bounds are short where keys differ early.
 *
 * <h2>Each change takes effect by one store</h2>
 *
 * <ul>
 *   <li>new entry: the writer stores key and value into a free line, then a stamp that marks the
 *       line as taken;
 *   <li>new value: a line has two words for values, and the stamp tells which of them is in use,
 *       and whether it is a value and of what length, or a pointer. The writer stores the word that
 *       is not in use, then the stamp. So length and value change together;
 *   <li>removed entry: the writer stores a stamp that marks the line as free.
 * </ul>
 *
 * A writer writes an extent before the change that publishes its pointer, in the same batch, and
 * frees the old extent after it. The upper bits of a line's stamp repeat the header's generation,
 * merges and splits at the same places as in pages of 64-bit keys, so the rules for torn copies,
 * splits and merges of {@link dev.mangrove.index.page} hold unchanged.
 *
 * <h2>Extents</h2>
 *
 * A server allocates extents of 53 sizes, at most a quarter larger than needed. The pointer holds
 * place, size and 10 bits of generation, so that one READ of the right length follows it. The
 * extent starts with its generation and exact length, and a checksum of these, its place and its
 * content ({@link dev.mangrove.index.page.bytes.Extent}). Freed extents are reused at once: a
 * reader whose extent has another generation, or whose checksum does not fit, reads the leaf again.
 * No writer waits for readers. An extent that a dead client has written and not published is found
 * by a walk over the leaves, which name all that are in use.
 */
@NullMarked
package dev.mangrove.index.page.bytes;

import org.jspecify.annotations.NullMarked;
