package dev.mangrove.index.btree.meganode;

import dev.mangrove.index.access.ForeignPageException;
import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.btree.leaves.LeafScan;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.ChildBounds;
import dev.mangrove.index.btree.level.Descent;
import dev.mangrove.index.btree.level.EntryTally;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.LastLeafFullException;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.MeganodeRules;
import dev.mangrove.index.btree.level.Merger;
import dev.mangrove.index.btree.level.Root;
import dev.mangrove.index.btree.level.StructureGuard;
import dev.mangrove.index.btree.level.TreeReplacement;
import dev.mangrove.index.btree.local.LocalRoot;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.RangeQuery.Projection;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.strings.StringFormat;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.MeganodeKind;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.Words;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/**
 * One server's pages of a tree over several servers, as one thread of the server uses them; the
 * head of this package has the protocol. The home server has the levels above the meganodes and
 * starts each search at the tree's root. Any other server starts at the root of a meganode, which
 * the request names.
 */
public final class MeganodeTree {
    /** Words of a range's answer before its entries: outcome, key and page to go on with. */
    private static final int RANGE_WORDS = 3;

    private static final int HIGHEST_LEVEL = Page.HEAD_NODE - 1;

    private static final EntryBuffer NO_ENTRIES = new EntryBuffer(0);

    private final LocalPages pages;
    private final int level;
    private final boolean isHome;
    private final boolean spreads;
    private final TreeExtension extension;
    private final InnerLevels inner;
    private final LeafLevel leaves;
    private final LeafScan scan;
    private final MeganodeRoot start;
    private final @Nullable HomeRoot home;
    private final TreeReplacement replacement;
    private final PageMoves moves;
    private final @Nullable StringEntries strings;
    private final StructureGuard guard;
    private final UnpostedSeparators unposted = new UnpostedSeparators();
    private EntryTally tally = new EntryTally();
    private final ChildBounds bounds = new ChildBounds();
    private long elsewhere;

    /**
     * Creates one thread's access.
     *
     * @param level of the roots of meganodes
     * @param root of the tree, at its home server; null at the others
     * @param changing shared by all threads of the server, for its {@link StructureGuard}
     * @param spreads whether the tree shall be spread over several servers: before its first split,
     *     and where it would begin a meganode at its right end
     */
    public MeganodeTree(
            LocalPages pages,
            int level,
            int fanout,
            @Nullable AtomicLong root,
            AtomicBoolean changing,
            boolean spreads) {
        this.pages = pages;
        this.level = level;
        this.isHome = root != null;
        this.spreads = spreads;
        this.start = new MeganodeRoot(pages, level);
        Merger merger = new Merger(pages, fanout);
        NodeCache none = new NodeCache(0);
        this.home = root == null ? null : new HomeRoot(new LocalRoot(root), start);
        Root top = home == null ? start : home;
        this.guard = new StructureGuard(changing);
        MeganodeRules rules =
                new MeganodeRules(
                        level,
                        guard,
                        root == null ? this::leaveToClient : this::growAtTop,
                        this::keepUnposted,
                        pages::elsewhere);
        this.inner = new InnerLevels(pages, top, fanout, none, merger, true, null, rules);
        this.leaves = new LeafLevel(pages, inner, fanout, merger).ofMeganodes(guard);
        this.extension = new TreeExtension(pages, inner, leaves, level, guard);
        this.scan = new LeafScan(leaves);
        this.replacement = new TreeReplacement(leaves);
        this.moves = new PageMoves(pages, inner, merger, guard, this::isDivided, level, fanout);
        this.strings =
                pages.format() instanceof StringFormat format
                        ? new StringEntries(format.change())
                        : null;
        if (strings != null) {
            leaves.expiry(strings);
        }
    }

    /** What changes of byte strings need; null in a tree of 64-bit keys. */
    public @Nullable StringEntries strings() {
        return strings;
    }

    /** The order of the tree's keys, as this access uses it. */
    public KeyOrder order() {
        return pages.order();
    }

    /** Counts entries in a tally that all threads of the server share; returns this access. */
    public MeganodeTree counting(EntryTally shared) {
        tally = shared;
        leaves.counting(shared);
        moves.counting(shared);
        return this;
    }

    /**
     * The page where another server goes on, after {@link MeganodeKind#ELSEWHERE}; else where the
     * search for the parent of an unposted separator ended, or NULL.
     */
    public long elsewhere() {
        return elsewhere;
    }

    /** The keys of the meganode whose root {@link #elsewhere} is, if they are known. */
    public ChildBounds bounds() {
        return bounds;
    }

    /**
     * Separators of pages whose parents are at other servers; the client takes them there, because
     * a server never waits for another.
     */
    public UnpostedSeparators unposted() {
        return unposted;
    }

    /** Whether the search found that the request's meganode has split. */
    public boolean hasSplit() {
        return !isHome && inner.hasHoppedAt(level);
    }

    /** Looks a key up, from a page on; an outcome of {@link MeganodeKind}. */
    public int find(long from, long leaf, long key, Lookup into) {
        try {
            int begun = begin(from, leaf, key);
            if (begun != MeganodeKind.YES) {
                return begun;
            }
            return leaves.get(key, into) ? MeganodeKind.YES : MeganodeKind.NO;
        } catch (ForeignPageException e) {
            return goElsewhere(e, key);
        }
    }

    /**
     * Changes a key by a {@link Change}'s code, from a page on; an outcome.
     *
     * @param maySplit whether the server shall split pages rather than answer SPREAD or EXTEND
     */
    public int change(
            long from,
            long leaf,
            long code,
            long key,
            long value,
            long expected,
            boolean maySplit) {
        leaves.spreading(spreads && !maySplit);
        tally.begin();
        try {
            int begun = begin(from, leaf, key);
            if (begun != MeganodeKind.YES) {
                return begun;
            }
            return changeOrSplit(Change.of(code), key, value, expected);
        } catch (ForeignPageException e) {
            int outcome =
                    goElsewhere(e, key); // Before the change: no later step leaves this server.
            postPassed();
            return outcome;
        } catch (UnjudgedException e) {
            RareBranch.EXPIRY_UNJUDGED.taken();
            return MeganodeKind.UNJUDGED; // Before the change as well.
        } finally {
            tally.end();
        }
    }

    private int changeOrSplit(Change change, long key, long value, long expected) {
        boolean met;
        try {
            met = leaves.change(change, key, value, expected);
        } catch (LastLeafFullException e) {
            if (leaves.isOnly()) {
                return MeganodeKind.SPREAD;
            }
            if (extension.isDue()) {
                return MeganodeKind.EXTEND;
            }
            leaves.spreading(false);
            met = leaves.change(change, key, value, expected);
        }
        return met ? MeganodeKind.YES : MeganodeKind.NO;
    }

    /**
     * Posts the separator of a meganode at another server that a change came to by the right link
     * of its neighbour, in case that the client which began it has died. Lack of memory is no
     * failure: the next change tries again.
     */
    private void postPassed() {
        if (!inner.hasHoppedAt(level) || pages.reaches(inner.hopPointer())) {
            return;
        }
        try {
            inner.postAt(level + 1, inner.hopKey(), inner.hopPointer());
        } catch (RequestRefusedException e) {
            if (e.status() != Status.OUT_OF_MEMORY) {
                throw e;
            }
            RareBranch.SEPARATOR_NOT_POSTED.taken();
        }
    }

    /**
     * Ends the last meganode of the tree at a key, where one at another server begins; whether it
     * did.
     *
     * @param next the first pages of that meganode, by level
     */
    public boolean extend(long from, long key, long[] next) {
        for (long page : next) {
            if (page == PagePointer.NULL || pages.reaches(page)) {
                throw new IllegalArgumentException(
                        "the next meganode is at another server: page="
                                + PagePointer.toString(page));
            }
        }
        try {
            return spreads
                    && begin(from, PagePointer.NULL, key) == MeganodeKind.YES
                    && extension.extend(key, next);
        } catch (ForeignPageException e) {
            return false; // Another client has extended the tree.
        }
    }

    /**
     * Writes an outcome, the key and the page to go on with, and what the query asks for of the
     * entries of a range; returns the number of bytes. The outcome is YES if there may be more.
     */
    public int range(long from, RangeQuery query, MemorySegment memory, long base, int capacity) {
        boolean down = query.descending();
        elsewhere = PagePointer.NULL;
        long first = down ? query.to() : query.from();
        try {
            int begun = begin(from, PagePointer.NULL, first);
            if (begun != MeganodeKind.YES) {
                return answer(memory, base, begun, 0, RANGE_WORDS);
            }
        } catch (ForeignPageException e) {
            elsewhere = e.pointer();
            return answer(memory, base, MeganodeKind.YES, first, RANGE_WORDS);
        }
        boolean clipped = down && startsAtPage() && query.from() < start.low();
        int room = capacity / Long.BYTES - 2;
        int words = RANGE_WORDS;
        try (LeafScan entries = scan.begin(clipped ? from(start.low(), query) : query)) {
            while (entries.next()) {
                words = write(entries, query.projection(), memory, base, words);
                if (words > room) {
                    return answerUpTo(memory, base, entries.key(), down, words);
                }
            }
        } catch (ForeignPageException e) {
            if (words == RANGE_WORDS && cameWithGone()) {
                return answer(memory, base, MeganodeKind.GONE, 0, RANGE_WORDS);
            }
            elsewhere = e.pointer();
            return answer(memory, base, MeganodeKind.YES, scan.nextKey(), words);
        }
        return clipped
                ? answer(memory, base, MeganodeKind.YES, start.low() - 1, words)
                : answer(memory, base, MeganodeKind.NO, 0, words);
    }

    private static RangeQuery from(long low, RangeQuery query) {
        return new RangeQuery(
                low, query.to(), query.descending(), query.limit(), query.projection());
    }

    /** Writes what is wanted of an entry; returns the number of words written so far. */
    private static int write(
            LeafScan entry, Projection wanted, MemorySegment memory, long base, int words) {
        int next = words;
        if (wanted != Projection.VALUES) {
            Words.put(memory, base, next++, entry.key());
        }
        if (wanted != Projection.KEYS) {
            Words.put(memory, base, next++, entry.value());
        }
        return next;
    }

    /** There may be entries past the last one, unless no key is. */
    private int answerUpTo(MemorySegment memory, long base, long last, boolean down, int words) {
        boolean ends = last == (down ? Long.MIN_VALUE : Long.MAX_VALUE);
        long next = down ? last - 1 : last + 1;
        return answer(memory, base, ends ? MeganodeKind.NO : MeganodeKind.YES, next, words);
    }

    private int answer(MemorySegment memory, long base, int outcome, long next, int words) {
        Words.put(memory, base, 0, outcome);
        Words.put(memory, base, 1, next);
        Words.put(memory, base, 2, elsewhere);
        return Words.bytes(words);
    }

    /**
     * Home server: replaces a tree of one leaf by a loaded one, if that leaf has exactly these
     * entries and no other thread changes the levels above; whether it did.
     *
     * @param counts number of entries of the loaded tree by server
     */
    public boolean replace(EntryBuffer entries, long loaded, Map<Integer, Long> counts) {
        if (home == null) {
            return false;
        }
        moves.checkRoot(loaded);
        home.beginAtTop();
        if (!guard.tryEnter()) {
            return false;
        }
        tally.begin();
        try {
            boolean done = replacement.replaceOnly(entries, loaded);
            if (done) {
                tally.add(-entries.size());
                tally.loaded(counts);
            }
            return done;
        } catch (ForeignPageException e) {
            return false; // The tree has been spread, and its first leaf has moved.
        } finally {
            tally.end();
            guard.exit();
        }
    }

    /**
     * Home server: replaces a tree whose leaves are all empty by a loaded one; YES if it did, NO if
     * a leaf has entries. ELSEWHERE if a page is at another server, or other threads keep this one
     * from merging all pages: the client moves the meganodes here and tries again. The guard keeps
     * the pages here until the root is replaced.
     *
     * @param counts number of entries of the loaded tree by server
     */
    public int replaceEmptied(long loaded, Map<Integer, Long> counts) {
        if (home == null) {
            return MeganodeKind.NO;
        }
        moves.checkRoot(loaded);
        home.beginAtTop();
        inner.hint(PagePointer.NULL);
        if (!guard.tryEnter()) {
            return MeganodeKind.ELSEWHERE;
        }
        tally.begin();
        try {
            if (!replacement.collapse()) {
                return MeganodeKind.NO;
            }
            boolean done = replacement.replaceOnly(NO_ENTRIES, loaded);
            if (done) {
                RareBranch.MEGANODES_REPLACED.taken();
                tally.loaded(counts);
            }
            return done ? MeganodeKind.YES : MeganodeKind.ELSEWHERE;
        } catch (ForeignPageException e) {
            return MeganodeKind.ELSEWHERE;
        } finally {
            tally.end();
            guard.exit();
        }
    }

    /** Posts the separator of a page for the level above it, from a page on; an outcome. */
    public int post(long from, int above, long key, long pointer) {
        Page.checkLevel(above);
        moves.checkPage(pointer, above - 1, key);
        return correct(
                from,
                above,
                key,
                () -> {
                    inner.postAt(above, key, pointer);
                    boolean isLeft = unposted.remove(above, key, pointer);
                    return isLeft ? leftOutcome() : MeganodeKind.YES;
                });
    }

    /** As {@link #goElsewhere}, after a separator was left for the server of its parent. */
    private int leftOutcome() {
        return cameWithGone() ? MeganodeKind.GONE : MeganodeKind.ELSEWHERE;
    }

    /**
     * Puts a page that has moved in the place of the old one in the level above, from a page on; an
     * outcome, NO if there is no such level.
     */
    public int repoint(long from, int above, long key, long old, long moved) {
        moves.checkPage(moved, above - 1, key);
        return correct(from, above, key, () -> answer(inner.repoint(above, key, old, moved)));
    }

    /**
     * Puts a page that has moved in the place of the old one as the right neighbour of the page of
     * a level that covers a key, from a page on; an outcome, NO if there is no such level.
     */
    public int relink(long from, int at, long key, long old, long moved) {
        moves.checkPage(moved, at, pages.order().after(key));
        return correct(
                from,
                at,
                key,
                () -> {
                    if (at == Page.LEAF) {
                        leaves.relink(key, old, moved);
                        return MeganodeKind.YES;
                    }
                    return answer(inner.relink(at, key, old, moved));
                });
    }

    /**
     * Removes entries that name a page which is gone, on the path to a key from a page on; an
     * outcome. If UNCOVERED, {@link #uncoveredLevel} and {@link #uncoveredKey} are of a page whose
     * first entry needs another page, which the client finds.
     */
    public int withdraw(long from, long key, long gone) {
        moves.checkGone(gone);
        return correct(
                from,
                Page.LEAF,
                key,
                () -> {
                    moves.withdraw(key, gone, startsAtPage() ? start.level() : HIGHEST_LEVEL);
                    boolean done = moves.uncoveredLevel() == Page.LEAF;
                    return done ? MeganodeKind.YES : MeganodeKind.UNCOVERED;
                });
    }

    /** Level of the page that {@link #withdraw} left with a first entry to cover. */
    public int uncoveredLevel() {
        return moves.uncoveredLevel();
    }

    /** Smallest key of the page that {@link #withdraw} left with a first entry to cover. */
    public long uncoveredKey() {
        return moves.uncoveredKey();
    }

    /**
     * Puts a page in the place of one that is gone in the first entry of the page of a level that
     * starts at a key, from a page on; an outcome.
     *
     * @param cover covers the key, or begins left of it; it may have died since the client found it
     */
    public int cover(long from, int above, long key, long gone, long cover) {
        if (above < InnerLevels.LOWEST) {
            throw new IllegalArgumentException("leaves have no entries of pages: level=" + above);
        }
        moves.checkGone(gone);
        moves.checkCover(cover, above - 1, key);
        return correct(
                from, above, key, () -> answer(inner.withdrawOnce(above, key, gone, cover).done()));
    }

    private static int answer(boolean done) {
        return done ? MeganodeKind.YES : MeganodeKind.NO;
    }

    /** Executes a correction at a level, if the page where it starts is not below that level. */
    private int correct(long from, int at, long key, IntSupplier correction) {
        try {
            int begun = begin(from, PagePointer.NULL, key);
            if (begun != MeganodeKind.YES) {
                return begun;
            }
            if (startsAtPage() && start.level() < at) {
                if (home == null) {
                    return MeganodeKind.ASTRAY;
                }
                home.beginAtTop();
            }
            return correction.getAsInt();
        } catch (ForeignPageException e) {
            return goElsewhere(e, key);
        }
    }

    /** Whether there is a level above the meganodes; only the home server knows if not. */
    private boolean isDivided() {
        if (home == null) {
            return true;
        }
        home.beginAtTop();
        return inner.find(KeyOrder.LEAST, level + 1) != Descent.ABOVE_ROOT;
    }

    /** Moves of single pages to and from this server. */
    public PageMoves moves() {
        return moves;
    }

    private int begin(long from, long leaf, long key) {
        elsewhere = PagePointer.NULL;
        bounds.clear();
        unposted.clear();
        inner.forgetHop();
        leaves.forgetUnsettled();
        if (home == null) {
            int begun = start.start(from, key);
            if (begun != MeganodeKind.YES) {
                return begun;
            }
        } else {
            home.beginAtTop();
            if (from != PagePointer.NULL && pages.reaches(from)) {
                home.begin(from, key);
            }
        }
        inner.hint(start.isPage(leaf) ? leaf : PagePointer.NULL);
        return MeganodeKind.YES;
    }

    /**
     * Has the client go on at another server. If it has come with a page of the home server that is
     * gone, it would come back with it: an entry at the other server names that page. So it learns
     * that the page is gone.
     */
    private int goElsewhere(ForeignPageException e, long key) {
        if (cameWithGone()) {
            return MeganodeKind.GONE;
        }
        RareBranch.SENT_ELSEWHERE.taken();
        elsewhere = e.pointer();
        if (!startsAtPage() && pages.format().hasWordKeys()) {
            boolean _ = inner.boundsOf(elsewhere, level, key, bounds);
        }
        return MeganodeKind.ELSEWHERE;
    }

    /** Whether the request starts at the page that it names, and not at the root of the tree. */
    private boolean startsAtPage() {
        return home == null || home.isStarted();
    }

    private boolean cameWithGone() {
        return home != null && home.isGone();
    }

    /**
     * The level above the meganodes may be there, but not above the page where a request starts.
     */
    private boolean growAtTop(int above, long key, long pointer) {
        if (home != null) {
            home.beginAtTop();
        }
        return inner.grow(above, key, pointer);
    }

    private boolean leaveToClient(int above, long key, long pointer) {
        unposted.add(above, key, pointer);
        return true;
    }

    private void keepUnposted(int above, long key, long pointer, long otherServer) {
        elsewhere = otherServer;
        unposted.add(above, key, pointer);
    }
}
