package dev.mangrove.index.bytes.direct;

/** What a read in place has found out about a key, or about a part of a range. */
public enum DirectOutcome {
    /** The key is absent. */
    ABSENT,
    /** The key is present. */
    PRESENT,
    /** The caller must ask the server. */
    ASK,
    /** Nothing: pages have changed meanwhile; try again. */
    CHANGED
}
