package dev.mangrove.index.bytes.tree;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Host;
import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.ByteKeys;
import dev.mangrove.index.page.bytes.BytesEntry;
import dev.mangrove.index.page.bytes.BytesNode;
import dev.mangrove.index.page.bytes.BytesPage;
import dev.mangrove.index.page.bytes.BytesPages;
import dev.mangrove.index.page.bytes.Extent;
import dev.mangrove.index.page.bytes.ExtentSpace;
import dev.mangrove.index.page.bytes.Extents;
import dev.mangrove.index.session.RequestRefusedException;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * A tree of byte strings in its server's memory. All threads of the server use it; the package's
 * comment has the protocol.
 */
public final class BytesTree {
    private final TreeLock lock;
    private final TreePages pages;
    private final TreeDescent descent;
    private final TreeGrowth growth;
    private final TreeShrinking shrinking;
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
        this.pages = new TreePages(pages, space);
        long leaf =
                this.pages.create(
                        new BytesNode(
                                0, BytesNode.Bound.LOWEST, null, PagePointer.NULL, List.of()));
        this.descent = new TreeDescent(this.pages, leaf);
        this.growth = new TreeGrowth(this.pages, descent, fanout);
        this.shrinking = new TreeShrinking(this.pages, descent, fanout);
    }

    /** Creates the pages of a tree in a memory. */
    public static BytesPages pages(
            MemorySegment memory, int pageSize, int tag, ExtentSpace extents) {
        return new BytesPages(memory, pageSize, tag, new Extents(memory, extents));
    }

    /** The value of a key; null if the key is absent. */
    public byte @Nullable [] get(byte[] key) {
        ByteKeys.check(key);
        return reading(
                () -> {
                    BytesPage leaf = descent.to(0, key);
                    int slot = leaf.find(key);
                    return slot == BytesPage.NONE ? null : pages.value(leaf.entry(slot));
                });
    }

    /**
     * Changes a key.
     *
     * @param value the new value, or what to add
     * @param expected compared with the value before, by changes that compare
     */
    public Result change(BytesChange change, byte[] key, byte[] value, byte[] expected) {
        ByteKeys.check(key);
        checkValue(value);
        return changing(() -> changeLocked(change, key, value, expected));
    }

    private Result changeLocked(BytesChange change, byte[] key, byte[] value, byte[] expected) {
        BytesPage leaf = growth.leafOf(key);
        int slot = leaf.find(key);
        @Nullable BytesEntry entry = slot == BytesPage.NONE ? null : leaf.entry(slot);
        boolean absent = entry == null;
        return switch (change) {
            case PUT -> {
                put(leaf, slot, entry, key, value);
                yield new Result(absent, null);
            }
            case PUT_IF_ABSENT -> {
                if (absent) {
                    put(leaf, slot, entry, key, value);
                }
                yield new Result(absent, null);
            }
            case REPLACE -> {
                boolean equal = hasValue(entry, expected);
                if (equal) {
                    put(leaf, slot, entry, key, value);
                }
                yield new Result(equal, null);
            }
            case DELETE -> new Result(entry != null && delete(leaf, slot, entry), null);
            case DELETE_IF_EQUAL ->
                    new Result(
                            entry != null && hasValue(entry, expected) && delete(leaf, slot, entry),
                            null);
            case GET_AND_PUT -> {
                byte @Nullable [] before = entry == null ? null : pages.value(entry);
                put(leaf, slot, entry, key, value);
                yield new Result(absent, before);
            }
            case ADD -> {
                long before = entry == null ? 0 : Counters.of(pages.value(entry));
                byte[] sum = Counters.bytes(before + Counters.of(value));
                put(leaf, slot, entry, key, sum);
                yield new Result(absent, sum);
            }
        };
    }

    private boolean hasValue(@Nullable BytesEntry entry, byte[] expected) {
        return entry != null && Arrays.equals(pages.value(entry), expected);
    }

    private void put(
            BytesPage leaf, int slot, @Nullable BytesEntry before, byte[] key, byte[] value) {
        BytesEntry entry = pages.entry(key, value);
        if (before != null) {
            leaf.value(slot, entry.kind(), entry.word());
            pages.extents().free(before.valueExtent());
            return;
        }
        try {
            growth.insert(leaf, entry);
        } catch (RequestRefusedException e) {
            pages.extents().free(entry.valueExtent());
            throw e;
        }
    }

    private boolean delete(BytesPage leaf, int slot, BytesEntry entry) {
        leaf.clear(slot);
        pages.free(entry);
        shrinking.afterDelete(leaf, entry.key());
        return true;
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
                    pages.freeAll(root.pointer());
                    return loaded;
                });
    }

    /** Visits and verifies all pages. */
    public TreeSurvey survey() {
        return reading(() -> new TreeSurvey(pages).run(descent.root()));
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
