package dev.mangrove.index.btree.level;

import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

/**
 * A page that is worth merging after a removal: its pointer and bounds, kept after it is unlocked.
 */
public final class SparsePage {
    private boolean noted;
    long pointer;
    long low;
    long high;
    long right;

    /**
     * Notes a locked page that has just lost an entry, if its count is now the merge threshold or
     * the minimum.
     */
    public void note(PageView page, int fanout, int least) {
        int left = page.count();
        if (left == least || left == Merger.mergeThreshold(fanout)) {
            noted = true;
            pointer = page.pointer();
            low = page.low();
            high = page.hasHigh() ? page.high() : 0;
            right = page.hasHigh() ? page.right() : PagePointer.NULL;
        }
    }

    /** Whether a page was noted since the last call. */
    public boolean take() {
        boolean was = noted;
        noted = false;
        return was;
    }
}
