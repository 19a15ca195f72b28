/**
 * The partitions of an index, each with a tree of its own, and the ways to reach them: by verbs and
 * in place ({@link dev.mangrove.index.btree.partition.TreePartition}), or by messages to the server
 * that holds the tree ({@link dev.mangrove.index.btree.partition.RemotePartition}). {@link
 * dev.mangrove.index.btree.partition.LostPartition} stands for a tree whose server is lost.
 *
 * <p>Threads of one process that get or put the same key at the same time combine their operations
 * ({@link dev.mangrove.index.btree.partition.DelegatingPartition}): the first thread in the queue
 * of a key works for those behind it.
 */
@NullMarked
package dev.mangrove.index.btree.partition;

import org.jspecify.annotations.NullMarked;
