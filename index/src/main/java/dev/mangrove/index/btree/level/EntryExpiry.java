package dev.mangrove.index.btree.level;

import dev.mangrove.index.page.PageView;

/** Says which entries count as absent because their time is over. */
@FunctionalInterface
public interface EntryExpiry {
    /** Whether an entry of a leaf that the caller has locked counts as absent. */
    boolean isExpired(PageView leaf, int slot);
}
