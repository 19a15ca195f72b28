package dev.mangrove.index.page;

/** What a reader asks of a copy of a page before it believes it. */
public enum CopyCheck {
    /** That all lines belong together. */
    EVERY_LINE,
    /**
     * That its first and its last line belong together, as published protocols do. A READ that does
     * not fetch lines in their order deceives it.
     */
    ENDS,
    /** Nothing, as one published protocol does. */
    NOTHING
}
