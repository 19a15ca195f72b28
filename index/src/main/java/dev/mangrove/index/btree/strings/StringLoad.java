package dev.mangrove.index.btree.strings;

import dev.mangrove.index.btree.partition.PageLoader;
import dev.mangrove.index.page.strings.KeyArena;

/**
 * A bulk load of a tree of byte strings, see {@link PageLoader}. Keys stay in the thread's arena
 * until their pages are written.
 */
public final class StringLoad {
    /** Entries between two clearings of the arena. Chosen: 1 MiB of the longest keys. */
    private static final int ENTRIES_PER_CLEARING = 1_024;

    private final KeyArena keys;
    private final PageLoader loader;
    private final int mark;
    private long entries;

    StringLoad(KeyArena keys, PageLoader loader) {
        this.keys = keys;
        this.loader = loader;
        this.mark = keys.mark();
    }

    /** Adds an entry; its key is larger than the one before. */
    public void add(byte[] key, StringValue value) {
        if (++entries % ENTRIES_PER_CLEARING == 0) {
            loader.forgetWritten(mark);
        }
        loader.add(KeyArena.withKinds(keys.add(key), value.kind, value.kind), value.word);
    }

    /** Number of entries so far. */
    public long entries() {
        return entries;
    }

    /** The leaf that the last entry went to; NULL if there is none. */
    public long current() {
        return loader.current();
    }

    /** Writes the remaining pages; nothing is visible yet. */
    public void complete() {
        loader.complete();
    }

    /** Makes all entries visible at once; false if the tree is not empty. */
    public boolean publish() {
        return loader.publish();
    }

    /** Whether nothing was published: {@link #discard} frees the pages. */
    public boolean isUnpublished() {
        return loader.hasUnpublished();
    }

    /** Frees the written pages, unless they were published. */
    public void discard() {
        loader.discard();
    }

    /** Forgets all keys; the load has ended. */
    public void close() {
        keys.release(mark);
    }
}
