package dev.mangrove.fabric.posix;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Asks for pages of 2 MiB instead of 4 KiB. The advice is optional: systems without huge pages use
 * small ones. Where a mount has {@code huge=advise}, the kernel heeds the advice only when a page
 * is touched through the mapping that has it, and not when {@code fallocate} reserves it; so memory
 * that shall have huge pages is {@link #populate populated}.
 */
public final class HugePages {
    /**
     * Bytes of one. Files are a multiple of this, so that they also fit a huge-page file system.
     */
    public static final long SIZE = 2L << 20;

    /** The system property that, with the value {@link #SMALL}, keeps a process from huge pages. */
    public static final String PROPERTY = "mangrove.pages";

    /** Pages of 4 KiB, even where huge ones are offered. */
    public static final String SMALL = "small";

    private static final boolean WANTED = !SMALL.equals(System.getProperty(PROPERTY));
    private static final int MADV_HUGEPAGE = 14;
    private static final int MADV_NOHUGEPAGE = 15;
    private static final int MADV_POPULATE_WRITE = 23;
    private static final System.Logger LOG = System.getLogger(HugePages.class.getName());

    private HugePages() {}

    /** Advises the kernel to use huge pages for mapped memory, or small ones if that is set. */
    public static void advise(MemorySegment mapped) {
        if (mapped.byteSize() < SIZE) {
            return;
        }
        try {
            Posix.madvise(mapped, WANTED ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "no huge pages: {0}", e.getMessage());
        }
    }

    /**
     * Puts pages behind a range of mapped memory, huge ones where the advice for it is heeded, and
     * keeps what the range holds.
     *
     * @throws IOException if there is no memory for all of it, or the kernel is older than 5.14
     */
    public static void populate(MemorySegment range) throws IOException {
        Posix.madvise(range, MADV_POPULATE_WRITE);
    }

    /** Rounds up to whole huge pages. */
    public static long roundUp(long bytes) {
        return (bytes + SIZE - 1) & -SIZE;
    }
}
