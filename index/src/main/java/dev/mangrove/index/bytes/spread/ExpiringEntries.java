package dev.mangrove.index.bytes.spread;

import dev.mangrove.index.btree.strings.StringValue;
import dev.mangrove.index.bytes.spread.ServerClocks.Life;
import dev.mangrove.index.bytes.tree.KeyRange;

import java.util.ArrayList;
import java.util.List;

/**
 * The entries with an expiry in parts of a range, and whether they have expired. Reads no values.
 */
final class ExpiringEntries {
    /** Entries of one part. Chosen: those of some leaves. */
    static final int AT_ONCE = 1_024;

    private static final int READ_AT_ONCE = SpreadExtents.MOST_AT_ONCE;

    private final SpreadTree tree;
    private final List<byte[]> keys = new ArrayList<>();
    private final PointerList pointers = new PointerList();
    private final long[] some = new long[READ_AT_ONCE];
    private final long[] expiries = new long[READ_AT_ONCE];
    private final Life[] lives = new Life[AT_ONCE];
    private byte[] last = {};
    private int stored;

    ExpiringEntries(SpreadTree tree) {
        this.tree = tree;
    }

    /** Reads the first entries of a range; returns what is left of it, empty if nothing is. */
    List<KeyRange> read(KeyRange range) {
        keys.clear();
        pointers.clear();
        stored = tree.scan(range, false, AT_ONCE, this::add);
        for (int from = 0; from < keys.size(); from += READ_AT_ONCE) {
            judge(from, Math.min(keys.size() - from, READ_AT_ONCE));
        }
        return stored < AT_ONCE ? List.of() : List.of(range.after(last));
    }

    private void add(byte[] key, StringValue value) {
        last = key;
        if (value.kind() == StringValue.EXPIRING) {
            keys.add(key);
            pointers.add(value.word());
        }
    }

    private void judge(int from, int count) {
        for (int i = 0; i < count; i++) {
            some[i] = pointers.get(from + i);
        }
        long gone = tree.extents().expiries(some, expiries, count);
        ServerClocks clocks = tree.extents().clocks();
        for (int i = 0; i < count; i++) {
            boolean there = (gone & 1L << i) == 0;
            int server = SpreadPointer.server(some[i]);
            lives[from + i] = there ? clocks.judge(server, expiries[i]) : Life.REPLACED;
        }
    }

    /** Number of entries of the part, with an expiry or not. */
    int stored() {
        return stored;
    }

    /** Number of entries with an expiry. */
    int size() {
        return keys.size();
    }

    byte[] key(int i) {
        return keys.get(i);
    }

    long pointer(int i) {
        return pointers.get(i);
    }

    /** Whether an entry was present when its leaf was read. */
    boolean isAlive(int i) {
        return lives[i] == Life.ALIVE;
    }

    /** Whether an entry has expired by now, if it is still in its leaf. */
    boolean isOver(int i) {
        return lives[i] == Life.OVER;
    }
}
