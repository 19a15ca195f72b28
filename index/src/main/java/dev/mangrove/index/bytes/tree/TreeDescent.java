package dev.mangrove.index.bytes.tree;

import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.BytesPage;

import org.jspecify.annotations.Nullable;

/** The root of a tree, and ways down from it. The caller holds the tree's lock. */
final class TreeDescent {
    private final TreePages pages;
    private long root;
    private @Nullable BytesPage unnamed;

    TreeDescent(TreePages pages, long root) {
        this.pages = pages;
        this.root = root;
    }

    BytesPage root() {
        return pages.open(root);
    }

    void root(long pointer) {
        root = pointer;
    }

    /** The page of a level that covers a key. */
    BytesPage to(int level, byte[] key) {
        return to(level, key, false);
    }

    /** The page of a level that covers the keys directly below a key, which is not empty. */
    BytesPage below(int level, byte[] key) {
        return to(level, key, true);
    }

    private BytesPage to(int level, byte[] key, boolean below) {
        BytesPage page = along(root(), key, below);
        while (page.level() > level) {
            page = along(pages.open(page.word(page.floor(key, below))), key, below);
        }
        return page;
    }

    /** Follows right links to the page that covers a key. */
    private BytesPage along(BytesPage from, byte[] key, boolean below) {
        BytesPage page = from;
        while (page.endsBefore(key, !below)) {
            page = pages.open(page.right());
        }
        return page;
    }

    /**
     * The leaf of a key, for a thread that may change the tree: {@link #unnamed} then returns the
     * lowest page on the way that is reached only by a right link, as its parent does not name it
     * yet.
     */
    BytesPage toLeaf(byte[] key) {
        unnamed = null;
        BytesPage page = root();
        while (true) {
            BytesPage covering = along(page, key, false);
            unnamed = covering == page ? unnamed : covering;
            if (covering.level() == 0) {
                return covering;
            }
            page = pages.open(covering.word(covering.floor(key, false)));
        }
    }

    /** The page that the last {@link #toLeaf} has found without a name; null if there is none. */
    @Nullable BytesPage unnamed() {
        return unnamed;
    }

    /** The last leaf. */
    BytesPage lastLeaf() {
        BytesPage page = lastOf(root());
        while (page.level() > 0) {
            page = lastOf(pages.open(page.word(page.last())));
        }
        return page;
    }

    private BytesPage lastOf(BytesPage from) {
        BytesPage page = from;
        while (page.right() != PagePointer.NULL) {
            page = pages.open(page.right());
        }
        return page;
    }
}
