package dev.mangrove.index.btree.verify;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads all pages of a tree, level by level from left to right, and collects its statistics and
 * faults. Clients may change the tree meanwhile: each page is checked by itself, and its upper
 * bound equals its neighbour's lower bound at any time, as a page's lower bound never changes.
 *
 * <p>One verifier may read several trees; no page may belong to two of them. The tag in a page's
 * header shows that it belongs to the index.
 */
public final class BTreeVerifier {
    /** Chosen: enough to recognize the kind of damage. */
    private static final int MOST_FAULTS = 20;

    /** Chosen: a level has few dead pages at a time; more links in a row are a cycle. */
    private static final int MOST_DETOURS = 1_000;

    /**
     * Chosen: a change that moves an entry ends within a few reads; an entry that is still there
     * twice is a fault.
     */
    private static final int MOST_LOOKS = 100;

    /**
     * Chosen: an invalid read means that a writer has changed the page; as many in a row as an
     * operation repeats steps before it takes the tree for damaged.
     */
    private static final int MOST_READS = 100_000;

    private final Pages pages;
    private final KeyOrder order;
    private final PageView view;
    private final PageView child;
    private final EntryBuffer entries;
    private final List<String> faults = new ArrayList<>();
    private final PointerSet seen = new PointerSet();
    private @Nullable LeafSearch search;
    private int height;
    private long leaves;
    private long inners;
    private long heads;
    private long count;
    private long low;
    private long high;
    private long right;
    private long link;
    private long head;

    public BTreeVerifier(Pages pages) {
        this.pages = pages;
        this.order = pages.order();
        this.view = pages.newView();
        this.child = pages.newView();
        this.entries = pages.newEntries(Page.slots(pages.pageSize()));
    }

    /** Levels. */
    public int height() {
        return height;
    }

    /** Pages of the lowest level. */
    public long leaves() {
        return leaves;
    }

    /** Pages above it. */
    public long inners() {
        return inners;
    }

    /** Head nodes of leaves. */
    public long heads() {
        return heads;
    }

    /** Keys. */
    public long entries() {
        return count;
    }

    /** Violated invariants. */
    public List<String> faults() {
        return faults;
    }

    /** Verifies a tree from its root. */
    public BTreeVerifier walk(long rootOrOld) {
        long root = loadedInstead(rootOrOld);
        int level = levelOf(root);
        search = new LeafSearch(pages, root);
        height = Math.max(height, level + 1);
        long first = root;
        for (; level >= Page.LEAF && first != PagePointer.NULL; level--) {
            first = walkLevel(first, level);
        }
        return this;
    }

    /**
     * The root of the tree that was loaded in place of another, if the loader died before it
     * swapped the root word: the other tree's only leaf is dead and leads to the loaded root.
     */
    private long loadedInstead(long root) {
        long pointer = root;
        for (int level = levelOf(root); level > Page.LEAF; level--) {
            if (look(pointer, level) != PageMatch.HERE || entries.size() == 0) {
                return root;
            }
            pointer = entries.value(0);
        }
        if (look(pointer, Page.LEAF) != PageMatch.DEAD || link == PagePointer.NULL) {
            return root;
        }
        long loaded = link;
        int level = levelOf(loaded);
        boolean there = level > Page.LEAF && look(loaded, level) == PageMatch.HERE;
        return there ? loaded : root;
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

    /** Verifies one level; returns the leftmost page of the level below. */
    private long walkLevel(long first, int level) {
        long below = PagePointer.NULL;
        long before = first;
        long expected = KeyOrder.LEAST;
        int detours = 0;
        boolean isNeighbour = true;
        int mark = order.mark();
        for (long pointer = first; pointer != PagePointer.NULL; ) {
            PageMatch relation = look(pointer, level);
            if (relation != PageMatch.HERE) {
                if (++detours > MOST_DETOURS || relation == PageMatch.DAMAGED) {
                    fault("a link of level " + level + " leads to no page of that level", pointer);
                    return below;
                }
                pointer =
                        relation == PageMatch.DEAD ? link : back(pointer, before, level, expected);
                isNeighbour = false;
                continue;
            }
            if (!seen.add(pointer) && isNeighbour) {
                fault("two links of level " + level + " lead to one page", pointer);
                return below;
            }
            visit(pointer, level, expected);
            if (isNeighbour && order.isLess(low, expected)) {
                fault(
                        "keys from "
                                + order.text(low)
                                + " to "
                                + order.text(expected)
                                + " are in two pages of level "
                                + level,
                        pointer);
            }
            isNeighbour = true;
            if (below == PagePointer.NULL && level > Page.LEAF && entries.size() > 0) {
                below = entries.value(0);
            }
            before = pointer;
            expected = order.keep(mark, high);
            pointer = right;
        }
        return below;
    }

    /**
     * The page to go on from when one is no page of the level any more: the last one that was
     * verified. If that one has gone as well, its memory reused, a leaf is searched from the root.
     */
    private long back(long pointer, long before, int level, long expected) {
        if (pointer != before || level != Page.LEAF || search == null) {
            return before;
        }
        long found = search.find(expected);
        return found == PagePointer.NULL ? before : found;
    }

    /** Reads a page until the read is valid, and keeps its bounds and its sorted entries. */
    private PageMatch look(long pointer, int level) {
        int looks = 0;
        for (int reads = 0; reads < MOST_READS; reads++) {
            pages.open(pointer, view);
            low = view.low();
            PageMatch relation = view.relate(level, low);
            boolean bounded = view.hasHigh();
            high = bounded ? view.high() : KeyOrder.GREATEST;
            right = bounded ? view.right() : PagePointer.NULL;
            link = view.link();
            head = view.head();
            entries.size(0);
            if (view.collect(KeyOrder.LEAST, KeyOrder.GREATEST, entries)) {
                entries.sort(0);
                if (!hasDuplicates() || ++looks > MOST_LOOKS) {
                    return relation;
                }
            }
        }
        fault("no read of a page is valid", pointer);
        return PageMatch.DAMAGED;
    }

    /** Checks the page that was read, whose lower bound should be {@code expected}. */
    private void visit(long pointer, int level, long expected) {
        if (order.isLess(expected, low)) {
            fault(
                    "keys from "
                            + order.text(expected)
                            + " to "
                            + order.text(low)
                            + " are in no page of level "
                            + level,
                    pointer);
        }
        if (hasDuplicates()) {
            fault("a page holds a key twice", pointer);
        }
        if (level == Page.LEAF) {
            leaves++;
            checkReached(pointer);
            countHead();
            count += entries.size() - entries.lowerBound(expected);
        } else {
            inners++;
            visitChildren(pointer, level);
        }
    }

    /**
     * A search for the smallest key of a leaf must end at that leaf, else a get finds none of its
     * entries. A leaf that has died or been merged meanwhile need not be found.
     */
    private void checkReached(long pointer) {
        LeafSearch way = search;
        if (way == null || way.find(low) == pointer || way.find(low) == pointer) {
            return;
        }
        pages.open(pointer, child);
        boolean there = child.relate(Page.LEAF, low) == PageMatch.HERE;
        if (child.isValid() && there) {
            fault("a search for key " + order.text(low) + " does not reach its leaf", pointer);
        }
    }

    private void countHead() {
        if (head != PagePointer.NULL) {
            pages.open(head, child);
            boolean there = child.relate(Page.HEAD_NODE, KeyOrder.LEAST) == PageMatch.HERE;
            heads += there && child.isValid() ? 1 : 0;
        }
    }

    /** Whether a key occurs twice: a fault, or a removal and insertion during the read. */
    private boolean hasDuplicates() {
        for (int i = 1; i < entries.size(); i++) {
            if (order.isSame(entries.key(i), entries.key(i - 1))) {
                return true;
            }
        }
        return false;
    }

    private void visitChildren(long pointer, int level) {
        if (entries.size() == 0 || !order.isSame(entries.key(0), low)) {
            fault("an inner page has no child for its smallest key", pointer);
        }
        for (int i = 0; i < entries.size(); i++) {
            long key = entries.key(i);
            pages.open(entries.value(i), child);
            PageMatch relation = child.relate(level - 1, key);
            boolean known = child.isValid();
            if (known && (relation == PageMatch.LEFT || relation == PageMatch.DAMAGED)) {
                fault("the child for key " + order.text(key) + " does not cover it", pointer);
            }
        }
    }

    private void fault(String what, long pointer) {
        if (faults.size() < MOST_FAULTS) {
            faults.add(what + ": page " + PagePointer.toString(pointer));
        }
    }
}
