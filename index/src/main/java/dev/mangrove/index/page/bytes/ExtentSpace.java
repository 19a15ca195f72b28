package dev.mangrove.index.page.bytes;

/** Allocator of the extents of a tree. Thread-safe. */
public interface ExtentSpace {
    /** Allocates an extent for so many bytes, its header included; returns its pointer. */
    long take(int bytes);

    /** Frees an extent. */
    void free(long pointer);

    /** Number of extents that are allocated and not freed. */
    long allocated();

    /** Bytes of these extents. */
    long allocatedBytes();
}
