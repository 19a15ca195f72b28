package dev.mangrove.index.btree.verify;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

/**
 * Finds leaves as a get does, from the root down, but repairs nothing, caches only the last parent,
 * and reports failure. Used by the verifier.
 */
final class LeafSearch {
    /** Chosen: far above the height plus the pages split meanwhile; more steps are a cycle. */
    private static final int MOST_STEPS = 1_000;

    private final Pages pages;
    private final PageView view;
    private final long root;
    private long parent = PagePointer.NULL;
    private long separator;
    private int steps;

    LeafSearch(Pages pages, long root) {
        this.pages = pages;
        this.view = pages.newView();
        this.root = root;
    }

    /** The leaf that a search for a key reaches; NULL if it reaches none. */
    long find(long key) {
        steps = 0;
        long found = parent == PagePointer.NULL ? PagePointer.NULL : search(parent, key);
        return found != PagePointer.NULL ? found : search(root, key);
    }

    private long search(long from, long key) {
        long pointer = from;
        int level = levelOf(from);
        separator = KeyOrder.LEAST;
        while (steps++ < MOST_STEPS) {
            pages.open(pointer, view);
            PageMatch relation = view.relate(level, key);
            long next = next(relation, level, key);
            if (!view.isValid()) {
                continue;
            }
            if (relation == PageMatch.HERE && level == Page.LEAF) {
                return pointer;
            }
            if (relation == PageMatch.STALE) {
                return searchFromLeft(key);
            }
            if (next == PagePointer.NULL) {
                return PagePointer.NULL;
            }
            if (relation == PageMatch.HERE) {
                parent = level == InnerLevels.LOWEST ? pointer : parent;
                level--;
            }
            pointer = next;
        }
        return PagePointer.NULL;
    }

    /**
     * Continues after a stale entry as a get does, which would remove the entry and come from the
     * one before it.
     */
    private long searchFromLeft(long key) {
        if (separator == KeyOrder.LEAST) {
            return PagePointer.NULL;
        }
        long left = search(root, pages.order().before(separator));
        return left == PagePointer.NULL ? left : search(left, key);
    }

    /** The next page after the one in view; NULL if there is none. */
    private long next(PageMatch relation, int level, long key) {
        return switch (relation) {
            case HERE -> level == Page.LEAF ? PagePointer.NULL : child(key);
            case RIGHT -> view.right();
            case DEAD -> view.link();
            default -> PagePointer.NULL;
        };
    }

    private long child(long key) {
        int slot = view.floor(key);
        if (slot == Page.NONE) {
            return PagePointer.NULL;
        }
        separator = view.key(slot);
        return view.value(slot);
    }

    private int levelOf(long pointer) {
        // Ends: each repetition means that a writer has changed the page meanwhile.
        while (true) {
            pages.open(pointer, view);
            int level = view.level();
            if (view.isValid()) {
                return level;
            }
        }
    }
}
