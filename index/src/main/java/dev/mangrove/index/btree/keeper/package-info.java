/**
 * Background maintenance of leaves: merging, reporting splits to parents, head nodes for prefetch.
 * Any number of processes run a keeper of an index; the one that holds the lease works.
 */
@NullMarked
package dev.mangrove.index.btree.keeper;

import org.jspecify.annotations.NullMarked;
