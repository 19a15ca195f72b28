/**
 * Copies of inner pages that the views of one process share, and paths to meganodes. Both may be
 * stale: a search that reaches a page by a copy or a path checks generation, level and bounds of
 * the page itself. See {@link dev.mangrove.index.btree}.
 */
@NullMarked
package dev.mangrove.index.btree.cache;

import org.jspecify.annotations.NullMarked;
