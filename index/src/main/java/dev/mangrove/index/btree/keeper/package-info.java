/**
 * Background maintenance: the keeper merges leaves, adds missing separators to parents and writes
 * head nodes for prefetching. In a tree of meganodes it moves new meganodes to servers that have
 * few. Any number of processes may run a keeper of an index; only the one that holds the lease
 * works.
 */
@NullMarked
package dev.mangrove.index.btree.keeper;

import org.jspecify.annotations.NullMarked;
