package dev.mangrove.index.bytes.tree;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.BytesAnchor;
import dev.mangrove.index.page.bytes.BytesEntry;
import dev.mangrove.index.page.bytes.BytesNode;
import dev.mangrove.index.page.bytes.BytesPage;
import dev.mangrove.index.page.bytes.BytesPages;
import dev.mangrove.index.page.bytes.BytesStamp;
import dev.mangrove.index.page.bytes.ExtentPointer;
import dev.mangrove.index.page.bytes.Extents;
import dev.mangrove.index.session.RequestRefusedException;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Pages of a tree with the extents that belong to them: a page owns those of its bounds, of its
 * keys and of its values. Where memory runs out, a method allocates nothing and throws what the
 * allocator has thrown.
 */
final class TreePages {
    private final BytesPages pages;
    private final LocalPages.Space space;
    private final Extents extents;
    private final Host host;
    private final HeldTables tables;
    private volatile long expiring;

    TreePages(Host host, BytesPages pages, LocalPages.Space space) {
        this.host = host;
        this.pages = pages;
        this.space = space;
        this.extents = pages.extents();
        this.tables = new HeldTables(pages.memory(), extents);
    }

    BytesPage open(long pointer) {
        return pages.open(pointer);
    }

    /** Most entries of a page of a level, of a tree whose pages have at most so many. */
    int fanout(int level, int most) {
        return Math.min(most, pages.shape().slots(level));
    }

    /** Allocates the anchor of the tree; returns its pointer. */
    long plantAnchor() {
        long pointer = space.take();
        anchor(pointer).plant(PagePointer.generation(pointer));
        return pointer;
    }

    BytesAnchor anchor(long pointer) {
        return pages.anchor(pointer);
    }

    LocalPages.Space space() {
        return space;
    }

    Extents extents() {
        return extents;
    }

    /** The extents in the hands of clients. */
    HeldTables tables() {
        return tables;
    }

    /** Allocates a page for content, and stores it there. */
    long create(BytesNode node) {
        long pointer = space.take();
        try {
            store(pointer, node);
            return pointer;
        } catch (RequestRefusedException e) {
            space.free(pointer);
            throw e;
        }
    }

    /** A bound, with an extent if it needs one. */
    BytesNode.Bound bound(byte[] key) {
        return new BytesNode.Bound(
                key, BytesNode.Bound.needsExtent(key) ? extents.store(key) : ExtentPointer.NULL);
    }

    /** Frees the extent of a bound. */
    void free(BytesNode.@Nullable Bound bound) {
        if (bound != null) {
            extents.free(bound.extent());
        }
    }

    /** Frees the extents of an entry. */
    void free(BytesEntry entry) {
        extents.free(entry.keyExtent());
        extents.free(entry.valueExtent());
    }

    /** Frees a page and all that belongs to it; the page first, as clients may be reading it. */
    void freeAll(long pointer) {
        BytesNode node = open(pointer).load();
        space.free(pointer);
        free(node.low());
        free(node.high());
        if (node.level() == 0) {
            node.entries().forEach(this::free);
        } else {
            node.entries().forEach(entry -> extents.free(entry.keyExtent()));
        }
    }

    /**
     * Stores content in a page: allocates extents for keys that need one now, and frees those of
     * keys that need none any more, after the page has changed.
     */
    void store(long pointer, BytesNode node) {
        allocateKeys(node.entries(), node.prefix());
        List<Long> obsolete = takeObsolete(node);
        pages.store(pointer, node);
        obsolete.forEach(extents::free);
    }

    /**
     * Stores both parts of a page that is split, the new right page first. No key needs an extent
     * that it did not need before. The old page names the extents of both until it is stored.
     */
    void storeSplit(BytesPage page, BytesNode upper, BytesNode lower) {
        assert Arrays.equals(lower.bound(), upper.low().key()) : "a gap between the parts";
        page.freezeAll(upper.entries());
        page.freezeAll(lower.entries());
        long right = lower.right();
        long left = page.pointer();
        List<Long> obsolete = takeObsolete(upper);
        obsolete.addAll(takeObsolete(lower));
        pages.store(right, upper);
        pages.store(left, lower);
        obsolete.forEach(extents::free);
    }

    /**
     * Stores the entries of a page and of its right neighbour in the former. If there is no memory
     * for keys that need an extent now, nothing is changed.
     */
    void storeMerged(BytesPage left, BytesNode first, BytesPage right, BytesNode second) {
        assert first.right() == right.pointer() : PagePointer.toString(first.right());
        BytesNode joined = first.joined(second);
        allocateKeys(joined.entries(), joined.prefix());
        left.freezeAll(first.entries());
        right.freezeAll(second.entries());
        store(left.pointer(), joined);
    }

    /** Takes extents from keys that need none in a page; the caller frees them. */
    private static List<Long> takeObsolete(BytesNode node) {
        int prefix = node.prefix();
        List<Long> obsolete = new ArrayList<>();
        for (BytesEntry entry : node.entries()) {
            if (entry.keyExtent() != ExtentPointer.NULL && !entry.needsExtent(prefix)) {
                obsolete.add(entry.keyExtent());
                entry.keyExtent(ExtentPointer.NULL);
            }
        }
        return obsolete;
    }

    private void allocateKeys(List<BytesEntry> entries, int prefix) {
        List<BytesEntry> allocated = new ArrayList<>();
        try {
            for (BytesEntry entry : entries) {
                if (entry.needsExtent(prefix) && entry.keyExtent() == ExtentPointer.NULL) {
                    entry.keyExtent(extents.store(entry.key()));
                    allocated.add(entry);
                }
            }
        } catch (RequestRefusedException e) {
            for (BytesEntry entry : allocated) {
                extents.free(entry.keyExtent());
                entry.keyExtent(ExtentPointer.NULL);
            }
            throw e;
        }
    }

    /** Adds an entry to a page that has room for it. */
    void add(BytesPage page, BytesEntry entry) {
        allocateKeys(List.of(entry), page.prefix());
        page.add(entry);
    }

    /** The value of an entry of a leaf, in which clients may replace it meanwhile. */
    byte[] value(BytesPage leaf, BytesEntry entry) {
        return entry.kind() == BytesStamp.EXTENT ? leaf.content(entry) : value(entry);
    }

    /** The value of an entry that is frozen, or that clients do not replace. */
    byte[] value(BytesEntry entry) {
        if (entry.kind() == BytesStamp.EXTENT) {
            return extents.load(entry.word());
        }
        if (entry.isExpiring()) {
            byte[] content = extents.load(entry.word());
            return Arrays.copyOfRange(content, Long.BYTES, content.length);
        }
        byte[] value = new byte[entry.kind()];
        for (int i = 0; i < value.length; i++) {
            value[i] = (byte) (entry.word() >>> (Byte.SIZE * i));
        }
        return value;
    }

    /** Number of entries with an expiry. Changed under the lock, read also without. */
    long expiring() {
        return expiring;
    }

    /** Counts an entry that is in the place of another; each null if there is none. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // Under the lock.
    void replaced(@Nullable BytesEntry before, @Nullable BytesEntry after) {
        int change =
                (after != null && after.isExpiring() ? 1 : 0)
                        - (before != null && before.isExpiring() ? 1 : 0);
        if (change != 0) {
            expiring += change;
        }
    }

    /** Whether an entry counts as absent. Only entries with an expiry read the clock. */
    boolean isExpired(BytesEntry entry) {
        return entry.isExpiring() && timeLeft(entry) <= 0;
    }

    /** Nanoseconds until an entry with an expiry counts as absent; 0 or less if it does. */
    long timeLeft(BytesEntry entry) {
        return expiry(entry) - host.nanoTime();
    }

    /** The time from which on an entry with an expiry counts as absent. */
    long expiry(BytesEntry entry) {
        return extents.firstWord(entry.word());
    }

    /** The time in so many nanoseconds. */
    long timeIn(long nanos) {
        return host.nanoTime() + nanos;
    }

    /** An entry that counts as absent from a time on. */
    BytesEntry expiringEntry(byte[] key, byte[] value, long expiry) {
        byte[] content =
                ByteBuffer.allocate(Long.BYTES + value.length)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(expiry)
                        .put(value)
                        .array();
        return new BytesEntry(key, ExtentPointer.NULL, BytesStamp.EXPIRING, extents.store(content));
    }

    /** An entry with a value, which lies in an extent if it does not fit the entry. */
    BytesEntry entry(byte[] key, byte[] value) {
        if (value.length > Long.BYTES) {
            return new BytesEntry(key, ExtentPointer.NULL, BytesStamp.EXTENT, extents.store(value));
        }
        long word = 0;
        for (int i = 0; i < value.length; i++) {
            word |= (value[i] & 0xFFL) << (Byte.SIZE * i);
        }
        return new BytesEntry(key, ExtentPointer.NULL, value.length, word);
    }
}
