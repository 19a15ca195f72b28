package dev.mangrove.index.bytes.spread;

import dev.mangrove.index.btree.strings.StringValue;
import dev.mangrove.index.bytes.client.EntryScan;
import dev.mangrove.index.bytes.spread.ServerClocks.Life;
import dev.mangrove.index.bytes.tree.KeyRange;

import org.jspecify.annotations.Nullable;

/**
 * The entries of a range, read some leaves at a time. The values of a part that are in extents are
 * read together. A value that was replaced or has expired since its leaf was read is looked up by
 * its key.
 */
final class SpreadScan implements EntryScan {
    /** Entries that are read at once. */
    private static final int AT_ONCE = SpreadExtents.MOST_AT_ONCE;

    private final SpreadTree tree;
    private final boolean descending;
    private final byte[][] keys = new byte[AT_ONCE][];
    private final byte[] @Nullable [] values = new byte[AT_ONCE] @Nullable [];
    private final long[] pointers = new long[AT_ONCE];
    private final int[] places = new int[AT_ONCE];
    private final int[] kinds = new int[AT_ONCE];
    private final byte[] @Nullable [] contents = new byte[AT_ONCE] @Nullable [];
    private KeyRange left;
    private long limit;
    private boolean more = true;
    private int count;
    private int extents;
    private boolean clocked;
    private int position = -1;
    private byte[] key = {};
    private byte[] value = {};

    SpreadScan(SpreadTree tree, KeyRange range, boolean descending, long limit) {
        this.tree = tree;
        this.left = range;
        this.descending = descending;
        this.limit = limit;
    }

    @Override
    public boolean next() {
        if (limit == 0) {
            return false;
        }
        // Ends: each turn goes to another entry, or reads entries behind all others.
        while (true) {
            if (++position >= count) {
                if (!more) {
                    return false;
                }
                fill();
                position = -1;
                continue;
            }
            byte[] current = values[position];
            if (current != null) {
                key = keys[position];
                value = current;
                limit--;
                return true;
            }
        }
    }

    private void fill() {
        int most = (int) Math.min(limit, AT_ONCE);
        count = 0;
        extents = 0;
        clocked = false;
        int found = tree.scan(left, descending, most, this::add);
        more = found == most;
        if (found > 0) {
            byte[] last = keys[found - 1];
            left = descending ? left.before(last) : left.after(last);
        }
        tree.extents().values(pointers, contents, extents, clocked);
        int again = 0;
        for (int i = 0; i < extents; i++) {
            Life life = tree.settle(kinds[i], pointers[i], contents[i]);
            values[places[i]] = life == Life.ALIVE ? tree.content() : null;
            contents[i] = null;
            if (life != Life.ALIVE) {
                places[again++] = places[i];
            }
        }
        for (int i = 0; i < again; i++) {
            values[places[i]] = tree.get(keys[places[i]]);
        }
    }

    private void add(byte[] found, StringValue at) {
        keys[count] = found;
        if (at.isInExtent()) {
            clocked |= at.kind() == StringValue.EXPIRING;
            kinds[extents] = at.kind();
            values[count] = null;
            places[extents] = count;
            pointers[extents++] = at.word();
        } else {
            values[count] = at.bytes();
        }
        count++;
    }

    @Override
    public byte[] key() {
        return key;
    }

    @Override
    public byte[] value() {
        return value;
    }
}
