package dev.mangrove.fabric;

import org.jspecify.annotations.Nullable;

import java.net.URI;

/**
 * How a server listens.
 *
 * @param location where: {@code shm:NAME}, {@code shm:/FOLDER} or {@code tcp://HOST:PORT} (port 0
 *     picks a free one)
 * @param inboxes number of inboxes, up to 64 in shared memory; each connection belongs to one of
 *     them
 * @param secret what clients must prove to know, on fabrics that cross hosts
 * @param groupAccess whether the server's user group may connect too, on fabrics guarded by file
 *     modes
 */
public record TargetOptions(
        URI location, int inboxes, @Nullable Secret secret, boolean groupAccess) {
    /** Chosen: far above the worker threads of any server; bounds what a mistake allocates. */
    private static final int MOST_INBOXES = 1024;

    /** Checks the number of inboxes. */
    public TargetOptions {
        if (inboxes < 1 || inboxes > MOST_INBOXES) {
            throw new IllegalArgumentException(
                    "inboxes must be 1 to " + MOST_INBOXES + ": inboxes=" + inboxes);
        }
    }

    /** One inbox, no secret, no group access. */
    public static TargetOptions at(URI location) {
        return new TargetOptions(location, 1, null, false);
    }

    /** With another number of inboxes. */
    public TargetOptions withInboxes(int number) {
        return new TargetOptions(location, number, secret, groupAccess);
    }

    /** With a secret. */
    public TargetOptions withSecret(@Nullable Secret shared) {
        return new TargetOptions(location, inboxes, shared, groupAccess);
    }

    /** With or without access for the server's group. */
    public TargetOptions withGroupAccess(boolean allowed) {
        return new TargetOptions(location, inboxes, secret, allowed);
    }
}
