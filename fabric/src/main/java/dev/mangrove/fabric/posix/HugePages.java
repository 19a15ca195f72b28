package dev.mangrove.fabric.posix;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Asks for pages of 2 MiB instead of 4 KiB. The advice is optional: systems without huge pages use
 * small ones.
 */
public final class HugePages {
    /**
     * Bytes of one. Files are a multiple of this, so that they also fit a huge-page file system.
     */
    public static final long SIZE = 2L << 20;

    private static final int MADV_HUGEPAGE = 14;
    private static final System.Logger LOG = System.getLogger(HugePages.class.getName());

    private HugePages() {}

    /** Advises the kernel to use huge pages for mapped memory. */
    public static void advise(MemorySegment mapped) {
        if (mapped.byteSize() < SIZE) {
            return;
        }
        try {
            Posix.madvise(mapped, MADV_HUGEPAGE);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "no huge pages: {0}", e.getMessage());
        }
    }

    /** Rounds up to whole huge pages. */
    public static long roundUp(long bytes) {
        return (bytes + SIZE - 1) & -SIZE;
    }
}
