package dev.mangrove.index.bytes.tree;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.ByteKeys;
import dev.mangrove.index.page.bytes.BytesAnchor;
import dev.mangrove.index.page.bytes.BytesEntry;
import dev.mangrove.index.page.bytes.BytesNode;
import dev.mangrove.index.page.bytes.BytesPage;
import dev.mangrove.index.page.bytes.BytesPages;
import dev.mangrove.index.page.bytes.BytesShape;
import dev.mangrove.index.page.bytes.Extent;
import dev.mangrove.index.page.bytes.ExtentSpace;
import dev.mangrove.index.page.bytes.Extents;
import dev.mangrove.index.session.RequestRefusedException;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * A tree of byte strings in its server's memory. All threads of the server use it; the package's
 * comment has the protocol.
 */
public final class BytesTree {
    /** Stands for the time to live of a key without expiry. */
    public static final long NO_TTL = -1;

    /** Longest time to live, in nanoseconds: differences of times must not overflow. */
    public static final long LONGEST_TTL = Long.MAX_VALUE / 2;

    private final TreeLock lock;
    private final TreePages pages;
    private final long anchor;
    private final TreeDescent descent;
    private final TreeGrowth growth;
    private final TreeShrinking shrinking;
    private byte[] sweepFrom = {};

    /** Entries in the leaves, also expired ones, as changes have counted them under the lock. */
    private long stored;

    private volatile @Nullable String damage;

    /**
     * The result of a change.
     *
     * @param met as {@link BytesChange} defines it
     * @param value what the change returns; null if nothing
     */
    @SuppressWarnings("ArrayRecordComponent") // Not compared.
    public record Result(boolean met, byte @Nullable [] value) {}

    /**
     * Plants an empty tree.
     *
     * @param pages of the tree
     * @param space allocates its pages
     * @param fanout most entries of a page
     */
    public BytesTree(Host host, BytesPages pages, LocalPages.Space space, int fanout) {
        this.lock = new TreeLock(host);
        this.pages = new TreePages(host, pages, space);
        this.anchor = this.pages.plantAnchor();
        long leaf =
                this.pages.create(
                        new BytesNode(
                                0, BytesNode.Bound.LOWEST, null, PagePointer.NULL, List.of()));
        this.descent = new TreeDescent(this.pages, this.pages.anchor(anchor), leaf);
        this.growth = new TreeGrowth(this.pages, descent, fanout);
        this.shrinking = new TreeShrinking(this.pages, descent, fanout);
    }

    /** Creates the pages of a tree in a memory. */
    public static BytesPages pages(
            MemorySegment memory, int pageSize, int tag, ExtentSpace extents) {
        return new BytesPages(memory, new BytesShape(pageSize), tag, new Extents(memory, extents));
    }

    /** Pointer to the page from which clients find the root, see {@link BytesAnchor}. */
    public long anchor() {
        return anchor;
    }

    /** The extents in the hands of clients. */
    public HeldTables tables() {
        return pages.tables();
    }

    /** The value of a key; null if the key is absent. */
    public byte @Nullable [] get(byte[] key) {
        ByteKeys.check(key);
        return reading(
                () -> {
                    Found found = Found.in(descent.to(0, key), key);
                    BytesEntry entry = live(found);
                    return entry == null ? null : pages.value(found.leaf, entry);
                });
    }

    /** Nanoseconds that a key has left; {@link #NO_TTL} if it is absent or has no expiry. */
    public long ttl(byte[] key) {
        ByteKeys.check(key);
        return reading(
                () -> {
                    BytesEntry entry = Found.in(descent.to(0, key), key).stored();
                    return entry == null || !entry.isExpiring()
                            ? NO_TTL
                            : Math.max(NO_TTL, pages.timeLeft(entry));
                });
    }

    /** An entry that was found; null if there is none, or if it has expired. */
    private @Nullable BytesEntry live(Found found) {
        BytesEntry entry = found.stored();
        return entry != null && pages.isExpired(entry) ? null : entry;
    }

    /** Where a key is, or would be. */
    private static final class Found {
        private final BytesPage leaf;
        private final int slot;
        private final @Nullable BytesEntry stored;
        private boolean frozen;

        private Found(BytesPage leaf, int slot, @Nullable BytesEntry stored) {
            this.leaf = leaf;
            this.slot = slot;
            this.stored = stored;
        }

        static Found in(BytesPage leaf, byte[] key) {
            int slot = leaf.find(key);
            return new Found(leaf, slot, slot == BytesPage.NONE ? null : leaf.entry(slot));
        }

        /** The key's entry, which may have expired; null if there is none. */
        @Nullable BytesEntry stored() {
            return stored;
        }

        /** Keeps clients from replacing the value, which then is the one that the entry has. */
        Found freeze() {
            if (stored != null) {
                leaf.freeze(stored);
                frozen = true;
            }
            return this;
        }

        /** Replaces the value of the entry. */
        void replace(BytesEntry by) {
            leaf.value(slot, by.kind(), by.word());
            frozen = false;
        }

        /** Removes the entry. */
        void remove() {
            leaf.clear(slot);
            frozen = false;
        }

        /** Lets clients replace the value again, if it is still there. */
        void thaw() {
            if (stored != null && frozen) {
                leaf.thaw(stored);
            }
        }
    }

    /** Changes a key, as {@link #change(BytesChange, byte[], byte[], byte[], long)}. */
    public Result change(BytesChange change, byte[] key, byte[] value, byte[] expected) {
        return change(change, key, value, expected, NO_TTL);
    }

    /**
     * Changes a key. A key that gets another value has no expiry after it, unless a time to live is
     * given; a counter keeps its expiry.
     *
     * @param value the new value, or what to add
     * @param expected compared with the value before, by changes that compare
     * @param ttl nanoseconds after which the key counts as absent, or {@link #NO_TTL}
     */
    public Result change(BytesChange change, byte[] key, byte[] value, byte[] expected, long ttl) {
        ByteKeys.check(key);
        checkValue(value);
        if (ttl < NO_TTL || ttl > LONGEST_TTL) {
            throw new IllegalArgumentException("no time to live: nanos=" + ttl);
        }
        return changing(() -> changeLocked(change, key, value, expected, ttl));
    }

    private Result changeLocked(
            BytesChange change, byte[] key, byte[] value, byte[] expected, long ttl) {
        Found found = Found.in(growth.leafOf(key), key).freeze();
        try {
            return changeFound(change, found, key, value, expected, ttl);
        } finally {
            found.thaw();
        }
    }

    private Result changeFound(
            BytesChange change, Found found, byte[] key, byte[] value, byte[] expected, long ttl) {
        BytesEntry entry = live(found);
        boolean absent = entry == null;
        return switch (change) {
            case PUT -> {
                put(found, entry(key, value, ttl));
                yield new Result(absent, null);
            }
            case PUT_IF_ABSENT -> {
                if (absent) {
                    put(found, entry(key, value, ttl));
                }
                yield new Result(absent, null);
            }
            case REPLACE -> {
                boolean equal = hasValue(entry, expected);
                if (equal) {
                    put(found, entry(key, value, ttl));
                }
                yield new Result(equal, null);
            }
            case DELETE -> new Result(entry != null && delete(found, entry), null);
            case DELETE_IF_EQUAL ->
                    new Result(
                            entry != null && hasValue(entry, expected) && delete(found, entry),
                            null);
            case GET_AND_PUT -> {
                byte @Nullable [] before = entry == null ? null : pages.value(entry);
                put(found, entry(key, value, ttl));
                yield new Result(absent, before);
            }
            case ADD -> add(found, entry, key, Counters.of(value), ttl);
            case EXPIRE -> {
                if (entry != null) {
                    put(found, entry(key, pages.value(entry), ttl));
                }
                yield new Result(!absent, null);
            }
            case PERSIST -> {
                boolean expiring = entry != null && entry.isExpiring();
                if (entry != null && expiring) {
                    put(found, pages.entry(key, pages.value(entry)));
                }
                yield new Result(expiring, null);
            }
        };
    }

    /** A counter that is there keeps its expiry; a new one gets that of the request. */
    private Result add(Found found, @Nullable BytesEntry entry, byte[] key, long delta, long ttl) {
        long before = entry == null ? 0 : Counters.of(pages.value(entry));
        byte[] sum = Counters.bytes(before + delta);
        BytesEntry after =
                entry == null
                        ? entry(key, sum, ttl)
                        : entry.isExpiring()
                                ? pages.expiringEntry(key, sum, pages.expiry(entry))
                                : pages.entry(key, sum);
        put(found, after);
        return new Result(entry == null, sum);
    }

    private BytesEntry entry(byte[] key, byte[] value, long ttl) {
        return ttl == NO_TTL
                ? pages.entry(key, value)
                : pages.expiringEntry(key, value, pages.timeIn(ttl));
    }

    private boolean hasValue(@Nullable BytesEntry entry, byte[] expected) {
        return entry != null && Arrays.equals(pages.value(entry), expected);
    }

    /** Stores an entry in the place of the one found, which may have expired, or as a new one. */
    private void put(Found found, BytesEntry entry) {
        BytesEntry before = found.stored();
        if (before != null) {
            found.replace(entry);
            pages.extents().free(before.valueExtent());
            pages.replaced(before, entry);
            return;
        }
        try {
            growth.insert(found.leaf, entry);
        } catch (RequestRefusedException e) {
            pages.extents().free(entry.valueExtent());
            throw e;
        }
        count(1);
        pages.replaced(null, entry);
    }

    private void count(long added) {
        stored += added;
    }

    private boolean delete(Found found, BytesEntry entry) {
        assert entry == found.stored() && found.leaf.level() == 0 : found.leaf.level();
        found.remove();
        count(-1);
        pages.free(entry);
        pages.replaced(entry, null);
        shrinking.afterDelete(found.leaf, entry.key());
        return true;
    }

    /**
     * Removes the expired entries of some leaves, and goes on behind them the next time. Waits for
     * nothing: where the lock is taken, the next call tries again. Called by one thread.
     */
    public void sweep(int mostLeaves) {
        if (pages.expiring() > 0) {
            removeExpired(collectExpired(mostLeaves));
        }
    }

    /** The keys of entries that have expired, in some leaves. */
    List<byte[]> collectExpired(int mostLeaves) {
        List<byte[]> expired = new ArrayList<>();
        if (lock.tryLockShared()) {
            try {
                checkSound();
                sweepFrom = new TreeScan(pages, descent).expired(sweepFrom, mostLeaves, expired);
            } finally {
                lock.unlockShared();
            }
        }
        return expired;
    }

    /** Removes entries that have expired, under the lock for each. */
    void removeExpired(List<byte[]> keys) {
        for (byte[] key : keys) {
            if (lock.tryLock()) {
                boolean _ = changingLocked(() -> deleteExpired(key));
            }
        }
    }

    private boolean deleteExpired(byte[] key) {
        Found found = Found.in(growth.leafOf(key), key);
        BytesEntry entry = found.stored();
        return entry != null && isStillExpired(entry) && delete(found.freeze(), entry);
    }

    /** The entry may have been renewed since the sweep has seen it. */
    private boolean isStillExpired(BytesEntry entry) {
        return pages.isExpired(entry);
    }

    /**
     * Visits entries in order, until the sink is full.
     *
     * @return whether there may be more
     */
    public boolean scan(KeyRange range, boolean descending, EntrySink sink) {
        TreeScan scan = new TreeScan(pages, descent);
        return reading(
                () -> descending ? scan.descending(range, sink) : scan.ascending(range, sink));
    }

    /**
     * Counts the keys of a range, in at most so many leaves.
     *
     * @return the number, and where to go on; the latter is null at the end
     */
    public Count count(KeyRange range, int mostLeaves) {
        TreeScan scan = new TreeScan(pages, descent);
        return reading(() -> scan.count(range, mostLeaves));
    }

    /**
     * A part of a count.
     *
     * @param keys number of keys
     * @param next the first key that was not looked at; null at the end
     */
    @SuppressWarnings("ArrayRecordComponent") // Not compared.
    public record Count(long keys, byte @Nullable [] next) {}

    /** Starts a bulk load; the caller adopts or abandons it. */
    public TreeLoad load(double fill) {
        return new TreeLoad(pages, Math.clamp((long) (growth.fanout() * fill), 1, growth.fanout()));
    }

    /**
     * Replaces the empty tree by a loaded one.
     *
     * @throws IllegalStateException if the tree is not empty
     */
    public long adopt(TreeLoad load) {
        return changing(
                () -> {
                    BytesPage root = descent.root();
                    boolean empty =
                            root.level() == 0
                                    && root.count() == 0
                                    && root.right() == PagePointer.NULL;
                    if (!empty) {
                        throw new IllegalStateException("the tree is not empty");
                    }
                    long loaded = load.finish();
                    descent.root(load.root());
                    assert descent.root().low().length == 0 && descent.root().high() == null
                            : "bounds of the loaded root";
                    pages.freeAll(root.pointer());
                    count(loaded);
                    return loaded;
                });
    }

    /** Visits and verifies all pages. */
    public TreeSurvey survey() {
        return reading(() -> new TreeSurvey(pages).run(descent.root(), stored));
    }

    /** The nanoseconds of a time to live, which are checked. */
    public static long nanos(Duration ttl) {
        if (ttl.isNegative() || ttl.compareTo(Duration.ofNanos(LONGEST_TTL)) > 0) {
            throw new IllegalArgumentException(
                    "a time to live has 0 to " + LONGEST_TTL + " ns: ttl=" + ttl);
        }
        return ttl.toNanos();
    }

    /** Checks the length of a value. */
    static void checkValue(byte[] value) {
        if (value.length > Extent.LONGEST) {
            throw new IllegalArgumentException(
                    "a value has at most " + Extent.LONGEST + " bytes: length=" + value.length);
        }
    }

    private <T extends @Nullable Object> T reading(Supplier<T> work) {
        lock.lockShared();
        try {
            checkSound();
            return work.get();
        } finally {
            lock.unlockShared();
        }
    }

    private <T> T changing(Supplier<T> work) {
        lock.lock();
        return changingLocked(work);
    }

    /** Changes the tree and gives the lock back. */
    private <T> T changingLocked(Supplier<T> work) {
        boolean broken = true;
        try {
            checkSound();
            T result = work.get();
            broken = false;
            return result;
        } catch (RequestRefusedException | IllegalArgumentException | IllegalStateException e) {
            broken = false; // Nothing was changed, or something that is sound as it is.
            throw e;
        } finally {
            if (broken && damage == null) {
                damage = "the index is damaged, drop it: a change broke off";
                descent.hide();
            }
            lock.unlock();
        }
    }

    private void checkSound() {
        String reason = damage;
        if (reason != null) {
            throw new FabricException(FabricException.Kind.CORRUPT, reason);
        }
    }
}
