package dev.mangrove.index.page.bytes;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageStore;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A page whose keys are byte strings, at its server. The caller holds the lock of the page's tree;
 * clients may read the page in place meanwhile. See the package's comment for layout and protocol.
 */
public final class BytesPage implements PageStore {
    /** Returned instead of a slot when there is none. */
    public static final int NONE = BytesPageView.NONE;

    private final BytesPages pages;
    private final MemorySegment memory;
    private final long pointer;
    private final long base;
    private final BytesPageView view;

    BytesPage(BytesPages pages, long pointer) {
        this.pages = pages;
        this.memory = pages.memory();
        this.pointer = pointer;
        this.base = PagePointer.offset(pointer);
        this.view = new BytesPageView(memory, pages.shape(), pages.tag());
    }

    /** Number of entries that a leaf of a size has room for. */
    public static int slots(int pageSize) {
        return new BytesShape(pageSize).slots(0);
    }

    /** Pointer to the page. */
    public long pointer() {
        return pointer;
    }

    /** The page's level, 0 for a leaf. */
    public int level() {
        return view.level();
    }

    /** Pointer to the right neighbour, or null. */
    public long right() {
        return view.right();
    }

    /** The lower bound. */
    public byte[] low() {
        return sound(view.low());
    }

    /** The upper bound; null if there is none. */
    public byte @Nullable [] high() {
        return view.isBounded() ? sound(view.high()) : null;
    }

    /** Whether the upper bound is less than a key, or, if {@code orEqual}, equal to it. */
    public boolean endsBefore(KeyProbe probe, boolean orEqual) {
        boolean ends = view.endsBefore(probe, orEqual);
        checkSound();
        return ends;
    }

    /** Number of entries. */
    public int count() {
        return view.count();
    }

    /** The slot of a key, or {@link #NONE}. */
    public int find(byte[] key) {
        KeyProbe probe = new KeyProbe().of(key);
        int slot = NONE;
        if (level() == 0) {
            slot = view.find(probe, KeyProbe.hash(key));
        } else {
            int position = view.floor(probe, false);
            if (position != NONE && view.floor(probe, true) != position) {
                slot = view.slot(position);
            }
        }
        checkSound();
        return slot;
    }

    /**
     * The slot of the largest key that is not larger than another one; {@link #NONE} if there is
     * none.
     *
     * @param below whether it must be less, not equal
     */
    public int floor(KeyProbe probe, boolean below) {
        int position = view.floor(probe, below);
        int slot = position == NONE ? NONE : view.slot(position);
        checkSound();
        return slot;
    }

    /** The slot of the largest key, or {@link #NONE}. */
    public int last() {
        return count() == 0 ? NONE : view.slot(count() - 1);
    }

    /** The entry in a slot. */
    public BytesEntry entry(int slot) {
        return entry(slot, low());
    }

    /** The value's word in a slot. */
    public long word(int slot) {
        return view.word(slot);
    }

    /**
     * Takes the pointer of an entry out of its line, so that no client can replace it any more, and
     * sets the entry's word to what was there. Readers try again until a change of the page or
     * {@link #thaw} puts a pointer there. Does nothing if the value is in the line.
     */
    public void freeze(BytesEntry entry) {
        if (entry.valueExtent() != ExtentPointer.NULL) {
            entry.word(takeOut(base + line(entry.slot())));
        }
    }

    /** Freezes entries that will be stored elsewhere. */
    public void freezeAll(List<BytesEntry> entries) {
        if (level() == 0) {
            entries.forEach(this::freeze);
        }
    }

    /** Puts back the pointer of a frozen entry. */
    public void thaw(BytesEntry entry) {
        if (entry.valueExtent() != ExtentPointer.NULL) {
            long line = base + line(entry.slot());
            SharedWords.release(memory, BytesLine.pointerAt(line), entry.word());
        }
    }

    private long takeOut(long line) {
        // Ends: after each turn but the last, a client has replaced the value meanwhile.
        while (true) {
            long pointer = SharedWords.acquire(memory, BytesLine.pointerAt(line));
            HeldExtents.settleFor(memory, line, pointer);
            if (isTakenOut(line, pointer)) {
                return pointer;
            }
        }
    }

    private boolean isTakenOut(long line, long pointer) {
        long at = BytesLine.pointerAt(line);
        return SharedWords.swap(memory, at, pointer, ExtentPointer.NULL) == pointer;
    }

    /** The value of an entry of this page that lies in an extent, with a word before it or not. */
    public byte[] content(BytesEntry entry) {
        long at = BytesLine.pointerAt(base + line(entry.slot()));
        // Ends: after each turn but the last, a client has replaced the value meanwhile.
        while (true) {
            byte[] content = pages.extents().loadIfSound(entry.word());
            SharedWords.acquireFence();
            long now = SharedWords.acquire(memory, at);
            if (now == entry.word()) {
                if (content == null) {
                    throw Extents.damaged(now);
                }
                return content;
            }
            entry.word(now);
        }
    }

    /** All entries in the order of their keys. */
    public List<BytesEntry> entries() {
        byte[] start = low();
        List<BytesEntry> entries = new ArrayList<>(count());
        for (int position = 0; position < count(); position++) {
            entries.add(entry(view.slot(position), start));
        }
        return entries;
    }

    /** The page's content. */
    public BytesNode load() {
        BytesNode.Bound low = new BytesNode.Bound(low(), extent(BytesShape.LOW));
        byte[] high = high();
        BytesNode.@Nullable Bound upper =
                high == null ? null : new BytesNode.Bound(high, extent(BytesShape.HIGH));
        return new BytesNode(level(), low, upper, right(), entries());
    }

    /**
     * Adds an entry to a page that has room for it.
     *
     * @param entry its key has an extent if it needs one
     */
    public void add(BytesEntry entry) {
        int position = 1 + view.floor(new KeyProbe().of(entry.key()), false);
        checkSound();
        assert count() < pages.shape().slots(level()) : count();
        assert isWithinBounds(entry.key()) && find(entry.key()) == NONE : pointer;
        PageOrder order = order();
        int slot = order.freeSlot(entry.key());
        begin();
        fill(line(slot), entry, prefix());
        order.insert(position, slot, entry, prefix());
        counts(count() + 1, view.expiring() + (entry.isExpiring() ? 1 : 0));
        end();
    }

    /** Whether the page covers a key, for assertions. */
    private boolean isWithinBounds(byte[] key) {
        byte[] high = high();
        return Arrays.compareUnsigned(low(), key) <= 0
                && (high == null || Arrays.compareUnsigned(key, high) < 0);
    }

    /** Replaces the value in a slot. */
    public void value(int slot, int kind, long word) {
        int line = line(slot);
        int expiring =
                view.expiring()
                        + (kind == BytesStamp.EXPIRING ? 1 : 0)
                        - (view.kind(slot) == BytesStamp.EXPIRING ? 1 : 0);
        begin();
        BytesLine.value(this, line, load(line), kind, word);
        counts(count(), expiring);
        end();
    }

    /** Removes the entry in a slot. */
    public void clear(int slot) {
        int line = line(slot);
        PageOrder order = order();
        int position = order.positionOf(slot);
        int expiring = view.expiring() - (view.kind(slot) == BytesStamp.EXPIRING ? 1 : 0);
        begin();
        BytesLine.clear(this, line, load(line));
        order.remove(position);
        counts(count() - 1, expiring);
        end();
    }

    /** Number of bytes that the page's keys have in common and lines leave out. */
    public int prefix() {
        return view.prefix();
    }

    /** Overwrites the page with content. Keys and bounds have the extents that they need. */
    void store(BytesNode node) {
        BytesShape shape = pages.shape();
        BytesNode.@Nullable Bound high = node.high();
        int prefix = node.prefix();
        int level = node.level();
        assert node.isOrdered() : PagePointer.toString(pointer);
        assert node.entries().size() <= shape.slots(level) : node.entries().size();
        begin();
        word(BytesPageView.KIND, BytesPageView.kind(pages.tag(), level));
        word(BytesPageView.RIGHT, node.right());
        word(BytesShape.LOW, BytesStamp.free(0));
        word(BytesShape.HIGH, BytesStamp.free(0));
        fillBound(BytesShape.LOW, node.low());
        if (high != null) {
            fillBound(BytesShape.HIGH, high);
        }
        int first = shape.firstEntry(level);
        for (int line = first; line < shape.pageSize(); line += BytesLine.BYTES) {
            word(line, BytesStamp.free(0));
        }
        PageOrder order = new PageOrder(this, memory, base, shape, level, 0);
        order.clear();
        int expiring = 0;
        for (BytesEntry entry : node.entries()) {
            int slot = order.freeSlot(entry.key());
            fill(first + slot * BytesLine.BYTES, entry, prefix);
            order.append(slot, entry, prefix);
            expiring += entry.isExpiring() && level == 0 ? 1 : 0;
        }
        word(BytesPageView.COUNTS, BytesPageView.counts(node.entries().size(), prefix, expiring));
        end();
        assert level() == level && count() == node.entries().size() : count();
    }

    /** Checks that this is a page of the tree. */
    BytesPage check() {
        if (!view.open(pointer)) {
            throw damaged();
        }
        return this;
    }

    /**
     * Makes the version odd before the first store of a change. The page of a new generation has no
     * readers yet: it counts as dead until the change ends. In both cases readers of the state
     * before see another stamp as soon as they see a store of the change.
     */
    private void begin() {
        long stamp = load(BytesPageView.STAMP);
        if (!HeaderStamp.isDead(stamp)) {
            word(BytesPageView.STAMP, PageVersion.changing(stamp));
        }
        SharedWords.storeFence();
    }

    /** Makes the version even after the last store of a change. */
    private void end() {
        long stamp = load(BytesPageView.STAMP);
        long next =
                HeaderStamp.isDead(stamp)
                        ? HeaderStamp.first(PagePointer.generation(pointer), true)
                        : PageVersion.changed(stamp);
        SharedWords.release(memory, base + BytesPageView.STAMP, next);
        BytesPage _ = check();
    }

    @Override
    public void word(int offset, long value) {
        SharedWords.plain(memory, base + offset, value);
    }

    @Override
    public boolean keepsLines() {
        return false;
    }

    @Override
    public void carry(int offset, int length) {
        throw new UnsupportedOperationException("stores in memory do not keep lines whole");
    }

    @Override
    public void fence() {
        // Readers see no part of a change: the page's version is odd meanwhile.
    }

    private void fill(int line, BytesEntry entry, int prefix) {
        BytesLine.fill(
                this,
                line,
                load(line),
                entry.key(),
                prefix,
                entry.keyExtent(),
                entry.kind(),
                entry.word());
    }

    private void fillBound(int line, BytesNode.Bound bound) {
        BytesLine.fill(this, line, load(line), bound.key(), 0, bound.extent(), 0, 0);
    }

    private void counts(int count, int expiring) {
        word(BytesPageView.COUNTS, BytesPageView.counts(count, prefix(), expiring));
    }

    private PageOrder order() {
        return new PageOrder(this, memory, base, pages.shape(), level(), count());
    }

    private BytesEntry entry(int slot, byte[] start) {
        byte[] key = sound(view.key(slot, start));
        return new BytesEntry(key, extent(line(slot)), view.kind(slot), view.word(slot), slot);
    }

    /** Pointer to the extent of a line's key, or null. */
    private long extent(int line) {
        return BytesLine.isWhole(BytesLine.length(memory, base + line))
                ? ExtentPointer.NULL
                : BytesLine.keyExtent(memory, base + line);
    }

    private byte[] sound(byte[] read) {
        checkSound();
        return read;
    }

    private void checkSound() {
        if (view.isTorn()) {
            throw damaged();
        }
    }

    private FabricException damaged() {
        return new FabricException(
                FabricException.Kind.CORRUPT,
                "no page of this index at " + PagePointer.toString(pointer));
    }

    private long load(int offset) {
        return SharedWords.plain(memory, base + offset);
    }

    private int line(int slot) {
        return pages.shape().firstEntry(level()) + slot * BytesLine.BYTES;
    }
}
