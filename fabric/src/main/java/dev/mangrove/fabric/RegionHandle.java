package dev.mangrove.fabric;

/**
 * What a client needs to reach a region. It travels by message or command line; a client that has
 * it may use the region.
 *
 * @param id 1 to 65535, the upper 16 bits of the region's addresses
 * @param key opens the region
 * @param size bytes
 * @param placement where the bytes are
 */
public record RegionHandle(int id, long key, long size, Placement placement) {
    /** Checks the range of the id and size. */
    public RegionHandle {
        if (id < 1 || id > Address.MAX_REGION || size < 1 || size > Address.MAX_OFFSET + 1) {
            throw new IllegalArgumentException("no such region: id=" + id + ", size=" + size);
        }
    }

    /** Address of the byte at {@code offset}. */
    public long address(long offset) {
        return Address.of(id, offset);
    }
}
