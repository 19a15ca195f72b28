/**
 * Copies of inner pages that the views of one process share. A copy may be out of date: the page
 * that a search reaches by it has a generation, a level and bounds, and those decide. See {@link
 * dev.mangrove.index.btree}.
 */
@NullMarked
package dev.mangrove.index.btree.cache;

import org.jspecify.annotations.NullMarked;
