/**
 * Copies of inner pages that the views of one process share. A copy may be stale: a search that
 * reaches a page by a copy checks generation, level and bounds of the page itself. See {@link
 * dev.mangrove.index.btree}.
 */
@NullMarked
package dev.mangrove.index.btree.cache;

import org.jspecify.annotations.NullMarked;
