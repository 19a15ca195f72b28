package dev.mangrove.index.ordered;

import dev.mangrove.index.catalogue.IndexSpec;

import org.jspecify.annotations.Nullable;

import java.util.Set;

/**
 * Options for the creation of an ordered index.
 *
 * @param design placement of its pages
 * @param pageSize bytes of a page: a multiple of 64 from 512 to 4096
 * @param fanout most entries of a page; 0 for as many as fit
 * @param partitioning how keys are divided, in coarse and hybrid; null for equal shares by hash
 *     over the current servers, which balances any keys. Shares by key make ranges cheaper, but
 *     need bounds that fit the keys
 * @param headInterval leaves between two head nodes, for scans of fine and hybrid; 0 for none
 * @param techniques techniques that make changes of its pages cheap
 * @param meganodeLevel level of the roots of meganodes, in cell; the leaves are level 0
 */
public record OrderedOptions(
        Design design,
        int pageSize,
        int fanout,
        @Nullable Partitioning partitioning,
        int headInterval,
        Set<Technique> techniques,
        int meganodeLevel) {
    /** Chosen: as many leaves as a scan prefetches. */
    private static final int DEFAULT_HEAD_INTERVAL = 16;

    /**
     * Chosen: with 61 entries a page a meganode has at most 3.8 MB; with level 3 it would have 230
     * MB, and Cell, section 2.2, has 64 MB.
     */
    private static final int DEFAULT_MEGANODE_LEVEL = 2;

    /** Chosen: with four entries a page, such a meganode has a million keys. */
    private static final int HIGHEST_MEGANODE_LEVEL = 9;

    /** Both halves of a split page keep at least two entries. */
    private static final int SMALLEST_FANOUT = 4;

    private static final int SMALLEST_PAGE = 512;
    private static final int LARGEST_PAGE = 4096;
    private static final int LINE = 64;

    /** The {@linkplain Design#DEFAULT usual design} in pages of 1 KiB. */
    public static final OrderedOptions DEFAULT = of(Design.DEFAULT);

    /** Checks the numbers. */
    public OrderedOptions {
        if (fanout != 0 && fanout < SMALLEST_FANOUT) {
            throw new IllegalArgumentException("a page has at least 4 entries: fanout=" + fanout);
        }
        if (pageSize < SMALLEST_PAGE || pageSize > LARGEST_PAGE || pageSize % LINE != 0) {
            throw new IllegalArgumentException(
                    "a page is a multiple of 64 bytes from 512 to 4096: pageSize=" + pageSize);
        }
        if (headInterval < 0) {
            throw new IllegalArgumentException(
                    "leaves between head nodes are not negative: headInterval=" + headInterval);
        }
        if (meganodeLevel < 1 || meganodeLevel > HIGHEST_MEGANODE_LEVEL) {
            throw new IllegalArgumentException(
                    "roots of meganodes are at a level from 1 to "
                            + HIGHEST_MEGANODE_LEVEL
                            + ": meganodeLevel="
                            + meganodeLevel);
        }
        techniques = Set.copyOf(techniques);
    }

    /** A design in pages of 1 KiB. */
    public static OrderedOptions of(Design design) {
        return new OrderedOptions(
                design,
                IndexSpec.DEFAULT_PAGE_SIZE,
                0,
                null,
                DEFAULT_HEAD_INTERVAL,
                Technique.of(design),
                DEFAULT_MEGANODE_LEVEL);
    }

    /** With another page size. */
    public OrderedOptions withPageSize(int bytes) {
        return new OrderedOptions(
                design, bytes, fanout, partitioning, headInterval, techniques, meganodeLevel);
    }

    /** With at most so many entries in a page. */
    public OrderedOptions withFanout(int entries) {
        return new OrderedOptions(
                design, pageSize, entries, partitioning, headInterval, techniques, meganodeLevel);
    }

    /** With keys shared out in another way. */
    public OrderedOptions withPartitioning(@Nullable Partitioning shares) {
        return new OrderedOptions(
                design, pageSize, fanout, shares, headInterval, techniques, meganodeLevel);
    }

    /** With a head node for every so many leaves. */
    public OrderedOptions withHeadInterval(int leaves) {
        return new OrderedOptions(
                design, pageSize, fanout, partitioning, leaves, techniques, meganodeLevel);
    }

    /** With other techniques. */
    public OrderedOptions withTechniques(Set<Technique> others) {
        return new OrderedOptions(
                design, pageSize, fanout, partitioning, headInterval, others, meganodeLevel);
    }

    /** With roots of meganodes at another level. */
    public OrderedOptions withMeganodeLevel(int level) {
        return new OrderedOptions(
                design, pageSize, fanout, partitioning, headInterval, techniques, level);
    }
}
