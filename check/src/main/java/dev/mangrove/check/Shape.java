package dev.mangrove.check;

/**
 * What a run changes of the plan that its seed draws: 0 leaves a value as it is drawn.
 *
 * @param pageBytes page size of an ordered index
 * @param fanout most entries of a page; negative for as many as fit
 * @param servers memory servers
 * @param freePages largest pages that each server has left for an ordered index, at most a slice,
 *     so that changes run out of memory; a spatial index gets a slice and more objects than fit
 */
public record Shape(int pageBytes, int fanout, int servers, int freePages) {
    /** Changes nothing. */
    public static final Shape AS_DRAWN = new Shape(0, 0, 0, 0);

    /** Whether servers may refuse memory. */
    public boolean isShortOfMemory() {
        return freePages > 0;
    }

    /** The page size, given the one that was drawn. */
    public int pageBytes(int drawn) {
        return pageBytes == 0 ? drawn : pageBytes;
    }

    /** The fan-out, given the one that was drawn; 0 for as many entries as fit. */
    public int fanout(int drawn) {
        return fanout == 0 ? drawn : Math.max(0, fanout);
    }

    /** The number of servers, given the one that was drawn. */
    public int servers(int drawn) {
        return servers == 0 ? drawn : servers;
    }
}
