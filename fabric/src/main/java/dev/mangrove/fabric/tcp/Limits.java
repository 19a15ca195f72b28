package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.Capabilities;

/**
 * The bounds of the protocol. Both sides must agree on them, so a change is a new {@link
 * #FORMAT_VERSION}.
 */
final class Limits {
    /** First version of the protocol. */
    static final int FORMAT_INITIAL = 1;

    /** The version that this code speaks. */
    static final int FORMAT_VERSION = FORMAT_INITIAL;

    /**
     * Bytes of messages, frames included, that one side may send before the other has consumed
     * them.
     */
    static final int WINDOW = 256 << 10;

    /**
     * Consumed bytes at which a credit frame is sent without waiting for another frame to carry it.
     */
    static final int CREDIT_DUE = WINDOW / 2;

    static final int LARGEST_MESSAGE = 64 << 10;
    static final int LARGEST_TRANSFER = 1 << 20;
    static final int LARGEST_BATCH = 1024;

    /** Payload bytes of one request frame; a larger batch is cut into several. */
    static final int LARGEST_REQUEST_FRAME = 2 << 20;

    /** Result bytes of one answer frame; a larger answer is cut into several. */
    static final int LARGEST_ANSWER = 64 << 10;

    /** Bytes of the text of an error. */
    static final int LARGEST_ERROR_TEXT = 512;

    /** What one connection may put into the output before others have their turn. */
    static final int ANSWERS_PER_TURN = 4;

    /** Bytes read from a socket at once. */
    static final int INPUT_BUFFER = 128 << 10;

    /** Kernel buffers, each way: bounds how long a sign of life can be stuck behind data. */
    static final int SOCKET_BUFFER = 256 << 10;

    static final Capabilities CAPABILITIES =
            new Capabilities(
                    8,
                    true,
                    true,
                    true,
                    0,
                    false,
                    LARGEST_MESSAGE,
                    LARGEST_TRANSFER,
                    LARGEST_BATCH);

    static {
        // A client that waits for room must be freed by the credit that a drained inbox has not
        // announced yet.
        if (Frame.paddedSize(LARGEST_MESSAGE) > WINDOW - CREDIT_DUE
                || Request.largestBytes() > LARGEST_REQUEST_FRAME) {
            throw new AssertionError("limits contradict each other");
        }
    }

    private Limits() {}
}
