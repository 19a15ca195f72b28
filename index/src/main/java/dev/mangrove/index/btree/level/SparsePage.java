package dev.mangrove.index.btree.level;

import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

/**
 * A page that has lost so many entries that it is worth merging; what was known of it while it was
 * locked.
 */
final class SparsePage {
    private boolean noted;
    long pointer;
    long low;
    long high;
    long right;

    /** Notes a locked page that has just lost an entry, if it is down to few or the least. */
    void note(PageView page, int fanout, int least) {
        int left = page.count();
        if (left == least || left == Merger.mergeThreshold(fanout)) {
            noted = true;
            pointer = page.pointer();
            low = page.low();
            high = page.hasHigh() ? page.high() : 0;
            right = page.hasHigh() ? page.right() : PagePointer.NULL;
        }
    }

    /** Whether one was noted since this was last asked. */
    boolean take() {
        boolean was = noted;
        noted = false;
        return was;
    }
}
