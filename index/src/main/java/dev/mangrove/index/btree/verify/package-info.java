/**
 * The verifier of a whole tree: follows all pointers from the root down and all right links, and
 * compares bounds, separators and the set of pages.
 */
@NullMarked
package dev.mangrove.index.btree.verify;

import org.jspecify.annotations.NullMarked;
