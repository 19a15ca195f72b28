package dev.mangrove.index.btree.verify;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.wire.AddressSpace;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads all pages of a tree, level by level from left to right, and collects its statistics and
 * faults. Clients may change the tree meanwhile: each page is checked by itself, and its upper
 * bound equals its neighbour's lower bound at any time, as a page's lower bound never changes.
 *
 * <p>Pages of lost servers are left out, and the links to them counted; the walk goes on at the
 * next page that the level above names.
 *
 * <p>One verifier may read several trees; no page may belong to two of them. The tag in a page's
 * header shows that it belongs to the index.
 */
public final class BTreeVerifier {
    /** Chosen: enough to recognize the kind of damage. */
    private static final int MOST_FAULTS = 20;

    /** Chosen: a level has few dead pages at a time; more links in a row are a cycle. */
    private static final int MOST_DETOURS = 1_000;

    private final Pages pages;
    private final KeyOrder order;
    private final PageView child;
    private final PageReading page;
    private final List<String> faults = new ArrayList<>();
    private final PointerSet seen = new PointerSet();
    private final long[] entriesAt = new long[AddressSpace.SERVERS];
    private NamedPages named = new NamedPages();
    private NamedPages children = new NamedPages();
    private @Nullable FabricException loss;
    private PageMatch relation = PageMatch.DAMAGED;
    private boolean isAfterGap;
    private @Nullable LeafSearch search;
    private int height;
    private long leaves;
    private long inners;
    private long heads;
    private long count;
    private long unreachable;

    public BTreeVerifier(Pages pages) {
        this.pages = pages;
        this.order = pages.order();
        this.child = pages.newView();
        this.page = new PageReading(pages);
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

    /** Keys in leaves at a server. */
    public long entriesAt(int server) {
        return entriesAt[server];
    }

    /** Links to pages, and trees, at lost servers. */
    public long unreachable() {
        return unreachable;
    }

    /** A tree cannot be reached, as its server is lost. */
    public void lost(FabricException reason) {
        unreachable++;
        loss = reason;
    }

    /**
     * Throws if a part was not reached.
     *
     * @throws FabricException the reason of one loss
     */
    public void throwIfLost() {
        if (loss != null) {
            throw loss;
        }
    }

    /** Violated invariants. */
    public List<String> faults() {
        return faults;
    }

    /** Verifies a tree from its root. */
    public BTreeVerifier walk(long rootOrOld) {
        long root = loadedInstead(rootOrOld);
        int level = page.levelOf(root);
        search = new LeafSearch(pages, root);
        height = Math.max(height, level + 1);
        long first = root;
        named = new NamedPages();
        isAfterGap = false;
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
        for (int level = page.levelOf(root); level > Page.LEAF; level--) {
            if (pages.isLost(pointer)
                    || look(pointer, level) != PageMatch.HERE
                    || page.entries().size() == 0) {
                return root;
            }
            pointer = page.entries().value(0);
        }
        if (pages.isLost(pointer)
                || look(pointer, Page.LEAF) != PageMatch.DEAD
                || page.link() == PagePointer.NULL) {
            return root;
        }
        long loaded = page.link();
        int level = page.levelOf(loaded);
        boolean there = level > Page.LEAF && look(loaded, level) == PageMatch.HERE;
        return there ? loaded : root;
    }

    /** Verifies one level; returns the leftmost page of the level below that is known. */
    private long walkLevel(long first, int level) {
        children = new NamedPages();
        boolean isGapAtLeft = isAfterGap;
        long before = PagePointer.NULL;
        long expected = KeyOrder.LEAST;
        int detours = 0;
        boolean isNeighbour = true;
        int mark = order.mark();
        for (long pointer = first; pointer != PagePointer.NULL; ) {
            if (!reach(pointer, level)) {
                isGapAtLeft |= before == PagePointer.NULL;
                isAfterGap = true;
                pointer = named.after(pointer);
                continue;
            }
            if (relation != PageMatch.HERE) {
                if (++detours > MOST_DETOURS || relation == PageMatch.DAMAGED) {
                    fault("a link of level " + level + " leads to no page of that level", pointer);
                    break;
                }
                long last = before == PagePointer.NULL ? first : before;
                pointer =
                        relation == PageMatch.DEAD
                                ? page.link()
                                : back(pointer, last, level, expected);
                isNeighbour = false;
                continue;
            }
            if (isAfterGap) {
                expected = order.isLess(expected, page.low()) ? page.low() : expected;
                isAfterGap = false;
                isNeighbour = false;
            }
            boolean isNew = seen.add(pointer);
            if (!isNew && isNeighbour) {
                fault("two links of level " + level + " lead to one page", pointer);
                break;
            }
            visit(pointer, level, expected, isNew);
            if (isNeighbour) {
                checkOverlap(pointer, level, expected);
            }
            isNeighbour = true;
            before = pointer;
            expected = order.keep(mark, page.high());
            pointer = page.right();
        }
        isAfterGap = isGapAtLeft;
        named = children;
        return named.first();
    }

    private void checkOverlap(long pointer, int level, long expected) {
        if (order.isLess(page.low(), expected)) {
            fault(
                    "keys from "
                            + order.text(page.low())
                            + " to "
                            + order.text(expected)
                            + " are in two pages of level "
                            + level,
                    pointer);
        }
    }

    /** Reads a page, unless its server is lost; whether it did. */
    private boolean reach(long pointer, int level) {
        try {
            relation = look(pointer, level);
            return true;
        } catch (FabricException e) {
            throwUnlessLost(pointer, e);
            lost(e);
            return false;
        }
    }

    private void throwUnlessLost(long pointer, FabricException e) {
        if (!pages.isLost(pointer)) {
            throw e;
        }
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

    private PageMatch look(long pointer, int level) {
        PageMatch match = page.look(pointer, level);
        if (!page.isReadable()) {
            fault("no read of a page is valid", pointer);
        }
        return match;
    }

    /**
     * Checks the page that was read, whose lower bound should be {@code expected}.
     *
     * @param isNew whether it was not visited before
     */
    private void visit(long pointer, int level, long expected, boolean isNew) {
        named.visited(pointer);
        if (order.isLess(expected, page.low())) {
            fault(
                    "keys from "
                            + order.text(expected)
                            + " to "
                            + order.text(page.low())
                            + " are in no page of level "
                            + level,
                    pointer);
        }
        if (page.hasDuplicates()) {
            fault("a page holds a key twice", pointer);
        } else if (page.hasStray()) {
            fault("a page has an entry outside of its bounds, and no change under way", pointer);
        }
        if (level == Page.LEAF) {
            leaves += isNew ? 1 : 0;
            visitLeaf(pointer, expected);
        } else {
            inners += isNew ? 1 : 0;
            visitChildren(pointer, level, isNew);
        }
    }

    private void visitLeaf(long pointer, long expected) {
        int number = page.entries().size() - page.entries().lowerBound(expected);
        count += number;
        entriesAt[AddressSpace.server(pointer)] += number;
        countHead();
        try {
            checkReached(pointer);
        } catch (FabricException e) {
            if (unreachable == 0) { // Else an inner page on the way may be lost.
                throw e;
            }
        }
    }

    /**
     * A search for the smallest key of a leaf must end at that leaf, else a get finds none of its
     * entries. A leaf that has died or been merged meanwhile need not be found.
     */
    private void checkReached(long pointer) {
        LeafSearch way = search;
        if (way == null || way.find(page.low()) == pointer || way.find(page.low()) == pointer) {
            return;
        }
        pages.open(pointer, child);
        boolean there = child.relate(Page.LEAF, page.low()) == PageMatch.HERE;
        if (child.isValid() && there) {
            fault(
                    "a search for key " + order.text(page.low()) + " does not reach its leaf",
                    pointer);
        }
    }

    private void countHead() {
        if (page.head() != PagePointer.NULL && !pages.isLost(page.head())) {
            pages.open(page.head(), child);
            boolean there = child.relate(Page.HEAD_NODE, KeyOrder.LEAST) == PageMatch.HERE;
            heads += there && child.isValid() ? 1 : 0;
        }
    }

    private void visitChildren(long pointer, int level, boolean isNew) {
        if (page.entries().size() == 0 || !order.isSame(page.entries().key(0), page.low())) {
            fault("an inner page has no child for its smallest key", pointer);
        }
        for (int i = 0; i < page.entries().size(); i++) {
            if (isNew) {
                children.add(page.entries().value(i));
            }
            checkChild(pointer, page.entries().value(i), level - 1, page.entries().key(i));
        }
    }

    /** A child at a lost server is left out; the walk along its level counts it. */
    private void checkChild(long parent, long pointer, int level, long key) {
        try {
            pages.open(pointer, child);
        } catch (FabricException e) {
            throwUnlessLost(pointer, e);
            return;
        }
        PageMatch match = child.relate(level, key);
        boolean known = child.isValid();
        if (known && (match == PageMatch.LEFT || match == PageMatch.DAMAGED)) {
            fault("the child for key " + order.text(key) + " does not cover it", parent);
        }
    }

    private void fault(String what, long pointer) {
        if (faults.size() < MOST_FAULTS) {
            faults.add(what + ": page " + PagePointer.toString(pointer));
        }
    }
}
