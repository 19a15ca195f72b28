package dev.mangrove.index.bytes.tree;

import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.BytesAnchor;
import dev.mangrove.index.page.bytes.BytesPage;
import dev.mangrove.index.page.bytes.KeyProbe;

import org.jspecify.annotations.Nullable;

/** The root of a tree, and ways down from it. The caller holds the tree's lock. */
final class TreeDescent {
    private final TreePages pages;
    private final BytesAnchor anchor;
    private long root;
    private @Nullable BytesPage unnamed;

    TreeDescent(TreePages pages, BytesAnchor anchor, long root) {
        this.pages = pages;
        this.anchor = anchor;
        root(root);
    }

    BytesPage root() {
        return pages.open(root);
    }

    void root(long pointer) {
        root = pointer;
        anchor.root(pointer);
    }

    /** Keeps clients from reading a damaged tree in place: they ask the server, which refuses. */
    void hide() {
        anchor.root(PagePointer.NULL);
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
        KeyProbe probe = new KeyProbe().of(key);
        BytesPage page = along(root(), probe, below);
        while (page.level() > level) {
            page = along(pages.open(page.word(page.floor(probe, below))), probe, below);
        }
        return page;
    }

    /** Follows right links to the page that covers a key. */
    private BytesPage along(BytesPage from, KeyProbe key, boolean below) {
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
        KeyProbe probe = new KeyProbe().of(key);
        BytesPage page = root();
        // Ends: each turn goes down a level.
        while (true) {
            BytesPage covering = along(page, probe, false);
            unnamed = covering == page ? unnamed : covering;
            if (covering.level() == 0) {
                return covering;
            }
            page = pages.open(covering.word(covering.floor(probe, false)));
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
