package dev.mangrove.index.page.bytes;

import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.PagePointer;

/**
 * The first word of a page of byte strings, a {@link HeaderStamp} whose counts are one version of
 * 40 bits. The version is odd while the server changes the page. A reader would have to be paused
 * for 500 billion changes of one page to take a later state for the same one.
 */
final class PageVersion {
    private static final long UNIT = 1L << 8;
    private static final long MASK = (1L << 48) - UNIT;

    private PageVersion() {}

    /** Whether the page is being changed. */
    static boolean isOdd(long stamp) {
        return (stamp & UNIT) != 0;
    }

    /** The odd version while a change is under way. */
    static long changing(long stamp) {
        return stamp | UNIT;
    }

    /** The even version after a change. */
    static long changed(long stamp) {
        return (stamp & ~MASK) | (((stamp | UNIT) + UNIT) & MASK);
    }

    /** Whether the word is that of the page that a pointer refers to, and the page lives. */
    static boolean isOf(long stamp, long pointer) {
        return hasGeneration(stamp, pointer) && !HeaderStamp.isDead(stamp);
    }

    private static boolean hasGeneration(long stamp, long pointer) {
        return HeaderStamp.generation(stamp) == PagePointer.generation(pointer);
    }
}
