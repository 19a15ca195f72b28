package dev.mangrove.index.page.bytes;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The content of a page, outside of the page: what a split or a merge rearranges.
 *
 * @param level 0 for a leaf
 * @param low smallest key that the page may hold
 * @param high keys of the page are less; absent if there is no bound
 * @param right the page's right neighbour, or null
 * @param entries in the order of their keys
 */
public record BytesNode(
        int level, Bound low, @Nullable Bound high, long right, List<BytesEntry> entries) {
    /**
     * A bound of a page.
     *
     * @param key the bound
     * @param extent pointer to an extent with the bound if it does not fit its line; else null
     */
    @SuppressWarnings("ArrayRecordComponent") // Not compared.
    public record Bound(byte[] key, long extent) {
        /** The lower bound of the first page of a level. */
        public static final Bound LOWEST = new Bound(new byte[0], ExtentPointer.NULL);

        /** Whether a bound needs an extent. */
        public static boolean needsExtent(byte[] key) {
            return !BytesLine.isWhole(key.length);
        }
    }

    /** Bytes that all keys between the bounds have in common at their start. */
    public int prefix() {
        return high == null ? 0 : ByteKeys.commonPrefix(low.key, high.key);
    }

    /**
     * The key that divides the page before an entry. Inner pages are divided at a separator, leaves
     * at the shortest string that distinguishes two keys.
     */
    public byte[] separatorBefore(int entry) {
        byte[] key = entries.get(entry).key();
        return level == 0 ? ByteKeys.separator(entries.get(entry - 1).key(), key) : key;
    }

    /** The key of the upper bound; null if there is none. */
    public byte @Nullable [] bound() {
        return high == null ? null : high.key;
    }

    /** Whether the keys ascend between the bounds, for assertions. */
    public boolean isOrdered() {
        byte[] before = low.key;
        for (int i = 0; i < entries.size(); i++) {
            int order = Arrays.compareUnsigned(before, entries.get(i).key());
            if (order > 0 || (order == 0 && i > 0)) {
                return false;
            }
            before = entries.get(i).key();
        }
        return high == null || Arrays.compareUnsigned(before, high.key) < 0;
    }

    /** The left part after a split before an entry. */
    public BytesNode leftOf(int entry, Bound bound, long rightPart) {
        return new BytesNode(level, low, bound, rightPart, entries.subList(0, entry));
    }

    /** The right part after a split before an entry. */
    public BytesNode rightOf(int entry, Bound bound) {
        return new BytesNode(level, bound, high, right, entries.subList(entry, entries.size()));
    }

    /** This page and its right neighbour as one page. */
    public BytesNode joined(BytesNode neighbour) {
        List<BytesEntry> all = new ArrayList<>(entries);
        all.addAll(neighbour.entries);
        return new BytesNode(level, low, neighbour.high, neighbour.right, all);
    }
}
