package dev.mangrove.fabric.socket;

import dev.mangrove.fabric.Capabilities;

/**
 * The bounds of the protocol. Both sides must agree on them, so a change is a new {@link
 * #FORMAT_VERSION}.
 */
public final class Limits {
    /** First version of the protocol. */
    static final int FORMAT_INITIAL = 1;

    /** Gathers and scatters were added. */
    static final int FORMAT_SELECTIONS = 2;

    /** The version that this code speaks. */
    public static final int FORMAT_VERSION = FORMAT_SELECTIONS;

    /**
     * Bytes of messages, frames included, that one side may send before the other has consumed
     * them: the bound that the contract of {@link dev.mangrove.fabric} states.
     */
    public static final int WINDOW = 256 << 10;

    /**
     * Consumed bytes at which a credit frame is sent without waiting for another frame to carry it.
     */
    public static final int CREDIT_DUE = WINDOW / 2;

    /** Chosen: a quarter of the window, so that messages of any size make progress. */
    public static final int LARGEST_MESSAGE = 64 << 10;

    /**
     * Chosen: 1,024 pages of the default size; bounds the time that one request occupies an I/O
     * thread.
     */
    public static final int LARGEST_TRANSFER = 1 << 20;

    /** Chosen: four times that of the verbs provider; bounds what a hostile frame can demand. */
    public static final int LARGEST_BATCH = 1024;

    /**
     * Payload bytes of one request frame; a larger batch is cut into several. Chosen: two of the
     * largest transfers.
     */
    public static final int LARGEST_REQUEST_FRAME = 2 << 20;

    /**
     * Result bytes of one answer frame; a larger answer is cut into several. Chosen: bounds the
     * memory that a server keeps for the output of each connection.
     */
    public static final int LARGEST_ANSWER = 64 << 10;

    /** Bytes of the text of an error. Chosen: several times the longest that we write. */
    public static final int LARGEST_ERROR_TEXT = 512;

    /**
     * Answers that one connection may produce in one turn. Chosen: fairness between connections at
     * little cost.
     */
    public static final int ANSWERS_PER_TURN = 4;

    /**
     * Fragments of gathers and scatters that one connection may move in one turn. Chosen: some 50
     * µs, as long as a turn of full answers takes.
     */
    public static final int FRAGMENTS_PER_TURN = 4096;

    /** Bytes read from a socket at once. Chosen: half of {@link #WINDOW}. */
    public static final int INPUT_BUFFER = 128 << 10;

    /**
     * Bytes of the kernel's buffer in each direction; bounds how long a PONG can wait behind data.
     */
    public static final int SOCKET_BUFFER = 256 << 10;

    public static final Capabilities CAPABILITIES =
            new Capabilities(
                            8,
                            true,
                            true,
                            true,
                            0,
                            false,
                            LARGEST_MESSAGE,
                            LARGEST_TRANSFER,
                            LARGEST_BATCH)
                    .withSelectionAtTarget();

    static {
        // Credit that a drained inbox holds back must leave room for the largest message, or a
        // client could wait for ever.
        if (Frame.paddedSize(LARGEST_MESSAGE) > WINDOW - CREDIT_DUE) {
            throw new AssertionError("limits contradict each other");
        }
    }

    private Limits() {}
}
