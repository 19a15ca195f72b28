package dev.mangrove.index.page;

/** How a page stands to a key that is looked for at a level. */
public enum PageMatch {
    /** The page covers the key. */
    HERE,
    /** The key is in a page further right. */
    RIGHT,
    /** The key is in a page further left. */
    LEFT,
    /** The page is dead; its link leads to the page that took its entries. */
    DEAD,
    /** The memory has been given to another page, or to another level: the pointer is old. */
    STALE,
    /** This is no page, or one of another index. */
    DAMAGED
}
