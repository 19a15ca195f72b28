package dev.mangrove.index.btree.strings;

import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.leaves.KeyOperations;
import dev.mangrove.index.btree.leaves.LeafBatch;
import dev.mangrove.index.btree.leaves.LeafLookups;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.page.EntryChange;
import dev.mangrove.index.page.strings.KeyArena;

import org.jspecify.annotations.Nullable;

import java.util.function.LongConsumer;

/**
 * Changes of different keys of a tree that are made at the same time, see {@link LeafBatch}. Some
 * of them may be left to the caller. Reusable.
 */
public final class StringBatch {
    /** Most changes at the same time. */
    public static final int MOST = KeyOperations.MOST;

    private final KeyArena keys;
    private final EntryChange change;
    private final LeafBatch batch;
    private final KeyOperations operations = new KeyOperations();
    private int mark;

    StringBatch(LeafLevel leaves, SessionPages pages, KeyArena keys, EntryChange change) {
        this.keys = keys;
        this.change = change;
        this.batch = new LeafBatch(leaves, pages, new LeafLookups(leaves));
    }

    /** Begins with other changes; {@link #close} must follow. */
    public void begin() {
        operations.clear();
        mark = keys.mark();
    }

    /** Adds a change of a key that no other change of the batch is of. */
    public void add(Change how, byte[] key, StringValue value, StringValue expected) {
        long token = KeyArena.withKinds(keys.add(key), value.kind, expected.kind);
        operations.add(how, token, value.word, expected.word, operations.size());
    }

    /** Makes the changes that can be made together. */
    public void run() {
        change.reset();
        batch.start(operations);
        batch.runTogether(operations);
    }

    /** Whether a change was made, or has failed; else the caller is to make it. */
    public boolean isDone(int i) {
        return operations.isDone(i);
    }

    /** Whether the condition of a change was met. */
    public boolean isMet(int i) {
        return operations.isMet(i);
    }

    /** Why a change has failed; null if it has not. */
    public @Nullable RuntimeException failure(int i) {
        return operations.failure(i);
    }

    /** Names the extents that leaves have lost, if no change has failed. */
    public void replaced(LongConsumer into) {
        change.lostExtents(into);
    }

    /** Forgets all keys. */
    public void close() {
        keys.release(mark);
    }
}
