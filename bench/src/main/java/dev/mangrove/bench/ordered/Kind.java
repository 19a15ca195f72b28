package dev.mangrove.bench.ordered;

import java.util.Locale;

/** What a client does. */
enum Kind {
    READ,
    INSERT,
    UPDATE,
    SCAN,
    READ_AND_WRITE;

    /** The name in reports. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
