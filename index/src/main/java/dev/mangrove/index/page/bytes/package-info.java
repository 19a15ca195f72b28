/**
 * Pages of trees whose keys are byte strings. Trees of design coarse use them ({@link
 * dev.mangrove.index.bytes.tree}): only threads of the pages' server read and change them, under
 * the lock of the tree.
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
 *   line 0    header: stamp as in {@link dev.mangrove.index.page.HeaderStamp}, kind, right link
 *   line 1    lower bound; its value is the length of the prefix
 *   line 2    upper bound; free if there is none
 *   line 3 …  an entry each
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
 * A writer writes an extent before the change that publishes its pointer, and frees the old extent
 * after it. Splits and merges rewrite pages as a whole ({@link
 * dev.mangrove.index.page.bytes.BytesPages#store}), which the lock of the tree hides from readers.
 *
 * <p>Designs whose clients read and change pages themselves need more, and do not exist yet: a
 * second upper bound with its right link, between which the header's stamp chooses; a prefix that
 * stays as long as the page lives; and the counts of merges and splits in the stamps of lines, for
 * which {@link dev.mangrove.index.page.bytes.BytesStamp} has room at the same places as stamps of
 * 64-bit keys.
 *
 * <h2>Extents</h2>
 *
 * A server allocates extents of 53 sizes, at most a quarter larger than needed. The pointer holds
 * place, size and 10 bits of generation, so that one READ of the right length follows it. The
 * extent starts with its generation and exact length, and a checksum of these, its place and its
 * content ({@link dev.mangrove.index.page.bytes.Extent}). Freed extents are reused at once: a
 * reader whose extent has another generation, or whose checksum does not fit, has followed a
 * pointer that is out of date. Under the lock of a tree that is damage.
 */
@NullMarked
package dev.mangrove.index.page.bytes;

import org.jspecify.annotations.NullMarked;
