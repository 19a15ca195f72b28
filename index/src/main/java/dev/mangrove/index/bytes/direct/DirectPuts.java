package dev.mangrove.index.bytes.direct;

import dev.mangrove.index.page.bytes.ClientExtents;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Replaces values of a tree in place. The package's comment has the protocol. Used by one thread.
 */
public final class DirectPuts {
    /** Outcome: the value was replaced. */
    public static final int REPLACED = 0;

    /** Outcome: the key has another value than the expected one. */
    public static final int DIFFERENT = 1;

    /** Outcome: the server has to be asked. */
    public static final int ASK = 2;

    /** Outcome: the client has no extent for the value, and has to get some first. */
    public static final int NO_EXTENT = 3;

    private final DirectTree tree;
    private final ClientExtents extents;
    private int place = ClientExtents.NONE;

    /** Creates changes of a tree by a client that has extents of it. */
    public DirectPuts(DirectTree tree, ClientExtents extents) {
        this.tree = tree;
        this.extents = extents;
    }

    /**
     * Replaces the value of a key.
     *
     * @param expected the value that the key must have; null if any
     */
    public int replace(byte[] key, byte[] value, byte @Nullable [] expected) {
        place = ClientExtents.NONE;
        for (int tries = 0; tries < DirectTree.TRIES; tries++) {
            int found = tree.locate(key, expected != null);
            if (found == DirectTree.ASK
                    || (found == DirectTree.PRESENT && !ClientExtents.canTake(tree.pointer()))) {
                return ASK;
            }
            if (found == DirectTree.PRESENT) {
                if (expected != null && !Arrays.equals(tree.value(), expected)) {
                    return DIFFERENT;
                }
                if (!isWritten(value)) {
                    return NO_EXTENT;
                }
                assert place != ClientExtents.NONE : "a value is not written";
                if (extents.replace(place, tree.view(), tree.slot(), tree.pointer())) {
                    return REPLACED;
                }
            }
            Thread.onSpinWait();
        }
        return ASK;
    }

    /** Writes the value, unless a try before has; false if there is no extent for it. */
    private boolean isWritten(byte[] value) {
        if (place == ClientExtents.NONE) {
            place = extents.placeFor(value.length);
            if (place == ClientExtents.NONE) {
                return false;
            }
            extents.write(place, value);
        }
        return true;
    }

    /** The value that the last {@link #replace} has replaced. */
    public byte[] replaced() {
        return extents.replaced(place);
    }
}
