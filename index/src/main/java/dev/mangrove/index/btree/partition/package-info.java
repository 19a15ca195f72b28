/**
 * The parts of an index that each have a tree of their own, and how a client reaches each: by verbs
 * and in place ({@link dev.mangrove.index.btree.partition.TreePartition}), by messages to the
 * server that holds the tree ({@link dev.mangrove.index.btree.partition.RemotePartition}), or not
 * at all while that server is lost.
 *
 * <p>Threads of one process that get or put the same key at the same time combine their operations
 * ({@link dev.mangrove.index.btree.partition.DelegatingPartition}): the first thread in the queue
 * of a key works for those behind it.
 */
@NullMarked
package dev.mangrove.index.btree.partition;

import org.jspecify.annotations.NullMarked;
