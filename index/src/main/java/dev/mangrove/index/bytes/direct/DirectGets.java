package dev.mangrove.index.bytes.direct;

import dev.mangrove.fabric.memory.SharedWords;
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

    private static final int KIND_UNKNOWN = -2;
    private static final int KIND_ABSENT = -1;

    private final DirectTree tree;
    private final BytesPageView view;
    private final KeyProbe probe;
    private final byte[][] keys = new byte[MOST][];
    private final int[] positions = new int[MOST];
    private final long[] pages = new long[MOST];
    private final int[] levels = new int[MOST];
    private final long[] hashes = new long[MOST];
    private final long[] lines = new long[MOST];
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
            view.planLeaf(pages[i], hashes[i]);
        }
        view.fetchPlanned();
        for (int i = 0; i < count; i++) {
            view.planSlot(pages[i], hashes[i]);
        }
        view.fetchPlanned();
        for (int i = 0; i < count; i++) {
            search(i);
        }
        view.fetchPlanned();
        for (int i = 0; i < count; i++) {
            values[positions[i]] = kinds[i] < 0 ? null : tree.value(kinds[i], words[i]);
        }
        SharedWords.acquireFence();
        int asked = 0;
        for (int i = 0; i < count; i++) {
            if (!isRead(i, values[positions[i]]) && !isFound(i, values)) {
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

    /** Finds the leaves of all keys as copies of inner pages name them, perhaps stale ones. */
    private void descend() {
        int highest = 0;
        for (int i = 0; i < count; i++) {
            hashes[i] = KeyProbe.hash(keys[i]);
            pages[i] = tree.namedPage(keys[i]);
            levels[i] = pages[i] == PagePointer.NULL ? 0 : tree.namedLevel();
            highest = Math.max(highest, levels[i]);
        }
        for (int level = highest; level > 0; level--) {
            descendFrom(level);
        }
    }

    /** Goes down from inner pages of a level that are not copied. */
    private void descendFrom(int level) {
        for (int i = 0; i < count; i++) {
            if (levels[i] == level) {
                view.planInner(pages[i]);
            }
        }
        view.fetchPlanned();
        for (int i = 0; i < count; i++) {
            if (levels[i] == level) {
                pages[i] = tree.childFor(pages[i], level, probe.of(keys[i]));
                levels[i] = pages[i] == PagePointer.NULL ? 0 : level - 1;
            }
        }
    }

    /** Finds the entry of a key in its leaf, validates the leaf, and plans to fetch the extent. */
    private void search(int i) {
        kinds[i] = KIND_UNKNOWN;
        if (pages[i] == PagePointer.NULL || !tree.isLeafOf(pages[i], probe.of(keys[i]))) {
            return;
        }
        int slot = view.find(probe, hashes[i]);
        int kind = KIND_ABSENT;
        if (slot != BytesPageView.NONE) {
            kind = view.kind(slot);
            words[i] = view.word(slot);
            lines[i] = view.lineOf(slot);
        }
        if (kind < BytesStamp.EXPIRING && tree.isSearchValid()) {
            kinds[i] = kind;
            if (kind == BytesStamp.EXTENT) {
                view.planExtent(words[i]);
            }
        }
    }

    /** Whether a value is that of its key: an extent is if the key's line still names it. */
    private boolean isRead(int i, byte @Nullable [] value) {
        return kinds[i] == BytesStamp.EXTENT
                ? value != null && tree.isUnchanged(lines[i], words[i])
                : kinds[i] != KIND_UNKNOWN;
    }

    /** Looks up a key on its own; false if the server has to be asked. */
    private boolean isFound(int i, byte[] @Nullable [] values) {
        int outcome = tree.get(keys[i]);
        values[positions[i]] = tree.value();
        return outcome != DirectTree.ASK;
    }
}
