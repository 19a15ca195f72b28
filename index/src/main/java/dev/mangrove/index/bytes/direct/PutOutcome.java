package dev.mangrove.index.bytes.direct;

/** What became of a replacement in place. */
public enum PutOutcome {
    /** The value was replaced. */
    REPLACED,
    /** The key has another value than the expected one. */
    DIFFERENT,
    /** The caller must ask the server. */
    ASK,
    /** The client has no extent for the value, and must get some first. */
    NO_EXTENT
}
