package dev.mangrove.index.btree.level;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.cache.CachedNode;
import dev.mangrove.index.btree.cache.ManyChildren;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.btree.cache.NodeLayout;
import dev.mangrove.index.btree.cache.PathCache;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.probe.RareBranch;

import org.jspecify.annotations.Nullable;

/**
 * The descent from the root of a tree to a level. It uses a cached copy where one covers the key,
 * and reads the page where none does. A page that does not cover the key has been changed by
 * another client: the descent then goes right or starts again.
 */
public final class Descent {
    /** Returned instead of a page when the root is below the level asked for. */
    public static final long ABOVE_ROOT = -1;

    private static final int ANY = -1;

    private final Pages pages;
    private final Root root;
    private final NodeLayout nodes;
    private NodeCache cache;
    private final Mender mender;
    private final Host host;
    private final PageView view;
    private final EntryBuffer entries;
    private final Retries retries;
    private final ChildBounds bounds = new ChildBounds();
    private final ManyChildren manyChildren = new ManyChildren(Lookups.MOST);
    private long parent;
    private boolean parentWasCached;
    private long named;
    private boolean rootMayBeOld = true;
    private int height;
    private int cachedFrom = InnerLevels.LOWEST;
    private int hopLevel = ANY;
    private @Nullable PathCache paths;
    private int pathLevel;

    /** Whether a path named the page found last, and not a page above it. */
    private boolean byPath;

    /** The key by which that path was found. */
    private long pathKey;

    /** Whether the view shows a page that was read since {@link #childrenNear} was called. */
    private boolean opened;

    private long hopKey;
    private long hopPointer;

    /** Removes entries of inner pages whose child is dead or reused. */
    interface Mender {
        /** Removes the entry for a key at a level, whose child no longer exists. */
        void mend(int level, long key, long pointer);
    }

    Descent(Pages pages, Root root, NodeCache cache, int fanout, Mender mender) {
        this.pages = pages;
        this.root = root;
        this.cache = cache;
        this.nodes = NodeLayout.of(pages.order());
        this.mender = mender;
        this.host = pages.host();
        this.view = pages.newView();
        this.entries = pages.newEntries(fanout);
        this.retries = new Retries(host);
    }

    /** The page of a level that covers a key, or one further left; reads no leaf. */
    long find(long key, int level) {
        long found = level == Page.LEAF ? leafOfCopy(key) : PagePointer.NULL;
        if (found != PagePointer.NULL) {
            return found;
        }
        return walkUntilFound(key, level, level != Page.LEAF);
    }

    /** As {@link #find}, but never reads the page found, whose level may be any. */
    long name(long key, int level) {
        return walkUntilFound(key, level, false);
    }

    private long walkUntilFound(long key, int level, boolean reads) {
        long found = walk(key, level, reads);
        for (int walks = 1; found == PagePointer.NULL; walks++) {
            RareBranch.DESCENT_RESTARTED.taken();
            retries.check(walks, root.get());
            found = walk(key, level, reads);
        }
        return found;
    }

    /** Whether there is a copy of the lowest inner page that covers a key. */
    boolean hasCopy(long key) {
        return cache.lowest(key) != null;
    }

    /** See {@link UpperLevels#copiedNames}. */
    int copiedNames(long key, long end, boolean descending, long[] into) {
        long[] node = cache.lowest(key);
        return node == null ? 0 : nodes.childrenFrom(node, key, end, descending, into);
    }

    /** Adds all children of the page of a level that covers a key; none if that page changed. */
    void childrenNear(long key, int level, EntryBuffer into) {
        long[] node = level == InnerLevels.LOWEST ? cache.lowest(key) : null;
        if (node == null) {
            opened = false;
            long pointer = find(key, level);
            node = cache.find(pointer);
            if (node == null || !nodes.covers(node, key)) {
                readChildren(pointer, key, level, into);
                return;
            }
        }
        host.work(Host.Work.CACHED_WAY, 1);
        nodes.children(node, into);
    }

    /** Adds the children that a page names, and caches a copy of it. */
    private void readChildren(long pointer, long key, int level, EntryBuffer into) {
        if (!opened || view.pointer() != pointer) {
            pages.open(pointer, view);
        }
        if (view.relate(level, key) != PageMatch.HERE) {
            return;
        }
        if (cache.isOn() && level >= cachedFrom) {
            long[] node = remember();
            if (node != null) {
                nodes.children(node, into);
            }
            return;
        }
        int before = into.size();
        view.collect(KeyOrder.LEAST, KeyOrder.GREATEST, into);
        into.sort(before);
    }

    /** Stops using copies and paths, and reads the root word at each descent. */
    void goUncached() {
        cache = new NodeCache(0);
        paths = null;
        rootMayBeOld = false;
    }

    /** Caches no copies of pages below a level. */
    void cacheFrom(int level) {
        cachedFrom = level;
    }

    /** Uses paths to pages of a level where copies are too few, and adds some. */
    void followPaths(PathCache known, int level) {
        paths = known;
        pathLevel = level;
    }

    /** Levels of the tree as of the last descent from its root; 0 before the first. */
    int height() {
        return height;
    }

    /**
     * Pages that a search for a key would read now: those of its path without a copy, and the leaf;
     * 0 if neither a descent nor a copy of the root has shown the height.
     */
    int unread(long key) {
        if (cache.lowest(key) != null) {
            return 1;
        }
        int unread = height;
        long[] node = cache.find(root.get());
        // Ends: each turn goes down a level.
        while (node != null && nodes.covers(node, key)) {
            int level = CachedNode.level(node);
            boolean descends = level < unread || unread == 0;
            unread = level;
            node =
                    descends && level > InnerLevels.LOWEST
                            ? cache.find(nodes.child(node, key))
                            : null;
        }
        PathCache known = paths;
        boolean isFar = unread > pathLevel + 1 || unread == 0;
        boolean hasPath = known != null && isFar && cache.isShort() && known.find(key) != 0;
        return hasPath ? pathLevel + 1 : unread;
    }

    /** Smallest key of the page that named the one found last, if it was not cached. */
    long lowOfParent() {
        return view.low();
    }

    /** Whether the page found last was named by a copy or a path, which may be stale. */
    boolean isParentCopied() {
        return parentWasCached || byPath;
    }

    /** Whether the page found last was named by a path. */
    boolean isByPath() {
        return byPath;
    }

    /**
     * Whether the descent, since {@link #forgetHop}, went right to a page that its parent does not
     * name: the client that split it off could not add the separator, or is about to.
     */
    boolean hasHopped() {
        return hopLevel != ANY;
    }

    void forgetHop() {
        hopLevel = ANY;
    }

    /** Level of that page. */
    int hopLevel() {
        return hopLevel;
    }

    /** Its smallest key. */
    long hopKey() {
        return hopKey;
    }

    long hopPointer() {
        return hopPointer;
    }

    /** Drops the copy or path that named the page found last; false if that was a page. */
    boolean forgetParent() {
        if (parentWasCached) {
            cache.remove(parent);
        }
        return dropPath() || parentWasCached;
    }

    /** Removes the path that named the page found last; false if none did. */
    private boolean dropPath() {
        PathCache known = paths;
        boolean was = byPath && known != null;
        if (was && known != null) {
            boolean _ = known.remove(pathKey, named);
        }
        byPath = false;
        return was;
    }

    /**
     * Finds the keys for which the page that was read last leads to a page of a level; whether they
     * are known. They are not if it leads to another one, or has changed.
     */
    boolean boundsOf(long child, int level, long key, ChildBounds into) {
        into.clear();
        if (named != child || view.pointer() != parent) {
            return false;
        }
        entries.size(0);
        if (view.relate(level + 1, key) != PageMatch.HERE
                || !view.collect(KeyOrder.LEAST, KeyOrder.GREATEST, entries)) {
            return false;
        }
        int floor = -1;
        boolean bounded = view.hasHigh();
        long high = view.high();
        for (int i = 0; i < entries.size(); i++) {
            long separator = entries.key(i);
            if (separator > key) {
                high = bounded ? Math.min(high, separator) : separator;
                bounded = true;
            } else if (floor < 0 || separator > entries.key(floor)) {
                floor = i;
            }
        }
        if (floor < 0 || entries.value(floor) != child || !view.isValid()) {
            return false;
        }
        into.set(entries.key(floor), bounded, high);
        return true;
    }

    /** The page that a path leads to, where pages above it would have to be read; NULL for none. */
    private long pathFor(long key, int level, int target) {
        PathCache known = paths;
        boolean isAbove = level == ANY || level > pathLevel;
        if (known == null || !isAbove || target > pathLevel || !cache.isShort()) {
            return PagePointer.NULL;
        }
        long found = known.find(key);
        if (found != PagePointer.NULL) {
            RareBranch.PATH_FOLLOWED.taken();
            byPath = true;
            pathKey = key;
            parent = PagePointer.NULL;
            parentWasCached = false;
            named = found;
        }
        return found;
    }

    /** Adds a path to the page found, which the page in view names. */
    private void learnPath(long child, int level, long key) {
        PathCache known = paths;
        if (known != null
                && level == pathLevel
                && !parentWasCached
                && cache.isShort()
                && boundsOf(child, level, key, bounds)) {
            known.add(bounds.low(), bounds.isBounded(), bounds.high(), child);
        }
    }

    /** Adds a path to the page in view, which covers its keys itself. */
    private void learnPathToView(int level) {
        PathCache known = paths;
        if (known != null && level == pathLevel && cache.isShort()) {
            long low = view.low();
            boolean bounded = view.hasHigh();
            long high = view.high();
            if (view.isValid()) {
                known.add(low, bounded, high, view.pointer());
            }
        }
    }

    /** The leaf that a copy of the parent names for a key; NULL if no copy covers the key. */
    long leafOfCopy(long key) {
        long[] node = cache.lowest(key);
        if (node == null) {
            return PagePointer.NULL;
        }
        host.work(Host.Work.CACHED_WAY, 1);
        parent = CachedNode.pointer(node);
        parentWasCached = true;
        byPath = false;
        named = nodes.child(node, key);
        return named;
    }

    /** As {@link #leafOfCopy}, for all keys. */
    void leavesOfCopies(Lookups wanted, long[] leaves) {
        int found = manyChildren.find(cache, wanted.keys(), wanted.size(), leaves);
        if (found > 0) {
            host.work(Host.Work.CACHED_WAY, found);
        }
    }

    /** One attempt from the root down; NULL if it must be tried again. */
    private long walk(long key, int target, boolean reads) {
        long pointer = rootMayBeOld ? root.get() : root.refresh();
        int level = ANY;
        parent = PagePointer.NULL;
        parentWasCached = false;
        byPath = false;
        int steps = 0;
        // Ends: a step through the cache goes down a level, and retries limits all others.
        while (true) {
            long[] node = cache.find(pointer);
            long next;
            host.work(Host.Work.NODE, 1);
            if (node != null && nodes.covers(node, key)) {
                boolean atRoot = level == ANY;
                level = CachedNode.level(node);
                height = atRoot ? level + 1 : height;
                if (level <= target) {
                    return level == target ? pointer : ABOVE_ROOT;
                }
                next = nodes.child(node, key);
                parentWasCached = true;
                if (level == InnerLevels.LOWEST) {
                    cache.missed();
                }
            } else {
                retries.check(++steps, pointer);
                long path = pathFor(key, level, target);
                if (path != PagePointer.NULL) {
                    pointer = path;
                    level = pathLevel;
                    if (level == target && !reads) {
                        return pointer;
                    }
                    continue;
                }
                pages.open(pointer, view);
                opened = true;
                boolean atRoot = level == ANY;
                level = atRoot ? view.level() : level;
                height = atRoot ? level + 1 : height;
                PageMatch relation = view.relate(level, key);
                if (relation != PageMatch.HERE) {
                    pointer = aside(relation, pointer, level, atRoot, key);
                    if (pointer == PagePointer.NULL) {
                        return PagePointer.NULL;
                    }
                    if (atRoot && relation == PageMatch.RIGHT && level < target) {
                        return ABOVE_ROOT; // The root has split, and has no parent yet.
                    }
                    continue;
                }
                if (!atRoot && !parentWasCached && !byPath) {
                    learnPathToView(level);
                }
                if (level <= target) {
                    long here = level == target ? pointer : ABOVE_ROOT;
                    return view.isValid() ? here : PagePointer.NULL;
                }
                next = childInView(key);
                if (next == PagePointer.NULL) {
                    return PagePointer.NULL;
                }
                parentWasCached = false;
            }
            parent = pointer;
            pointer = next;
            named = next;
            byPath = false;
            level--;
            if (level == target && !reads) {
                learnPath(pointer, level, key);
                return pointer;
            }
        }
    }

    /** The child that the page in view names for a key; NULL if the page changed meanwhile. */
    private long childInView(long key) {
        if (cache.isOn() && view.level() >= cachedFrom) {
            long[] node = remember();
            return node == null ? PagePointer.NULL : nodes.child(node, key);
        }
        int slot = view.floor(key);
        long next = slot == Page.NONE ? PagePointer.NULL : view.value(slot);
        if (!view.isValid()) {
            return PagePointer.NULL;
        }
        if (next == PagePointer.NULL) {
            throw pages.damaged(view.pointer());
        }
        return next;
    }

    /** The next page after one that does not cover the key; NULL to start again. */
    private long aside(PageMatch relation, long pointer, int level, boolean atRoot, long key) {
        long next = relation == PageMatch.RIGHT ? view.right() : view.link();
        long high = view.high();
        if (!view.isValid()) {
            return atRoot ? PagePointer.NULL : pointer;
        }
        boolean wasPath = dropPath();
        if (relation == PageMatch.RIGHT && !parentWasCached && !wasPath) {
            hopLevel = level;
            hopKey = high;
            hopPointer = next;
        }
        if (parentWasCached) {
            cache.remove(parent);
        }
        if (relation == PageMatch.DAMAGED) {
            throw pages.damaged(pointer);
        }
        cache.remove(pointer);
        if (relation == PageMatch.RIGHT || relation == PageMatch.DEAD) {
            return atRoot && root.refresh() != pointer ? PagePointer.NULL : next;
        }
        if (atRoot) {
            root.refresh();
            if (relation == PageMatch.LEFT) {
                root.beginsAfter();
            }
        } else if (!parentWasCached && parent != PagePointer.NULL) {
            mender.mend(level + 1, key, named);
        }
        return PagePointer.NULL;
    }

    /** Caches a copy of the page in view; null if the page changed meanwhile. */
    private long @Nullable [] remember() {
        entries.size(0);
        if (!view.collect(KeyOrder.LEAST, KeyOrder.GREATEST, entries)) {
            return null;
        }
        if (entries.size() == 0) {
            throw pages.damaged(view.pointer());
        }
        entries.sort(0);
        entries.dropDuplicates(0);
        long[] node = nodes.copy(view, entries);
        if (!view.isValid()) {
            return null;
        }
        cache.add(node);
        return node;
    }
}
