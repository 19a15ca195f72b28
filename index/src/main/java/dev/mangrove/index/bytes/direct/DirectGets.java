package dev.mangrove.index.bytes.direct;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.BytesLookups;
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

    private final DirectTree tree;
    private final BytesPageView view;
    private final KeyProbe probe;
    private final BytesLookups leaves;
    private final int[] positions = new int[MOST];
    private final long[] pages = new long[MOST];
    private final int[] levels = new int[MOST];
    private byte[][] keys = {};
    private int count;

    /** Creates lookups in a tree. */
    public DirectGets(DirectTree tree) {
        this.tree = tree;
        this.view = tree.view();
        this.probe = tree.probe();
        this.leaves = view.lookups(MOST);
    }

    /** Begins with keys, of which {@link #add} selects some. */
    public void begin(byte[][] of) {
        keys = of;
        count = 0;
    }

    /** Whether a turn has all its keys. */
    public boolean isFull() {
        return count == MOST;
    }

    /** Adds the key at a position to the turn. */
    public void add(int position) {
        assert count < MOST && position < keys.length : position;
        positions[count++] = position;
    }

    /** Looks up the keys of the turn; returns how many of them the server has to be asked for. */
    public int run(byte[] @Nullable [] values) {
        descend();
        leaves.open();
        leaves.choose();
        for (int i = 0; i < count; i++) {
            if (!leaves.find(i, key(i))) {
                search(i);
            }
        }
        leaves.fetchExtents();
        for (int i = 0; i < count; i++) {
            values[positions[i]] = leaves.value(i);
        }
        SharedWords.acquireFence();
        int asked = 0;
        for (int i = 0; i < count; i++) {
            if (!leaves.isUnchanged(i, values[positions[i]]) && !isFound(i, values)) {
                positions[asked++] = positions[i];
            }
        }
        count = 0;
        return asked;
    }

    private byte[] key(int i) {
        return keys[positions[i]];
    }

    /** Position of a key that the server has to be asked for. */
    public int asked(int i) {
        return positions[i];
    }

    /** Finds the leaves of all keys as copies of inner pages name them, perhaps stale ones. */
    private void descend() {
        int highest = 0;
        long root = tree.root();
        for (int i = 0; i < count; i++) {
            pages[i] = tree.namedPage(key(i), root);
            levels[i] = pages[i] == PagePointer.NULL ? 0 : tree.namedLevel();
            highest = Math.max(highest, levels[i]);
        }
        for (int level = highest; level > 0; level--) {
            descendFrom(level);
        }
        leaves.clear();
        for (int i = 0; i < count; i++) {
            leaves.add(pages[i], KeyProbe.hash(key(i)));
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
                pages[i] = tree.childFor(pages[i], level, probe.of(key(i)));
                levels[i] = pages[i] == PagePointer.NULL ? 0 : level - 1;
            }
        }
    }

    /** Finds the entry of a key, or that it is absent, and validates the leaf. */
    private void search(int i) {
        if (pages[i] == PagePointer.NULL || !tree.isLeafOf(pages[i], probe.of(key(i)))) {
            return;
        }
        int slot = view.find(probe, KeyProbe.hash(key(i)));
        boolean decided = slot == BytesPageView.NONE || view.kind(slot) < BytesStamp.EXPIRING;
        if (decided) {
            leaves.found(i, view, slot);
        }
        if (!decided || !tree.isSearchValid()) {
            leaves.failed(i);
        }
    }

    /** Looks up a key on its own; false if the server has to be asked. */
    private boolean isFound(int i, byte[] @Nullable [] values) {
        DirectOutcome outcome = tree.get(key(i));
        values[positions[i]] = tree.value();
        return outcome != DirectOutcome.ASK;
    }
}
