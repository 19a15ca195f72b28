package dev.mangrove.index.bytes.tree;

import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.ByteKeys;
import dev.mangrove.index.page.bytes.BytesEntry;
import dev.mangrove.index.page.bytes.BytesNode;
import dev.mangrove.index.page.bytes.BytesPage;
import dev.mangrove.index.session.RequestRefusedException;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A bulk load: builds all levels of a tree at once, from left to right, in pages that no tree leads
 * to. Each level keeps the entries of its last page here, until the first key of the next page, and
 * with it the upper bound, is known. Used by one thread.
 */
public final class TreeLoad {
    private static final int LEAST = 2;

    private final TreePages pages;
    private final int perPage;
    private final List<Level> levels = new ArrayList<>();
    private byte @Nullable [] last;
    private long loaded;

    TreeLoad(TreePages pages, int perPage) {
        this.pages = pages;
        this.perPage = Math.max(LEAST, perPage);
    }

    /** The last page of a level. */
    private static final class Level {
        private final long first;
        private long pointer;
        private BytesNode.Bound low = BytesNode.Bound.LOWEST;
        private List<BytesEntry> entries = new ArrayList<>();

        Level(long pointer) {
            this.first = pointer;
            this.pointer = pointer;
        }
    }

    /**
     * Adds an entry.
     *
     * @throws IllegalArgumentException if its key is not larger than the one before
     */
    public void add(byte[] key, byte[] value) {
        ByteKeys.check(key);
        BytesTree.checkValue(value);
        byte[] before = last;
        if (before != null && Arrays.compareUnsigned(before, key) >= 0) {
            throw new IllegalArgumentException(
                    "keys of a bulk load ascend: entry " + (loaded + 1) + " is not larger");
        }
        BytesEntry entry = pages.entry(key, value);
        try {
            add(0, entry);
        } catch (RequestRefusedException e) {
            pages.extents().free(entry.valueExtent());
            throw e;
        }
        last = key;
        loaded++;
    }

    private void add(int number, BytesEntry entry) {
        Level level = level(number);
        if (level.entries.size() == pages.fanout(number, perPage)) {
            byte[] key = entry.key();
            byte[] separator =
                    number == 0 ? ByteKeys.separator(level.entries.getLast().key(), key) : key;
            turnPage(number, level, separator);
        }
        level.entries.add(entry);
    }

    private Level level(int number) {
        if (number == levels.size()) {
            Level level = new Level(pages.space().take());
            if (number > 0) {
                byte[] lowest = BytesNode.Bound.LOWEST.key();
                level.entries.add(BytesEntry.child(lowest, levels.get(number - 1).first));
            }
            levels.add(level);
        }
        return levels.get(number);
    }

    /** Writes the last page of a level, and starts the next one. */
    private void turnPage(int number, Level level, byte[] separator) {
        long next = pages.space().take();
        BytesNode.@Nullable Bound high = null;
        BytesNode.@Nullable Bound low = null;
        try {
            high = pages.bound(separator);
            low = pages.bound(separator);
            add(number + 1, BytesEntry.child(separator, next));
            pages.store(level.pointer, new BytesNode(number, level.low, high, next, level.entries));
        } catch (RequestRefusedException e) {
            pages.free(high);
            pages.free(low);
            pages.space().free(next);
            throw e;
        }
        level.pointer = next;
        level.low = low;
        level.entries = new ArrayList<>();
    }

    /** Writes the last page of each level; returns the number of entries. */
    long finish() {
        level(0);
        for (int number = 0; number < levels.size(); number++) {
            Level level = levels.get(number);
            pages.store(
                    level.pointer,
                    new BytesNode(number, level.low, null, PagePointer.NULL, level.entries));
        }
        return loaded;
    }

    /** The root of the loaded tree. */
    long root() {
        return levels.getLast().pointer;
    }

    /** Frees all pages of a load that was not adopted. */
    public void abandon() {
        for (int number = 0; number < levels.size(); number++) {
            Level level = levels.get(number);
            long pointer = level.first;
            while (pointer != level.pointer) {
                BytesPage page = pages.open(pointer);
                pointer = page.right();
                pages.freeAll(page.pointer());
            }
            boolean leaves = number == 0;
            level.entries.forEach(entry -> pages.extents().free(leaves ? entry.valueExtent() : 0));
            level.entries.forEach(entry -> pages.extents().free(entry.keyExtent()));
            pages.free(level.low);
            pages.space().free(level.pointer);
        }
        levels.clear();
    }
}
