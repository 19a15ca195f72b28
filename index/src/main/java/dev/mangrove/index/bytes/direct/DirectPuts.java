package dev.mangrove.index.bytes.direct;

import dev.mangrove.index.page.bytes.ClientExtents;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Replaces values of a tree in place. The package's comment has the protocol. Used by one thread.
 */
public final class DirectPuts {
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
    public PutOutcome replace(byte[] key, byte[] value, byte @Nullable [] expected) {
        place = ClientExtents.NONE;
        for (int tries = 0; tries < DirectTree.TRIES; tries++) {
            DirectOutcome found = tree.locate(key, expected != null);
            if (found == DirectOutcome.ASK
                    || (found == DirectOutcome.PRESENT && !ClientExtents.canTake(tree.pointer()))) {
                return PutOutcome.ASK;
            }
            if (found == DirectOutcome.PRESENT) {
                if (expected != null && !Arrays.equals(tree.value(), expected)) {
                    return PutOutcome.DIFFERENT;
                }
                if (!isWritten(value)) {
                    return PutOutcome.NO_EXTENT;
                }
                assert place != ClientExtents.NONE : "a value is not written";
                if (extents.replace(place, tree.view(), tree.slot(), tree.pointer())) {
                    return PutOutcome.REPLACED;
                }
            }
            Thread.onSpinWait();
        }
        return PutOutcome.ASK;
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
