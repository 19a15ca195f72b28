package dev.mangrove.index.btree;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.Merger;
import dev.mangrove.index.latch.LocalLatches;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * A tree with three entries in most pages, and methods that damage it as dead processes and stale
 * pointers do.
 */
public final class Damage {
    static final int PAGE_SIZE = 256;
    static final int FANOUT = 5;
    public static final long KEYS = 300;

    final PlainSpace space = new PlainSpace(PAGE_SIZE, 2000);
    final AtomicLong root = PlainTree.plant(space);
    final LocalLatches latches = new LocalLatches(Host.system());
    public final LocalPages pages = space.pages(latches);
    public final PlainTree tree = new PlainTree(pages, root, FANOUT, 0);
    final NavigableMap<Long, Long> model = new TreeMap<>();
    private final Merger merger = new Merger(pages, Page.slots(PAGE_SIZE) * 4 / 3);

    public Damage() {
        for (long key = KEYS - 1; key >= 0; key--) {
            tree.put(key, 100 + key);
            model.put(key, 100 + key);
        }
    }

    /** The page of a level that covers a key. */
    public long pageFor(long key, int level) {
        return tree.inner().find(key, level);
    }

    public PageView look(long pointer) {
        PageView view = pages.newView();
        pages.open(pointer, view);
        return view;
    }

    /** A key in the middle of the tree; its page is, or is not, the first child of its parent. */
    public long keyOf(int level, boolean first) {
        for (long key = KEYS / 2; key < KEYS; key++) {
            long child = look(pageFor(key, level)).low();
            long parent = look(pageFor(key, level + 1)).low();
            boolean inside = look(pageFor(key, level + 1)).hasHigh();
            if (inside && child == key && (parent == child) == first) {
                return key;
            }
        }
        throw new AssertionError("no such page");
    }

    /**
     * Merges a page into its left neighbour and dies before it updates the parent; returns the left
     * page.
     */
    long mergeAndDie(long key, int level) {
        long right = pageFor(key, level);
        long left = leftOf(right, level);
        if (!merger.merge(left, right)) {
            throw new AssertionError("not merged: " + PagePointer.toString(right));
        }
        return left;
    }

    /** Merges a page into its left neighbour, updates the parent, and reuses the page. */
    void mergeAndReuse(long key, int level) {
        long right = pageFor(key, level);
        long left = mergeAndDie(key, level);
        tree.inner().withdrawAt(level + 1, merger.mergedKey(), right, left);
        pages.free(right);
        useAll();
    }

    private long leftOf(long page, int level) {
        long left = pageFor(look(page).low() - 1, level);
        while (look(left).right() != page) {
            left = look(left).right();
        }
        return left;
    }

    /** Makes the entry of a key in the lowest inner page point to a reused page. */
    public long nameStale(long key) {
        long gone = pages.allocate();
        pages.free(gone);
        useAll();
        LockedPage parent = pages.newLockedPage();
        pages.lock(pageFor(key, InnerLevels.LOWEST), parent);
        parent.editor().value(parent.view().floor(key), gone);
        parent.unlock();
        return gone;
    }

    /** Moves the upper bound of a key's leaf into its neighbour. */
    public void overlap(long key) {
        LockedPage leaf = pages.newLockedPage();
        pages.lock(pageFor(key, Page.LEAF), leaf);
        leaf.editor().split(leaf.view().high() + 1, leaf.view().right());
        leaf.unlock();
    }

    /** Allocates all free pages, as leaves outside the tree. */
    private void useAll() {
        PageImage image = pages.newImage();
        for (int i = 0; i < 20; i++) {
            long pointer = pages.allocate();
            pages.write(pointer, image.unbounded(pointer, Page.LEAF, Long.MAX_VALUE));
        }
    }

    /** The children of an inner page. */
    List<Long> childrenOf(long inner) {
        EntryBuffer entries = new EntryBuffer(Page.slots(PAGE_SIZE));
        look(inner).collect(Long.MIN_VALUE, Long.MAX_VALUE, entries);
        return IntStream.range(0, entries.size()).mapToObj(entries::value).toList();
    }

    /** Whether the parent of a key still points to a page. */
    boolean isNamed(long pointer, long key, int level) {
        LockedPage parent = pages.newLockedPage();
        pages.lock(pageFor(key, level + 1), parent);
        boolean named = parent.view().holding(pointer) != Page.NONE;
        parent.unlock();
        return named;
    }
}
