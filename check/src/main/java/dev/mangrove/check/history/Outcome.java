package dev.mangrove.check.history;

import java.io.IOException;

/** How an operation ended, as far as its client knows. */
public enum Outcome {
    /**
     * The client crashed or gave up: the operation takes effect at any time after its start, or
     * never; if {@link History#endsBy} gives an end, not after that.
     */
    UNKNOWN(0),
    /** The operation took effect, or was refused, between its invocation and its response. */
    OK(1),
    /** The operation had no effect and never will. */
    FAILED(2);

    private final int code;

    Outcome(int code) {
        this.code = code;
    }

    /** The number of this outcome in a {@link HistoryFile}. */
    int code() {
        return code;
    }

    static Outcome ofCode(int code) throws IOException {
        for (Outcome outcome : values()) {
            if (outcome.code == code) {
                return outcome;
            }
        }
        throw new IOException("no such outcome: code=" + code);
    }
}
