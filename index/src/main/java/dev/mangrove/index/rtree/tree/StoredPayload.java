package dev.mangrove.index.rtree.tree;

import dev.mangrove.index.page.bytes.ExtentPointer;
import dev.mangrove.index.page.bytes.Extents;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * The payload of a writer's current change, in an extent that the directory does not name yet.
 *
 * <p>The writer stores a payload before it claims the object and reserves room in the directory
 * before it changes anything, so that without memory nothing has changed. It publishes the extent
 * at the end of the change and then frees the one before. A thread that reads a payload holds the
 * claim, too: it never sees the object without its payload, nor an extent that is freed.
 */
final class StoredPayload {
    private final RTree tree;
    private final IdDirectory directory;
    private final @Nullable Extents extents;
    private long stored = ExtentPointer.NULL;

    StoredPayload(RTree tree) {
        this.tree = tree;
        this.directory = tree.directory();
        this.extents = tree.payloads();
    }

    /** Stores the payload of the change that follows; {@link #discard} must come at its end. */
    void store(byte[] payload) {
        assert stored == ExtentPointer.NULL : "the last payload was not discarded";
        tree.checkUsable();
        stored = extents().store(payload);
    }

    /** Reserves room for the stored payload, if there is one, in the directory. */
    void reserve(long id) {
        if (stored != ExtentPointer.NULL) {
            directory.makePayloadRoom(id);
        }
    }

    /** Gives a claimed object the stored payload, if there is one, and frees the one before. */
    void publish(long id) {
        if (stored != ExtentPointer.NULL) {
            long extent = stored;
            stored = ExtentPointer.NULL;
            extents().free(directory.putPayload(id, extent));
        }
    }

    /** Frees the payload of a claimed object, if it has one. */
    void drop(long id) {
        long before = directory.removePayload(id);
        if (before != ExtentPointer.NULL) {
            extents().free(before);
        }
    }

    /** Frees the stored payload, unless it was published. */
    void discard() {
        long extent = stored;
        stored = ExtentPointer.NULL;
        if (extent != ExtentPointer.NULL) {
            extents().free(extent);
        }
    }

    /** A payload in its extent; the caller has claimed the object. */
    byte[] load(long extent) {
        return extents().load(extent);
    }

    private Extents extents() {
        return Objects.requireNonNull(extents, "the tree has no memory for payloads");
    }
}
