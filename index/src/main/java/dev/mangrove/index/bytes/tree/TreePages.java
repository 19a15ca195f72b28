package dev.mangrove.index.bytes.tree;

import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.page.bytes.BytesEntry;
import dev.mangrove.index.page.bytes.BytesNode;
import dev.mangrove.index.page.bytes.BytesPage;
import dev.mangrove.index.page.bytes.BytesPages;
import dev.mangrove.index.page.bytes.BytesStamp;
import dev.mangrove.index.page.bytes.ExtentPointer;
import dev.mangrove.index.page.bytes.Extents;
import dev.mangrove.index.session.RequestRefusedException;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
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

    TreePages(BytesPages pages, LocalPages.Space space) {
        this.pages = pages;
        this.space = space;
        this.extents = pages.extents();
    }

    BytesPage open(long pointer) {
        return pages.open(pointer);
    }

    int slots() {
        return pages.slots();
    }

    LocalPages.Space space() {
        return space;
    }

    Extents extents() {
        return extents;
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

    /** Frees a page and all that belongs to it. */
    void freeAll(long pointer) {
        BytesNode node = open(pointer).load();
        free(node.low());
        free(node.high());
        if (node.level() == 0) {
            node.entries().forEach(this::free);
        } else {
            node.entries().forEach(entry -> extents.free(entry.keyExtent()));
        }
        space.free(pointer);
    }

    /**
     * Stores content in a page: allocates extents for keys that need one now, and frees those of
     * keys that need none any more.
     */
    void store(long pointer, BytesNode node) {
        int prefix = node.prefix();
        allocateKeys(node.entries(), prefix);
        for (BytesEntry entry : node.entries()) {
            if (!entry.needsExtent(prefix)) {
                extents.free(entry.keyExtent());
                entry.keyExtent(ExtentPointer.NULL);
            }
        }
        pages.store(pointer, node);
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

    /** The value of an entry. */
    byte[] value(BytesEntry entry) {
        if (entry.kind() == BytesStamp.EXTENT) {
            return extents.load(entry.word());
        }
        byte[] value = new byte[entry.kind()];
        for (int i = 0; i < value.length; i++) {
            value[i] = (byte) (entry.word() >>> (Byte.SIZE * i));
        }
        return value;
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
