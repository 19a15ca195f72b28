package dev.mangrove.index.spatial;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Whether the server or the client executes a search, or which policy decides that for each search,
 * see {@link dev.mangrove.index.policy}. The server executes all changes.
 */
public enum SpatialAccess {
    /** The server, asked by message. */
    MESSAGING,
    /** The client, by reading pages. */
    OFFLOAD,
    /** A fixed share of searches by the client, see {@link SpatialViewOptions#ratio}. */
    RATIO,
    /** Catfish's Algorithm 1. */
    BACKOFF,
    /** Cell's shorter queue. */
    QUEUE,
    /** The way that costs all clients together less. */
    AUTO;

    /** The name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether the client may have to search itself. */
    public boolean mayOffload() {
        return this != MESSAGING;
    }

    /** Whether a policy decides for each search. */
    public boolean isAdaptive() {
        return this != MESSAGING && this != OFFLOAD;
    }

    /** The access of a name. */
    public static SpatialAccess of(String text) {
        for (SpatialAccess access : values()) {
            if (access.text().equals(text)) {
                return access;
            }
        }
        String names =
                Arrays.stream(values()).map(SpatialAccess::text).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("no such access mode: " + text + "; there are " + names);
    }
}
