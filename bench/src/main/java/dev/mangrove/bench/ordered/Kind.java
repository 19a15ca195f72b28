package dev.mangrove.bench.ordered;

import java.util.Locale;

/** Kinds of operation. */
public enum Kind {
    READ,
    INSERT,
    UPDATE,
    SCAN,
    READ_AND_WRITE;

    /** The name in reports. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
