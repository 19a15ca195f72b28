package dev.mangrove.fabric;

/** Kinds of work request. */
public enum Verb {
    /** Copies remote memory to local memory. */
    READ(0),
    /** Copies local memory to remote memory. */
    WRITE(1),
    /** A WRITE that also delivers 32 bits to the server's inbox once the data is in place. */
    WRITE_IMMEDIATE(2),
    /** Replaces a 64-bit word if it holds the expected value; returns what it held. */
    COMPARE_AND_SWAP(3),
    /** Compares and replaces under masks; returns what the whole word held. */
    MASKED_COMPARE_AND_SWAP(4),
    /** Adds to a 64-bit word; returns what it held. */
    FETCH_AND_ADD(5),
    /** Delivers a message to the server's inbox. */
    SEND(6),
    /** Copies a selection of remote memory to local memory, its fragments end to end. */
    GATHER(7),
    /** Copies local memory to a selection of remote memory. */
    SCATTER(8),
    /**
     * Copies a selection of local memory to remote memory. When it is submitted, a batch makes it a
     * WRITE, so no provider meets it.
     */
    WRITE_SELECTION(9);

    private final int code;

    Verb(int code) {
        this.code = code;
    }

    /**
     * Number of the verb, in memory and on the wire: counted from 0, never reused for another verb.
     */
    public int code() {
        return code;
    }

    /** Whether the verb works on one aligned 64-bit word and returns its old value. */
    public boolean isAtomic() {
        return this == COMPARE_AND_SWAP || this == MASKED_COMPARE_AND_SWAP || this == FETCH_AND_ADD;
    }

    /** Whether the verb works on a selection of remote memory. */
    public boolean isSelective() {
        return this == GATHER || this == SCATTER;
    }
}
