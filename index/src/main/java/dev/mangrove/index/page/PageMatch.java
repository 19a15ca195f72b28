package dev.mangrove.index.page;

/** Relation of a page to a key that is searched at a level. */
public enum PageMatch {
    /** The page covers the key. */
    HERE,
    /** The key is in a page further right. */
    RIGHT,
    /** The key is in a page further left. */
    LEFT,
    /** The page is dead; its link leads to the page that took its entries. */
    DEAD,
    /** The page has been reused, perhaps at another level: the pointer is stale. */
    STALE,
    /** The memory holds no page, or a page of another index. */
    DAMAGED
}
