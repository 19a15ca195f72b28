package dev.mangrove.index.bytes;

import java.util.Arrays;
import java.util.List;

/**
 * Options of an index of byte strings. The server of a key executes all operations on it (design
 * coarse). Keys are divided among servers by their hash, or by bounds.
 *
 * @param pageSize bytes of a page: a multiple of 64 from 512 to 8192
 * @param fanout most entries of a page; 0 for as many as it has room for
 * @param bounds the smallest key of each share but the first, ascending; empty to divide keys among
 *     all servers by hash
 */
public record BytesOptions(int pageSize, int fanout, List<byte[]> bounds) {
    /**
     * Default options. Pages of 4,096 bytes are chosen: 59 entries, so that three levels hold
     * 100,000 keys, and a search looks at few lines.
     */
    public static final BytesOptions DEFAULT = new BytesOptions(4096, 0, List.of());

    private static final int LEAST_FANOUT = 4;

    /** Checks all values. */
    public BytesOptions {
        if (fanout != 0 && fanout < LEAST_FANOUT) {
            throw new IllegalArgumentException(
                    "a page has at least " + LEAST_FANOUT + " entries: fanout=" + fanout);
        }
        bounds = bounds.stream().map(byte[]::clone).toList();
        for (int i = 1; i < bounds.size(); i++) {
            if (Arrays.compareUnsigned(bounds.get(i - 1), bounds.get(i)) >= 0) {
                throw new IllegalArgumentException("bounds ascend: bound " + i + " does not");
            }
        }
    }

    /** With another page size. */
    public BytesOptions withPageSize(int bytes) {
        return new BytesOptions(bytes, fanout, bounds);
    }

    /** With another fan-out. */
    public BytesOptions withFanout(int most) {
        return new BytesOptions(pageSize, most, bounds);
    }

    /** With keys divided among servers by bounds; servers take turns. */
    public BytesOptions withBounds(byte[]... smallest) {
        return new BytesOptions(pageSize, fanout, List.of(smallest));
    }
}
