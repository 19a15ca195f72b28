package dev.mangrove.index.btree.local;

import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.btree.leaves.LeafLookups;
import dev.mangrove.index.btree.leaves.LeafScan;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.EntryTally;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.btree.level.Merger;
import dev.mangrove.index.btree.level.RemovalOutcome;
import dev.mangrove.index.btree.level.TreeReplacement;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.RangeQuery.Projection;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.wire.Words;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A tree at its own server, or only its upper levels, as one thread of the server uses it. All
 * threads share the pages, the latches and the root.
 */
public final class LocalTree {
    private final AtomicLong root;
    private final InnerLevels inner;
    private final LeafLevel leaves;
    private final LeafScan scan;
    private final Lookups lookups = new Lookups();
    private final EntryBuffer names;
    private EntryTally tally = new EntryTally();
    private @Nullable LeafLookups leafLookups;
    private long coverNeeded;

    /**
     * Creates one thread's access to a tree.
     *
     * @param root the pointer to its root, see {@link #plant}
     * @param ownsLeaves whether the leaves lie at this server, which alone changes them
     */
    public LocalTree(LocalPages pages, AtomicLong root, int fanout, boolean ownsLeaves) {
        this.root = root;
        Merger merger = new Merger(pages, fanout);
        LocalRoot start = new LocalRoot(root);
        this.inner =
                new InnerLevels(pages, start, fanout, new NodeCache(0), merger, ownsLeaves, null);
        this.leaves = new LeafLevel(pages, inner, fanout, merger);
        this.scan = new LeafScan(leaves);
        this.names = new EntryBuffer(fanout);
    }

    /** Counts entries in a tally that all threads of the server share; returns this access. */
    public LocalTree counting(EntryTally shared) {
        tally = shared;
        leaves.counting(shared);
        return this;
    }

    /** Creates the first pages of a tree; returns the pointer to its root. */
    public static long plant(LocalPages pages) {
        PageImage image = pages.newImage();
        return InnerLevels.plant(pages, image, LeafLevel.plant(pages, image));
    }

    /** The pointer to the root. */
    public long root() {
        return root.get();
    }

    /** Whether a key is present; if so, {@code into} has its value. */
    public boolean get(long key, Lookup into) {
        return leaves.get(key, into);
    }

    /** Looks up keys that are words of a request; the result is valid until the next lookup. */
    public Lookups getAll(MemorySegment memory, long base, int keys) {
        LeafLookups made = leafLookups;
        if (made == null) {
            made = new LeafLookups(leaves);
            leafLookups = made;
        }
        lookups.clear();
        for (int i = 0; i < keys; i++) {
            lookups.add(Words.get(memory, base, i), i);
        }
        made.finish(lookups);
        return lookups;
    }

    /** Changes a key by a {@link Change}'s code; whether its condition was met. */
    public boolean change(long code, long key, long value, long expected) {
        Change change = Change.of(code);
        tally.begin();
        try {
            return leaves.change(change, key, value, expected);
        } finally {
            tally.end();
        }
    }

    /**
     * Writes a word that is 1 if there may be more entries, the last key, and what the query asks
     * for of the entries of a range; returns the number of bytes.
     */
    public int range(RangeQuery query, MemorySegment memory, long base, int capacity) {
        boolean keys = query.projection() != Projection.VALUES;
        boolean values = query.projection() != Projection.KEYS;
        int room = capacity / Long.BYTES - 2;
        int word = 2;
        long last = 0;
        boolean more = false;
        try (LeafScan entries = scan.begin(query)) {
            while (!more && entries.next()) {
                last = entries.key();
                if (keys) {
                    Words.put(memory, base, word++, last);
                }
                if (values) {
                    Words.put(memory, base, word++, entries.value());
                }
                more = word > room;
            }
        }
        Words.put(memory, base, 0, more ? 1 : 0);
        Words.put(memory, base, 1, last);
        return Words.bytes(word);
    }

    /** The leaf that covers a key, or one further left. */
    public long locate(long key) {
        return inner.leafFor(key);
    }

    /**
     * Writes separators and pointers of the leaves that one inner page names, among them the one
     * that covers a key, as far as they fit; returns the number of bytes.
     */
    public int leavesNear(long key, MemorySegment memory, long base, int capacity) {
        names.size(0);
        inner.leavesNear(key, names);
        int most = capacity / Words.bytes(2);
        int count = Math.min(names.size(), most);
        for (int i = 0; i < count; i++) {
            Words.put(memory, base, 2 * i, names.key(i));
            Words.put(memory, base, 2 * i + 1, names.value(i));
        }
        return Words.bytes(2 * count);
    }

    /** Smallest key of the inner page that named the leaf located last. */
    public long lowOfParent() {
        return inner.lowOfParent();
    }

    /** Posts the separator of a leaf that starts at a key. */
    public void post(long key, long leaf) {
        inner.post(key, leaf);
    }

    /**
     * Replaces this tree by a loaded one; whether it did.
     *
     * @param dead this tree's only leaf, if it is dead; NULL if this server holds the leaves and
     *     must check itself whether they are empty
     * @param loaded root of the loaded tree
     * @param entries number of entries in the loaded tree, if this server holds the leaves
     */
    public boolean adopt(long dead, long loaded, long entries) {
        if (dead != PagePointer.NULL) {
            return inner.adopt(dead, loaded);
        }
        tally.begin();
        try {
            boolean done = new TreeReplacement(leaves).replace(loaded);
            tally.add(done ? entries : 0);
            return done;
        } finally {
            tally.end();
        }
    }

    /** Merges pages of the upper levels; returns how many are gone. */
    public int collapse() {
        return inner.collapse();
    }

    /**
     * Removes the entry of a dead leaf; whether it did. If not, {@link #coverNeeded} is the key
     * that another leaf must cover to take its place.
     */
    public boolean withdraw(long key, long leaf, long cover) {
        RemovalOutcome outcome = inner.withdrawOnce(InnerLevels.LOWEST, key, leaf, cover);
        coverNeeded = outcome.first();
        return outcome.done();
    }

    /** See {@link #withdraw}. */
    public long coverNeeded() {
        return coverNeeded;
    }
}
