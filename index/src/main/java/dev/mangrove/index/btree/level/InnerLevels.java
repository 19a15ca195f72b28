package dev.mangrove.index.btree.level;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.btree.cache.PathCache;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;

import org.jspecify.annotations.Nullable;

import java.util.function.LongConsumer;

/**
 * Inner pages of a tree, from the root down to the level above the leaves. An inner page has an
 * entry for each child: the separator, which was the child's smallest key when the entry was added,
 * and the child's pointer. The first entry's key is the page's own lower bound; that entry is never
 * removed.
 *
 * <p>A writer posts a separator as a separate step, after its split is complete ({@link
 * InnerChanges}). Until then searches reach the new page by its left neighbour.
 */
public final class InnerLevels implements ClientLevels {
    /** Level of the lowest inner pages. */
    public static final int LOWEST = 1;

    private final Root root;
    private final NodeCache cache;
    private final Inserter inserter;
    private final @Nullable LongConsumer mender;
    private final Descent descent;
    private final RootChanges roots;
    private final InnerChanges changes;
    private long hint = PagePointer.NULL;
    private boolean isHinted;

    /**
     * Inner levels of a tree.
     *
     * @param knowsLeaves whether the leaves are accessible as well
     * @param mender has the server remove stale entries on the path of a key, in a tree that only
     *     its server changes; null in a tree that this client changes
     */
    public InnerLevels(
            Pages pages,
            Root root,
            int fanout,
            NodeCache cache,
            Merger merger,
            boolean knowsLeaves,
            @Nullable LongConsumer mender) {
        this(pages, root, fanout, cache, merger, knowsLeaves, mender, null);
    }

    /**
     * Inner levels at one server of a tree of meganodes.
     *
     * @param rules what changes keep to; null in a tree without meganodes
     */
    public InnerLevels(
            Pages pages,
            Root root,
            int fanout,
            NodeCache cache,
            Merger merger,
            boolean knowsLeaves,
            @Nullable LongConsumer mender,
            @Nullable MeganodeRules rules) {
        this.root = root;
        this.cache = cache;
        this.mender = mender;
        this.inserter = new Inserter(pages, fanout);
        this.descent = new Descent(pages, root, cache, fanout, this::mend);
        this.roots = new RootChanges(pages, root, cache);
        this.changes =
                new InnerChanges(
                        pages,
                        cache,
                        descent,
                        rules == null ? roots::grow : rules.growth(),
                        inserter,
                        merger,
                        knowsLeaves,
                        rules);
    }

    /**
     * Creates the first inner page of a tree, above its first leaf; returns its pointer. Gives the
     * leaf back if there is no memory for another page.
     */
    public static long plant(Pages pages, PageImage image, long leaf) {
        EntryBuffer first = pages.newEntries(1);
        first.add(KeyOrder.LEAST, leaf);
        long pointer;
        try {
            pointer = pages.allocate();
        } catch (RuntimeException e) {
            pages.putBack(leaf);
            throw e;
        }
        pages.write(pointer, image.unbounded(pointer, LOWEST, KeyOrder.LEAST).entries(first, 0, 1));
        return pointer;
    }

    Inserter inserter() {
        return inserter;
    }

    @Override
    public long leafFor(long key) {
        long given = hint;
        isHinted = given != PagePointer.NULL;
        hint = PagePointer.NULL;
        return isHinted ? given : find(key, Page.LEAF);
    }

    /** Asks copies for all leaves first, and then for each that no copy names. */
    @Override
    public void leavesFor(Lookups wanted, long[] leaves) {
        descent.leavesOfCopies(wanted, leaves);
        for (int i = 0; i < wanted.size(); i++) {
            if (leaves[i] == PagePointer.NULL) {
                leaves[i] = leafFor(wanted.key(i));
            }
        }
    }

    /** The next {@link #leafFor} returns this leaf, which may be stale; NULL for none. */
    public void hint(long leaf) {
        hint = leaf;
    }

    @Override
    public boolean isFromCopy() {
        return isHinted || descent.isParentCopied();
    }

    /** The leaf that a copy of its parent names for a key; NULL if there is no such copy. */
    public long leafOfCopy(long key) {
        return descent.leafOfCopy(key);
    }

    /** Drops the copy that {@link #leafOfCopy} uses for a key. */
    public void forgetLeafOfCopy(long key) {
        boolean _ = cache.removeLowest(key);
    }

    /**
     * The page of a level that a search for a key comes to, or one further left; does not read it.
     */
    public long name(long key, int level) {
        return descent.name(key, level);
    }

    /** Drops the copy or path that named the page found last. */
    public void forgetParent() {
        descent.forgetParent();
    }

    /** Whether a path named the page found last. */
    public boolean isByPath() {
        return descent.isByPath();
    }

    /**
     * Finds the keys for which the page that was read last leads to a page of a level; whether they
     * are known.
     */
    public boolean boundsOf(long child, int level, long key, ChildBounds into) {
        return descent.boundsOf(child, level, key, into);
    }

    /** Drops all copies, and reads the root. */
    public void startOver() {
        cache.clear();
        root.refresh();
    }

    public void forgetHop() {
        descent.forgetHop();
    }

    /** Whether a descent since {@link #forgetHop} went right at a level. */
    public boolean hasHoppedAt(int level) {
        return descent.hopLevel() == level;
    }

    /** Adds a level above the root, which has split; false if there is such a level by now. */
    public boolean grow(int level, long key, long pointer) {
        return roots.grow(level, key, pointer);
    }

    /** Smallest key of the page that the descent came to by going right. */
    public long hopKey() {
        return descent.hopKey();
    }

    public long hopPointer() {
        return descent.hopPointer();
    }

    @Override
    public void leavesNear(long key, EntryBuffer into) {
        descent.childrenNear(key, LOWEST, into);
    }

    @Override
    public int copiedNames(long key, long end, boolean descending, long[] into) {
        return descent.copiedNames(key, end, descending, into);
    }

    @Override
    public boolean namesWithoutReading(long key) {
        return descent.hasCopy(key);
    }

    @Override
    public boolean isFirstChild(long key) {
        return changes.isFirstChild(LOWEST, key);
    }

    @Override
    public long root() {
        return root.refresh();
    }

    @Override
    public void goUncached() {
        descent.goUncached();
    }

    /** Caches no copies of pages below a level. */
    public InnerLevels cachingFrom(int level) {
        descent.cacheFrom(level);
        return this;
    }

    /** Uses paths to pages of a level where copies are too few, and adds some. */
    public InnerLevels followingPaths(PathCache paths, int level) {
        descent.followPaths(paths, level);
        return this;
    }

    /** Levels of the tree as of the last descent from its root; 0 before the first. */
    public int height() {
        return descent.height();
    }

    /** Pages that a search for a key would read, cached ones not counted; 0 if unknown. */
    public int unread(long key) {
        return descent.unread(key);
    }

    /** Smallest key of the page that named the leaf found last, if it was not cached. */
    public long lowOfParent() {
        return descent.lowOfParent();
    }

    @Override
    public boolean post(long key, long leaf) {
        assert !isReadOnly() : "only the server may change its tree";
        descent.forgetHop();
        postAt(LOWEST, key, leaf);
        if (descent.hasHopped()) {
            postAt(descent.hopLevel() + 1, descent.hopKey(), descent.hopPointer());
        }
        return true;
    }

    @Override
    public void withdraw(long key, long leaf, long cover) {
        assert !isReadOnly() : "only the server may change its tree";
        withdrawAt(LOWEST, key, leaf, cover);
    }

    @Override
    public void forget(long key) {
        if (cache.isOn() && !cache.removeLowest(key)) {
            cache.remove(find(key, LOWEST));
        }
    }

    @Override
    public void reportStale(long key, long leaf) {
        if (!descent.forgetParent()) {
            mend(LOWEST, key, leaf);
        }
    }

    /** Removes a stale entry, or has the server remove it. */
    private void mend(int level, long key, long pointer) {
        if (mender != null) {
            mender.accept(key);
        } else {
            withdrawAt(level, key, pointer, PagePointer.NULL);
        }
    }

    /** The page of a level that covers a key, or one further left; reads no leaf. */
    public long find(long key, int level) {
        return descent.find(key, level);
    }

    /** Posts the separator of a page of the level below that starts at a key. */
    public void postAt(int level, long key, long pointer) {
        changes.postAt(level, key, pointer);
    }

    @Override
    public boolean adopt(long dead, long loaded) {
        return !isReadOnly() && roots.adopt(dead, loaded);
    }

    /** Whether only the tree's server changes it. */
    private boolean isReadOnly() {
        return mender != null;
    }

    @Override
    public int collapse() {
        int gone = 0;
        for (int level = LOWEST; find(KeyOrder.LEAST, level) != Descent.ABOVE_ROOT; level++) {
            gone += changes.collapse(level);
        }
        return gone;
    }

    /**
     * Puts a page in the place of one that has moved, in the entry of the level above; posts the
     * separator if there is none for the page's smallest key. False if the level is above the root.
     */
    public boolean repoint(int level, long key, long from, long to) {
        return changes.repoint(level, key, from, to);
    }

    /**
     * Puts a page in the place of one that has moved, if that is the right neighbour of the inner
     * page of a level that covers a key. False if the level is above the root.
     */
    public boolean relink(int level, long key, long from, long to) {
        return changes.relink(level, key, from, to);
    }

    /** Removes the entry of a dead page from a level. */
    public void withdrawAt(int level, long key, long pointer, long cover) {
        changes.withdrawAt(level, key, pointer, cover);
    }

    /**
     * As {@link #withdrawAt}, but does not search for the page that must take the place of a first
     * child.
     */
    public RemovalOutcome withdrawOnce(int level, long key, long pointer, long cover) {
        return changes.withdrawOnce(level, key, pointer, cover);
    }
}
