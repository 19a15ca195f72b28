package dev.mangrove.index.bytes.direct;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.bytes.tree.KeyRange;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.BytesPageView;
import dev.mangrove.index.page.bytes.BytesStamp;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Reads a range of a tree in place, a leaf or a part of it at a time. Used by one thread, for one
 * range after the other.
 */
public final class DirectScan {
    /** Bytes of values that are copied at a time, at least one. Chosen: as much as a message. */
    private static final int MOST_BYTES = 64 << 10;

    private static final byte[] FIRST = {};

    private final DirectTree tree;
    private final BytesPageView view;
    private byte[][] keys = new byte[0][];
    private byte[][] values = new byte[0][];
    private int[] kinds = new int[0];
    private long[] words = new long[0];
    private int[] slots = new int[0];
    private int count;
    private KeyRange left = KeyRange.ALL;
    private long next = PagePointer.NULL;
    private boolean more;
    private boolean atStart;

    /** Creates scans of a tree. */
    public DirectScan(DirectTree tree) {
        this.tree = tree;
        this.view = tree.view();
    }

    /** Begins with a range. */
    public void begin(KeyRange range) {
        byte[] low = range.low();
        byte[] high = range.high();
        left = range;
        next = PagePointer.NULL;
        count = 0;
        more = low == null || high == null || Arrays.compareUnsigned(low, high) <= 0;
    }

    /** What is left of the range behind the entries of the last {@link #read}. */
    public KeyRange left() {
        return left;
    }

    /** Whether there may be entries in what is left. */
    public boolean hasMore() {
        return more;
    }

    /** Number of entries that the last {@link #read} has read. */
    public int count() {
        return count;
    }

    /** The key of an entry. */
    public byte[] key(int i) {
        return keys[i];
    }

    /** Its value. */
    public byte[] value(int i) {
        return values[i];
    }

    /**
     * Reads the next entries of the range, perhaps none; {@link #hasMore} tells whether to go on.
     *
     * @return false if the server has to be asked for what is left
     */
    public boolean read(boolean descending, long most) {
        count = 0;
        for (int tries = 0; tries < DirectTree.TRIES; tries++) {
            if (descending ? toUpperLeaf() : toLowerLeaf()) {
                int wanted = (int) Math.min(most, view.count());
                DirectOutcome outcome = descending ? readDown(wanted) : readUp(wanted);
                if (outcome == DirectOutcome.PRESENT) {
                    return true;
                }
                if (outcome == DirectOutcome.ASK) {
                    break;
                }
            } else if (tree.isHidden()) {
                break;
            }
            count = 0;
            next = PagePointer.NULL;
        }
        count = 0;
        next = PagePointer.NULL;
        return false;
    }

    /** Counts the keys of what is left of the range; -1 if the server has to be asked for it. */
    public long countLeaf() {
        for (int tries = 0; tries < DirectTree.TRIES; tries++) {
            if (toLowerLeaf()) {
                int first = firstPosition();
                int end = endPosition();
                boolean expires = view.expiring() > 0;
                KeyRange rest = behind();
                long right = view.right();
                if (tree.isCopyValid()) {
                    if (expires) {
                        return -1;
                    }
                    advance(rest, right);
                    return Math.max(0, end - first);
                }
            } else if (tree.isHidden()) {
                return -1;
            }
            next = PagePointer.NULL;
        }
        return -1;
    }

    private boolean toLowerLeaf() {
        atStart = next != PagePointer.NULL;
        if (atStart) {
            return view.open(next) && view.level() == 0;
        }
        byte[] low = left.low();
        return tree.toLeaf(low == null ? FIRST : low, false);
    }

    private boolean toUpperLeaf() {
        atStart = false;
        byte[] high = left.high();
        return high == null
                ? tree.toLastLeaf()
                : tree.toLeaf(high, high.length > 0 && !left.highIncluded());
    }

    /** Position of the first entry that is not below the range. */
    private int firstPosition() {
        byte[] low = left.low();
        return atStart || low == null
                ? 0
                : 1 + view.floor(tree.probe().of(low), left.lowIncluded());
    }

    /** Position behind the last entry that is not above the range. */
    private int endPosition() {
        byte[] high = left.high();
        if (high == null || isWhollyBelow(high)) {
            return view.count();
        }
        return 1 + view.floor(tree.probe().of(high), !left.highIncluded());
    }

    /** Whether the whole leaf is below a key: then the key need not have the leaf's prefix. */
    private boolean isWhollyBelow(byte[] key) {
        return view.endsBefore(tree.probe().of(key), true);
    }

    /** The range behind the leaf; null if there is none. */
    private @Nullable KeyRange behind() {
        if (!view.isBounded()) {
            return null;
        }
        byte[] bound = view.high();
        return left.isAbove(bound) ? null : left.from(bound);
    }

    private void advance(@Nullable KeyRange rest, long right) {
        more = rest != null;
        left = rest == null ? left : rest;
        next = rest == null ? PagePointer.NULL : right;
    }

    /** PRESENT if the entries are valid, CHANGED, or ASK if one of them has an expiry. */
    private DirectOutcome readUp(int most) {
        int first = firstPosition();
        int end = endPosition();
        int taken = look(first, Math.min(end - first, most), 1);
        if (taken < 0) {
            return tree.isCopyValid() ? DirectOutcome.ASK : DirectOutcome.CHANGED;
        }
        boolean whole = copy(taken) && first + taken >= end;
        KeyRange rest = whole ? behind() : left.after(keys[count - 1]);
        long right = view.right();
        if (!isCopyValid()) {
            return DirectOutcome.CHANGED;
        }
        advance(rest, whole ? right : PagePointer.NULL);
        return DirectOutcome.PRESENT;
    }

    /** As {@link #readUp}, from the last entry of the range in the leaf to the first. */
    private DirectOutcome readDown(int most) {
        int last = endPosition() - 1;
        int first = isWhollyAboveLow() ? 0 : firstPosition();
        int taken = look(last, Math.min(last - first + 1, most), -1);
        if (taken < 0) {
            return tree.isCopyValid() ? DirectOutcome.ASK : DirectOutcome.CHANGED;
        }
        boolean whole = copy(taken) && taken > last - first;
        KeyRange rest = whole ? below() : left.before(keys[count - 1]);
        if (!isCopyValid()) {
            return DirectOutcome.CHANGED;
        }
        advance(rest, PagePointer.NULL);
        return DirectOutcome.PRESENT;
    }

    /**
     * Looks at entries and prefetches their values; returns how many there are, or -1 if one of
     * them has an expiry.
     */
    private int look(int start, int number, int step) {
        if (kinds.length < view.count()) {
            makeRoom(view.count());
        }
        for (int i = 0; i < number; i++) {
            int slot = view.slot(start + i * step);
            slots[i] = slot;
            kinds[i] = view.kind(slot);
            words[i] = view.word(slot);
            if (kinds[i] >= BytesStamp.EXPIRING) {
                return -1;
            }
            if (kinds[i] == BytesStamp.EXTENT) {
                view.planExtent(words[i]);
            }
        }
        view.fetchPlanned();
        return Math.max(0, number);
    }

    private void makeRoom(int entries) {
        keys = new byte[entries][];
        values = new byte[entries][];
        kinds = new int[entries];
        words = new long[entries];
        slots = new int[entries];
    }

    /** Copies entries that {@link #look} has looked at; returns whether all of them. */
    private boolean copy(int number) {
        byte[] prefix = view.low();
        long bytes = 0;
        for (count = 0; count < number && bytes < MOST_BYTES; count++) {
            keys[count] = view.key(slots[count], prefix);
            byte[] value = tree.value(kinds[count], words[count]);
            values[count] = value == null ? FIRST : value; // Then read again.
            bytes += values[count].length;
        }
        return count == number;
    }

    /**
     * Whether the leaf is valid, and with it each value at some moment: one that a client has
     * replaced since it was copied is copied again.
     */
    private boolean isCopyValid() {
        SharedWords.acquireFence();
        for (int i = 0; i < count; i++) {
            if (kinds[i] == BytesStamp.EXTENT && !isValueValid(i)) {
                return false;
            }
        }
        return tree.isCopyValid();
    }

    @SuppressWarnings("ReferenceEquality") // FIRST itself stands for a value that was not read.
    private boolean isValueValid(int i) {
        for (int tries = 0; tries < DirectTree.TRIES; tries++) {
            if (values[i] != FIRST && tree.isUnchanged(view.lineOf(slots[i]), words[i])) {
                return true;
            }
            words[i] = view.word(slots[i]);
            byte[] value = view.value(words[i]);
            values[i] = value == null ? FIRST : value;
            SharedWords.acquireFence();
        }
        return false;
    }

    private boolean isWhollyAboveLow() {
        return left.low() == null || !left.isBelow(view.low());
    }

    private @Nullable KeyRange below() {
        byte[] bound = view.low();
        return bound.length == 0 || left.isBelow(bound) ? null : left.before(bound);
    }
}
