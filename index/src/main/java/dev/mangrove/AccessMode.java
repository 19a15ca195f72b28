package dev.mangrove;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Whether the server or the client reads a tree, or which policy decides that for each request. The
 * server executes all changes.
 */
public enum AccessMode {
    /** The server, asked by message. */
    SERVER,
    /** The client, by reading pages. */
    CLIENT,
    /** The client for a fixed share of requests, drawn at random. */
    RATIO,
    /** Catfish's Algorithm 1: the client after heartbeats of a busy server. */
    BACKOFF,
    /** Cell's selector: the shorter queue. */
    QUEUE,
    /** DEX's rule: the READs of pages without a copy, if they take less time than a message. */
    CACHE_AWARE,
    /** The way that costs all clients together less. */
    AUTO;

    /** The name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether the client may have to read pages. */
    public boolean mayOffload() {
        return this != SERVER;
    }

    /** Whether a policy decides for each request. */
    public boolean isAdaptive() {
        return this != SERVER && this != CLIENT;
    }

    /** The mode of a name; Catfish's names of the first two, messaging and offload, are known. */
    public static AccessMode of(String text) {
        if (text.equals("messaging")) {
            return SERVER;
        }
        if (text.equals("offload")) {
            return CLIENT;
        }
        for (AccessMode mode : values()) {
            if (mode.text().equals(text)) {
                return mode;
            }
        }
        String names =
                Arrays.stream(values()).map(AccessMode::text).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("no such access mode: " + text + "; there are " + names);
    }
}
