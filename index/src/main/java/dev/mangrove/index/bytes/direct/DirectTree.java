package dev.mangrove.index.bytes.direct;

import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.BytesAnchor;
import dev.mangrove.index.page.bytes.BytesLine;
import dev.mangrove.index.page.bytes.BytesPageView;
import dev.mangrove.index.page.bytes.BytesShape;
import dev.mangrove.index.page.bytes.BytesStamp;
import dev.mangrove.index.page.bytes.KeyProbe;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/**
 * A tree of byte strings in mapped memory, read by one thread. The package's comment has the
 * protocol. Methods that return an outcome decide nothing with {@link DirectOutcome#ASK}: the
 * caller then asks the server.
 */
public final class DirectTree {
    /**
     * Descents of one operation. Chosen: a change of a page takes less time than a descent, so even
     * a page that is changed all the time is read within a few.
     */
    static final int TRIES = 16;

    /**
     * Pages of one descent. Chosen: more than the levels of any tree, with right links at each; a
     * reader that is led in a circle by pages of other uses ends here.
     */
    static final int MOST_PAGES = 64;

    private final BytesAnchor anchor;
    private final BytesPageView view;
    private final KeyProbe probe = new KeyProbe();
    private final InnerCopies copies;
    private byte @Nullable [] value;
    private long word;
    private int kind;
    private int slot;
    private boolean isLeaf;

    /**
     * Creates access to a tree.
     *
     * @param memory of the tree's server
     * @param anchor pointer to the tree's anchor, as the server has named it
     * @param tag marks pages of the index
     */
    public DirectTree(MemorySegment memory, long anchor, int pageSize, int tag) {
        this(memory, anchor, pageSize, tag, InnerCopies.MOST);
    }

    /**
     * The same with another number of copies.
     *
     * @param mostCopies most copies of pages of level 1 that it keeps
     */
    public DirectTree(MemorySegment memory, long anchor, int pageSize, int tag, int mostCopies) {
        this.copies = new InnerCopies(mostCopies);
        this.anchor = new BytesAnchor(memory, anchor, tag);
        this.view = new BytesPageView(memory, new BytesShape(pageSize), tag);
    }

    /** Looks up a key; if it is present, {@link #value} has its value. */
    public DirectOutcome get(byte[] key) {
        return lookUp(key, true);
    }

    /** The value that the last {@link #get} has found. */
    public byte @Nullable [] value() {
        return value;
    }

    /** Looks up a key without its value. */
    public DirectOutcome find(byte[] key) {
        return lookUp(key, false);
    }

    private DirectOutcome lookUp(byte[] key, boolean withValue) {
        long hash = KeyProbe.hash(key);
        for (int tries = 0; tries < TRIES; tries++) {
            value = null; // Of a try before, which was not valid.
            if (toLeafOf(key, hash)) {
                int slot = view.find(probe, hash);
                if (slot == BytesPageView.NONE) {
                    if (isSearchValid()) {
                        return DirectOutcome.ABSENT;
                    }
                } else {
                    DirectOutcome outcome = read(slot, withValue);
                    if (isCopyValid()
                            && (outcome == DirectOutcome.ASK || !withValue || isValueValid())) {
                        return outcome;
                    }
                }
            } else if (isHidden()) {
                return DirectOutcome.ASK;
            }
            Thread.onSpinWait();
        }
        return DirectOutcome.ASK;
    }

    private DirectOutcome read(int slot, boolean withValue) {
        kind = view.kind(slot);
        if (kind >= BytesStamp.EXPIRING) {
            return DirectOutcome.ASK;
        }
        if (withValue) {
            this.slot = slot;
            word = view.word(slot);
            view.fetchExtent(kind, word);
            value = value(kind, word);
        }
        return DirectOutcome.PRESENT;
    }

    /** Whether a value of a valid page was there: a client may have replaced it meanwhile. */
    private boolean isValueValid() {
        return kind != BytesStamp.EXTENT || (value != null && isUnchanged(view.lineOf(slot), word));
    }

    /** Whether a line has the pointer from which an extent was read, also if it was read before. */
    boolean isUnchanged(long line, long pointer) {
        return view.hasPointer(line, pointer);
    }

    /** The value of an entry without an expiry; null if its extent is not sound. */
    byte @Nullable [] value(int of, long from) {
        return of == BytesStamp.EXTENT ? view.value(from) : BytesLine.valueOf(of, from);
    }

    /**
     * Goes to a key whose value lies in an extent and can be replaced in place: {@link #slot} and
     * {@link #pointer} then have its place.
     *
     * @param withValue whether {@link #value} is to have its value
     * @return PRESENT, CHANGED, or ASK if the key is absent or its value is not in an extent
     */
    DirectOutcome locate(byte[] key, boolean withValue) {
        long hash = KeyProbe.hash(key);
        value = null;
        if (!toLeafOf(key, hash)) {
            return isHidden() ? DirectOutcome.ASK : DirectOutcome.CHANGED;
        }
        slot = view.find(probe, hash);
        kind = slot == BytesPageView.NONE ? 0 : view.kind(slot);
        boolean found = kind == BytesStamp.EXTENT;
        if (found) {
            word = view.word(slot);
            if (withValue) {
                view.fetchExtent(kind, word);
                value = value(kind, word);
            }
        }
        if (!isCopyValid()) {
            return DirectOutcome.CHANGED;
        }
        if (!found) {
            return DirectOutcome.ASK;
        }
        return withValue && !isValueValid() ? DirectOutcome.CHANGED : DirectOutcome.PRESENT;
    }

    /** The slot of the page that {@link #locate} has found. */
    int slot() {
        return slot;
    }

    /** The pointer to the extent that was there. */
    long pointer() {
        return word;
    }

    /** The page that the last descent has led to. */
    BytesPageView view() {
        return view;
    }

    /** The key of the last descent. */
    KeyProbe probe() {
        return probe;
    }

    /** Whether there is no root to read. */
    boolean isHidden() {
        return anchor.root() == PagePointer.NULL;
    }

    /**
     * Goes to the leaf that covers a key; its view is open and not validated yet.
     *
     * @param below whether to the leaf of the keys directly below it
     * @return false if a page on the way changed or is gone
     */
    boolean toLeaf(byte[] key, boolean below) {
        KeyProbe wanted = probe.of(key);
        long named = below ? PagePointer.NULL : namedLeaf(wanted);
        return (named != PagePointer.NULL && isLeafOf(named, wanted))
                || toLeafFrom(below ? anchor.root() : leafOf(wanted), wanted, below);
    }

    /** Goes to the leaf that covers a key, and prefetches what a get reads there. */
    private boolean toLeafOf(byte[] key, long hash) {
        KeyProbe wanted = probe.of(key);
        long named = namedLeaf(wanted);
        if (named != PagePointer.NULL) {
            view.fetchLeaf(named, hash);
            if (isLeafOf(named, wanted)) {
                return true;
            }
        }
        long leaf = leafOf(wanted);
        if (leaf != PagePointer.NULL) {
            view.fetchLeaf(leaf, hash);
        }
        return toLeafFrom(leaf, wanted, false);
    }

    /** The root, as it is now; null if there is none. */
    long root() {
        return anchor.root();
    }

    /** The leaf of a key as copies of inner pages name it, which may be stale; null if none do. */
    private long namedLeaf(KeyProbe wanted) {
        long page = namedPage(wanted.key(), root());
        // Ends: each turn goes down a level.
        for (int level = namedLevel(); page != PagePointer.NULL && level > 0; level--) {
            view.fetchInner(page);
            page = childFor(page, level, wanted);
        }
        return page;
    }

    /**
     * The lowest page that copies name for a key; null if none do, or if there is a page on the way
     * that is not copied and should be.
     */
    long namedPage(byte[] key, long root) {
        long page = copies.pageFor(key, root);
        return page == PagePointer.NULL || copies.isMissing() ? PagePointer.NULL : page;
    }

    /** Level of the page that {@link #namedPage} has returned. */
    int namedLevel() {
        return copies.level();
    }

    /** The child for a key of an inner page that copies name; null if the page is not its page. */
    long childFor(long page, int level, KeyProbe wanted) {
        if (!isPageOf(page, level, wanted)) {
            return PagePointer.NULL;
        }
        long child = childOf(wanted, false);
        return isPathValid() ? child : PagePointer.NULL;
    }

    /** Opens a leaf that copies name; false if it is not, or not any more, the leaf of a key. */
    boolean isLeafOf(long leaf, KeyProbe wanted) {
        return isPageOf(leaf, 0, wanted);
    }

    private boolean isPageOf(long page, int level, KeyProbe wanted) {
        return view.open(page) && view.level() == level && hasBegun(wanted) && !hasEnded(wanted);
    }

    /** Whether the open page, which copies name, does not begin after a key. */
    private boolean hasBegun(KeyProbe wanted) {
        return !view.beginsAfter(wanted);
    }

    /** Whether the open page, which copies name, ends before a key. */
    private boolean hasEnded(KeyProbe wanted) {
        return view.endsBefore(wanted, true);
    }

    private boolean toLeafFrom(long start, KeyProbe wanted, boolean below) {
        long pointer = start;
        for (int pages = 0; pages < MOST_PAGES && pointer != PagePointer.NULL; pages++) {
            if (!view.open(pointer)) {
                return false;
            }
            boolean ends = view.endsBefore(wanted, !below);
            if (!ends && view.level() == 0) {
                return true;
            }
            pointer = ends ? view.right() : childOf(wanted, below);
            if (!isPathValid()) {
                return false;
            }
        }
        return false;
    }

    /**
     * Finds the leaf of a key, as its parent names it, without a look at the leaf itself: a part of
     * its keys may have moved to the right since. Renews the copies of the pages on its way. Null
     * if one of them changed or is gone.
     */
    private long leafOf(KeyProbe wanted) {
        long pointer = anchor.root();
        isLeaf = false;
        copies.begin();
        for (int pages = 0; pages < MOST_PAGES && pointer != PagePointer.NULL; pages++) {
            pointer = next(pointer, wanted);
            if (isLeaf) {
                return pointer;
            }
            view.fetchInner(pointer);
        }
        return PagePointer.NULL;
    }

    /**
     * The page that is next on the way from a page to a leaf; {@link #isLeaf} tells whether it is
     * the leaf. Null if the page changed or is gone.
     */
    private long next(long pointer, KeyProbe wanted) {
        isLeaf = false;
        if (!view.open(pointer)) {
            return PagePointer.NULL;
        }
        if (view.level() == 0) {
            isLeaf = true;
            return pointer;
        }
        boolean ends = view.endsBefore(wanted, true);
        int position = ends ? BytesPageView.NONE : view.floor(wanted, false);
        long next = ends ? view.right() : childAt(position);
        if (!isPathValid()) {
            return PagePointer.NULL;
        }
        isLeaf = !ends && view.level() == 1;
        if (ends) {
            copies.goRight();
        } else {
            copies.goDown(view, position);
        }
        return next;
    }

    /** The child of the open page that leads to a key; null if no sound page is like this. */
    private long childOf(KeyProbe key, boolean below) {
        return childAt(view.floor(key, below));
    }

    private long childAt(int position) {
        return position == BytesPageView.NONE ? PagePointer.NULL : view.child(position);
    }

    /** Goes to the last leaf, as {@link #toLeaf}. */
    boolean toLastLeaf() {
        long pointer = anchor.root();
        for (int pages = 0; pages < MOST_PAGES && pointer != PagePointer.NULL; pages++) {
            if (!view.open(pointer)) {
                return false;
            }
            long right = view.right();
            if (right != PagePointer.NULL) {
                pointer = right;
            } else if (view.level() == 0) {
                return true;
            } else if (view.count() == 0) {
                return false;
            } else {
                pointer = view.child(view.count() - 1);
            }
            if (!isPathValid()) {
                return false;
            }
        }
        return false;
    }

    /** Whether the pointer that leads on from a page was in it. */
    private boolean isPathValid() {
        return view.isValid();
    }

    /** Whether the entry of a key that was found was there, or else the key was absent. */
    boolean isSearchValid() {
        return view.isValid();
    }

    /** Whether entries that were copied out of a leaf were in it. */
    boolean isCopyValid() {
        return view.isValid();
    }
}
