package dev.mangrove.index.btree.partition;

/**
 * The move of a page to a server that is under way, as that server knows it.
 *
 * @param copy the page at the server
 * @param page the old page, at another server
 * @param level of the page
 * @param low the page's smallest key
 * @param isComplete whether the tree leads to the copy without the old page
 */
record PendingMove(long copy, long page, int level, long low, boolean isComplete) {}
