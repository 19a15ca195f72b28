package dev.mangrove.fabric;

/** Kinds of work request. */
public enum Verb {
    /** Copies remote memory to local memory. */
    READ,
    /** Copies local memory to remote memory. */
    WRITE,
    /** A WRITE that also delivers 32 bits to the server's inbox once the data is in place. */
    WRITE_IMMEDIATE,
    /** Replaces a 64-bit word if it holds the expected value; returns what it held. */
    COMPARE_AND_SWAP,
    /** Compares and replaces under masks; returns what the whole word held. */
    MASKED_COMPARE_AND_SWAP,
    /** Adds to a 64-bit word; returns what it held. */
    FETCH_AND_ADD,
    /** Delivers a message to the server's inbox. */
    SEND;

    /** Whether the verb works on one aligned 64-bit word and returns its old value. */
    public boolean isAtomic() {
        return this == COMPARE_AND_SWAP || this == MASKED_COMPARE_AND_SWAP || this == FETCH_AND_ADD;
    }
}
