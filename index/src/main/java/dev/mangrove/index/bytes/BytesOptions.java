package dev.mangrove.index.bytes;

import dev.mangrove.index.ordered.Design;

import java.util.Arrays;
import java.util.List;

/**
 * Options of an index of byte strings. In design coarse, the default, the server of a key executes
 * all changes of it; keys are divided among servers by their hash, or by bounds. In designs sherman
 * and fine clients read and change pages themselves, which are spread over all servers. In design
 * cell clients read pages themselves, and each page's server changes it on request.
 *
 * @param design {@code COARSE}, {@code SHERMAN}, {@code CELL} or, as a baseline, {@code FINE}
 * @param pageSize bytes of a page: a multiple of 64 from 512 to 8192, in design cell to 4096
 * @param fanout most entries of a page; 0 for as many as it has room for
 * @param bounds the smallest key of each share but the first, ascending; empty to divide keys among
 *     all servers by hash; empty in other designs than coarse
 */
public record BytesOptions(Design design, int pageSize, int fanout, List<byte[]> bounds) {
    /**
     * Default options. Pages of 4,096 bytes are chosen: 59 entries, so that three levels hold
     * 100,000 keys, and a search looks at few lines.
     */
    public static final BytesOptions DEFAULT = new BytesOptions(4096, 0, List.of());

    private static final int LEAST_FANOUT = 4;

    /** Bytes of a page whose keys, if they are the longest, fit a message that moves it. */
    private static final int LARGEST_OF_CELL = 4096;

    /** Checks all values. */
    public BytesOptions {
        if (design == Design.HYBRID) {
            throw new IllegalArgumentException(
                    "byte strings have designs coarse, fine, sherman and cell: design="
                            + design.text());
        }
        if (design != Design.COARSE && !bounds.isEmpty()) {
            throw new IllegalArgumentException(
                    "designs fine, sherman and cell have one tree over all servers; leave out"
                            + " bounds, or choose design coarse");
        }
        if (design == Design.CELL && pageSize > LARGEST_OF_CELL) {
            throw new IllegalArgumentException(
                    "pages of byte strings in design cell have at most "
                            + LARGEST_OF_CELL
                            + " bytes: pageSize="
                            + pageSize);
        }
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

    /** Options of design coarse. */
    public BytesOptions(int pageSize, int fanout, List<byte[]> bounds) {
        this(Design.COARSE, pageSize, fanout, bounds);
    }

    /** With another design. */
    public BytesOptions withDesign(Design other) {
        return new BytesOptions(other, pageSize, fanout, bounds);
    }

    /** With another page size. */
    public BytesOptions withPageSize(int bytes) {
        return new BytesOptions(design, bytes, fanout, bounds);
    }

    /** With another fan-out. */
    public BytesOptions withFanout(int most) {
        return new BytesOptions(design, pageSize, most, bounds);
    }

    /** With keys divided among servers by bounds; servers take turns. */
    public BytesOptions withBounds(byte[]... smallest) {
        return new BytesOptions(design, pageSize, fanout, List.of(smallest));
    }
}
