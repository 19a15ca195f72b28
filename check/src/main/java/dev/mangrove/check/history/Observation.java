package dev.mangrove.check.history;

import java.io.IOException;

/** What a response says about the state before the operation. */
public enum Observation {
    /** The response says nothing of the state. */
    NOTHING(0),
    /** The condition of the operation held. */
    SUCCEEDED(1),
    /** The condition of the operation did not hold, and it changed nothing. */
    REFUSED(2),
    /** The key was absent. */
    ABSENT(3),
    /** The key held the value that comes with the response. */
    VALUE(4);

    private final int code;

    Observation(int code) {
        this.code = code;
    }

    /** The number of this observation in a {@link HistoryFile}. */
    int code() {
        return code;
    }

    static Observation ofCode(int code) throws IOException {
        for (Observation observation : values()) {
            if (observation.code == code) {
                return observation;
            }
        }
        throw new IOException("no such observation: code=" + code);
    }
}
