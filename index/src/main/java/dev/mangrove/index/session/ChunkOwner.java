package dev.mangrove.index.session;

import dev.mangrove.index.catalogue.IndexDescriptor;

/**
 * The owner of a chunk, which determines when the chunk is freed.
 *
 * @param index id of an index, which frees the chunk when it is dropped; 0 for the client, which
 *     frees it when it closes or dies
 */
public record ChunkOwner(long index) {
    /** The requesting client. */
    public static final ChunkOwner CLIENT = new ChunkOwner(0);

    /** Checks the id. */
    public ChunkOwner {
        if (index < 0) {
            throw new IllegalArgumentException("index=" + index);
        }
    }

    /** An index. */
    public static ChunkOwner of(IndexDescriptor descriptor) {
        return new ChunkOwner(descriptor.id());
    }
}
