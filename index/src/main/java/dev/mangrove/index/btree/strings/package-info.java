/**
 * A tree whose keys are byte strings, on the code of all trees: {@link
 * dev.mangrove.index.btree.level} with pages of {@link
 * dev.mangrove.index.page.strings.StringFormat}.
 *
 * <p>{@link dev.mangrove.index.btree.strings.StringTree} is one thread's access. Each operation
 * adds its key to the thread's arena, works with tokens, and releases the arena at its end; a scan
 * is a series of such operations, so that a cursor that is open keeps no tokens.
 */
@NullMarked
package dev.mangrove.index.btree.strings;

import org.jspecify.annotations.NullMarked;
