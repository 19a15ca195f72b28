package dev.mangrove.index.btree.level;

import dev.mangrove.index.page.PageView;

/** Says which entries count as absent because their time is over. */
public interface EntryExpiry {
    /** Whether an entry of a leaf that the caller has locked counts as absent. */
    boolean isExpired(PageView leaf, int slot);

    /** Whether an entry of a leaf may count as absent, now or later; needs no round trip. */
    boolean mayExpire(PageView leaf, int slot);
}
