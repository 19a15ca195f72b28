package dev.mangrove.index.spatial;

import java.util.Locale;

/** Who searches: the server that holds the tree, or the client itself. Changes are the server's. */
public enum SpatialAccess {
    /** The server, asked by message. */
    MESSAGING,
    /** The client, by reading pages. */
    OFFLOAD;

    /** The name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The access of a name. */
    public static SpatialAccess of(String text) {
        for (SpatialAccess access : values()) {
            if (access.text().equals(text)) {
                return access;
            }
        }
        throw new IllegalArgumentException(
                "no such mode: " + text + "; there are messaging, offload");
    }
}
