package dev.mangrove.index.bytes.direct;

import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.BytesPageView;
import dev.mangrove.index.page.bytes.InnerCopy;

import org.jspecify.annotations.Nullable;

/**
 * Copies of a tree's inner pages, as descents in place have met them. They name the page at which a
 * descent may begin, mostly the leaf. The package's comment tells why they may be stale. Used by
 * one thread.
 */
final class InnerCopies {
    /**
     * Copies of pages of level 1. Chosen: of 1 KiB each, so that a view takes at most a few
     * megabytes; they lead to 10 million keys. Other pages of that level are read in place. Copies
     * of higher levels are not counted, as there are few.
     */
    static final int MOST = 4096;

    private final int most;
    private @Nullable InnerCopy root;
    private int lowest;
    private int level;

    /** The copy of the page that a descent has met last, and the position of its way there. */
    private @Nullable InnerCopy above;

    private int way;
    private boolean known;

    /** Creates room for copies of so many pages of level 1. */
    InnerCopies(int most) {
        this.most = most;
    }

    /**
     * The lowest page that the copies name for a key; null if there is no copy of the root. {@link
     * #level} tells its level.
     */
    long pageFor(byte[] key, long rootPointer) {
        InnerCopy at = root;
        if (at == null || at.pointer() != rootPointer) {
            return PagePointer.NULL;
        }
        int position = at.floor(key);
        InnerCopy below = at.below(position);
        // Ends: each turn goes down a level.
        while (below != null) {
            at = below;
            position = at.floor(key);
            below = at.below(position);
        }
        level = at.level() - 1;
        return at.child(position);
    }

    /** Level of the page that {@link #pageFor} has named. */
    int level() {
        return level;
    }

    /** Whether the page that {@link #pageFor} has named is one to be copied. */
    boolean isMissing() {
        return level > 1 || (level == 1 && lowest < most);
    }

    /** Begins with a descent in place from the root. */
    void begin() {
        above = null;
        known = true;
    }

    /** Notes that the descent has gone to a page by a right link, which no copy names. */
    void goRight() {
        known = false;
    }

    /** Notes an inner page that is open, and the position of the child that the descent goes to. */
    void goDown(BytesPageView page, int position) {
        assert page.level() > 0 && position >= 0 : position;
        if (!known) {
            return;
        }
        InnerCopy parent = above;
        InnerCopy before = parent == null ? root : parent.below(way);
        InnerCopy copy = before;
        if (before == null
                || before.stamp() != page.stamp()
                || before.pointer() != page.pointer()) {
            copy = renewed(page, before);
        }
        known = copy != null;
        above = copy;
        way = position;
    }

    /** Copies a page in the place of an older copy; null if it has changed, or there is no room. */
    private @Nullable InnerCopy renewed(BytesPageView page, @Nullable InnerCopy before) {
        if (before == null && page.level() == 1 && lowest >= most) {
            return null;
        }
        InnerCopy copy = InnerCopy.of(page);
        InnerCopy parent = above;
        if (copy == null || (parent != null && parent.level() != page.level() + 1)) {
            return null;
        }
        int gone = before == null ? 0 : before.lowest();
        if (before != null && before.pointer() == page.pointer()) {
            copy.adopt(before);
        }
        if (parent == null) {
            root = copy;
        } else {
            parent.below(way, copy);
        }
        lowest += copy.lowest() - gone;
        assert lowest >= 0 && lowest <= most : lowest;
        return copy;
    }
}
