package dev.mangrove.index.bytes.direct;

import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.BytesPageView;
import dev.mangrove.index.page.bytes.BytesStamp;
import dev.mangrove.index.page.bytes.KeyProbe;

import org.jspecify.annotations.Nullable;

/**
 * Looks up many keys of a tree in place. Each step is done for all keys before the next. Between
 * two steps all that the next one reads is prefetched, in a loop without fences, so that the
 * processor waits for many lines at once. A key for which a step fails is looked up again on its
 * own. Used by one thread.
 */
public final class DirectGets {
    /** Keys of a turn. Chosen as for ordered indexes. */
    public static final int MOST = 64;

    private static final int SLOT_UNKNOWN = -2;

    private final DirectTree tree;
    private final BytesPageView view;
    private final KeyProbe probe;
    private final byte[][] keys = new byte[MOST][];
    private final int[] positions = new int[MOST];
    private final long[] leaves = new long[MOST];
    private final boolean[] isLeaf = new boolean[MOST];
    private final long[] stamps = new long[MOST];
    private final long[] hashes = new long[MOST];
    private final int[] slots = new int[MOST];
    private final int[] kinds = new int[MOST];
    private final long[] words = new long[MOST];
    private int count;

    /** Creates lookups in a tree. */
    public DirectGets(DirectTree tree) {
        this.tree = tree;
        this.view = tree.view();
        this.probe = tree.probe();
    }

    /** Forgets the keys of the turn. */
    public void clear() {
        count = 0;
    }

    /** Whether a turn has all its keys. */
    public boolean isFull() {
        return count == MOST;
    }

    /** Adds a key to the turn, with its position among the results. */
    public void add(byte[] key, int position) {
        keys[count] = key;
        positions[count++] = position;
    }

    /** Looks up the keys of the turn; returns how many of them the server has to be asked for. */
    public int run(byte[] @Nullable [] values) {
        descend();
        for (int i = 0; i < count; i++) {
            view.planLeaf(leaves[i], hashes[i]);
        }
        view.fetchPlanned();
        for (int i = 0; i < count; i++) {
            search(i);
        }
        for (int i = 0; i < count; i++) {
            if (slots[i] >= 0 && kinds[i] == BytesStamp.EXTENT) {
                view.planExtent(words[i]);
            }
        }
        view.fetchPlanned();
        int asked = 0;
        for (int i = 0; i < count; i++) {
            if (!read(i, values)) {
                keys[asked] = keys[i];
                positions[asked++] = positions[i];
            }
        }
        count = 0;
        return asked;
    }

    /** A key that the server has to be asked for. */
    public byte[] asked(int i) {
        return keys[i];
    }

    /** Its position among the results. */
    public int askedAt(int i) {
        return positions[i];
    }

    /** Finds the leaves of all keys, level by level. */
    private void descend() {
        long root = tree.root();
        for (int i = 0; i < count; i++) {
            hashes[i] = KeyProbe.hash(keys[i]);
            leaves[i] = root;
            isLeaf[i] = false;
        }
        boolean all = root == PagePointer.NULL;
        for (int pages = 0; pages < DirectTree.MOST_PAGES && !all; pages++) {
            all = true;
            for (int i = 0; i < count; i++) {
                all &= step(i);
            }
            for (int i = 0; i < count && !all; i++) {
                view.planInner(leaves[i]);
            }
            view.fetchPlanned();
        }
    }

    /** Goes one page towards the leaf of a key; returns whether there is no way further. */
    private boolean step(int i) {
        if (!isLeaf[i] && leaves[i] != PagePointer.NULL) {
            leaves[i] = tree.next(leaves[i], probe.of(keys[i]));
            isLeaf[i] = tree.isLeaf();
        }
        return isLeaf[i] || leaves[i] == PagePointer.NULL;
    }

    /** Finds the slot of a key in its leaf. */
    private void search(int i) {
        slots[i] = SLOT_UNKNOWN;
        if (!isLeaf[i]
                || view.open(leaves[i]) != BytesPageView.GOOD
                || view.endsBefore(probe.of(keys[i]), true)) {
            return;
        }
        stamps[i] = view.stamp();
        slots[i] = view.find(probe, hashes[i]);
        if (slots[i] >= 0) {
            kinds[i] = view.kind(slots[i]);
            words[i] = view.word(slots[i]);
        }
    }

    /** Takes the value of a key if the leaf is as it was in all steps, else looks the key up. */
    private boolean read(int i, byte[] @Nullable [] values) {
        boolean known =
                slots[i] != SLOT_UNKNOWN
                        && view.reopen(leaves[i], stamps[i]) == BytesPageView.GOOD
                        && (slots[i] < 0 || kinds[i] < BytesStamp.EXPIRING);
        if (known) {
            byte[] value = slots[i] < 0 ? null : tree.value(kinds[i], words[i]);
            values[positions[i]] = value;
            if (tree.isCopyValid()
                    && (slots[i] < 0 || tree.isValueValid(slots[i], kinds[i], words[i], value))) {
                return true;
            }
        }
        int outcome = tree.get(keys[i]);
        values[positions[i]] = tree.value();
        return outcome != DirectTree.ASK;
    }
}
