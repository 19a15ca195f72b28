package dev.mangrove.index.btree.leaves;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.btree.level.SparsePage;
import dev.mangrove.index.btree.level.UpperLevels;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.probe.RareBranch;

import org.jspecify.annotations.Nullable;

/**
 * Executes several operations on a tree. By verbs, up to 16 leaves take two round trips together
 * instead of two each:
 *
 * <ol>
 *   <li>Name the leaves of all keys. Keys that no operation changes are looked up at the same time,
 *       as by {@link LeafLookups}.
 *   <li>Try for the latches of several leaves and read them, in one batch for each server.
 *   <li>Change those that were locked: all operations on a leaf, in their order.
 *   <li>Write the changes and release the latches, in one batch for each server.
 * </ol>
 *
 * The thread only tries for latches while it holds others, so no cycle of waiters can form. What
 * cannot be done this way is executed afterwards, one by one, with no latch held: operations whose
 * leaf is locked by another session, does not cover the key, must be split or tidied up, or is used
 * in place, changes of entries that expire, and new keys that may need an extent. Operations on one
 * key belong to one leaf's group, and a group stops at the first of them that cannot be done; so
 * operations on the same key keep their order.
 */
public final class LeafBatch implements KeyOperations.Executor {
    /**
     * Leaves that are locked at the same time. Chosen: 64 changes then take 8 round trips instead
     * of 128; more latches at once would keep other sessions out longer.
     */
    private static final int MOST_LOCKED = SessionPages.MOST_LOCKED;

    private static final int NO_GROUP = -1;

    private final LeafLevel leaves;
    private final SessionPages pages;
    private final UpperLevels upper;
    private final KeyOrder order;
    private final Host host;
    private final LeafLookups lookups;
    private final Lookups reads = new Lookups();
    private final long[] readLeaves = new long[KeyOperations.MOST];
    private final LockedPage[] locked = new LockedPage[MOST_LOCKED];
    private final SparsePage[] sparse = new SparsePage[MOST_LOCKED];
    private final long[] leafOf = new long[KeyOperations.MOST];
    private final long[] groups = new long[KeyOperations.MOST];
    private final int[] groupOf = new int[KeyOperations.MOST];
    private final long[] pointers = new long[MOST_LOCKED];
    private int groupCount;

    /** Creates a batch for leaves. */
    public LeafBatch(LeafLevel leaves, SessionPages pages, LeafLookups lookups) {
        this.leaves = leaves;
        this.pages = pages;
        this.order = pages.order();
        this.lookups = lookups;
        this.upper = leaves.upper();
        this.host = pages.host();
        for (int i = 0; i < MOST_LOCKED; i++) {
            locked[i] = pages.newLockedPage();
            sparse[i] = new SparsePage();
        }
    }

    @Override
    public boolean get(long key, Lookup into) {
        return leaves.get(key, into);
    }

    @Override
    public boolean change(Change change, long key, long value, long expected) {
        return leaves.change(change, key, value, expected);
    }

    /** Starts to name the leaves, where a server does that; {@link #finish} must follow. */
    public void start(KeyOperations wanted) {
        upper.startLeavesFor(wanted.keys());
    }

    /** Executes all operations; each gets a result or a failure. */
    public void finish(KeyOperations wanted) {
        runTogether(wanted);
        wanted.runRest(this);
    }

    /** Executes what can be executed together; the caller executes the rest one by one. */
    public void runTogether(KeyOperations wanted) {
        if (prepare(wanted)) {
            readTogether(wanted);
            for (int first = 0; first < groupCount; first += MOST_LOCKED) {
                changeTogether(wanted, first, Math.min(MOST_LOCKED, groupCount - first));
            }
        }
    }

    /**
     * Names the leaves and divides the operations into reads and groups. False if they are to be
     * executed one by one: all leaves are used in place, or a server could not be reached. In the
     * latter case each operation shows whether it needs that server.
     */
    private boolean prepare(KeyOperations wanted) {
        try {
            upper.leavesFor(wanted.keys(), leafOf);
            if (!anyByVerbs(wanted)) {
                return false;
            }
            reads.clear();
            groupCount = 0;
            for (int i = 0; i < wanted.size(); i++) {
                divide(wanted, i);
            }
            return true;
        } catch (RuntimeException e) {
            RareBranch.BATCH_ENTRY_ALONE.taken();
            return false;
        }
    }

    /** Prefetches leaves that are used in place; whether there are others. */
    private boolean anyByVerbs(KeyOperations wanted) {
        boolean any = false;
        for (int i = 0; i < wanted.size(); i++) {
            pages.expect(leafOf[i], wanted.keys().key(i));
            any |= pages.locksTogether(leafOf[i]);
        }
        return any;
    }

    /**
     * Two operations on one key are in one group, even if the upper levels have named different
     * leaves. A leaf that is not locked together with others has no group.
     */
    private void divide(KeyOperations wanted, int i) {
        long key = wanted.keys().key(i);
        int same = firstOf(wanted.keys(), key);
        groupOf[i] = NO_GROUP;
        if (same < i) {
            groupOf[i] = groupOf[same];
        }
        if (!isChanged(wanted, key)) {
            readLeaves[reads.size()] = leafOf[i];
            reads.add(key, i);
        } else if (same == i && pages.locksTogether(leafOf[i])) {
            groupOf[i] = groupFor(leafOf[i]);
        }
    }

    /** The first operation on a key that has one. */
    private int firstOf(Lookups keys, long key) {
        int first = 0;
        while (!order.isSame(keys.key(first), key)) {
            first++;
        }
        return first;
    }

    private boolean isChanged(KeyOperations wanted, long key) {
        for (int i = 0; i < wanted.size(); i++) {
            if (wanted.change(i) != null && order.isSame(wanted.keys().key(i), key)) {
                return true;
            }
        }
        return false;
    }

    private int groupFor(long leaf) {
        int group = 0;
        while (group < groupCount && groups[group] != leaf) {
            group++;
        }
        groups[group] = leaf;
        groupCount = Math.max(groupCount, group + 1);
        return group;
    }

    private void readTogether(KeyOperations wanted) {
        try {
            lookups.search(reads, readLeaves);
        } catch (RuntimeException e) {
            RareBranch.BATCH_ENTRY_ALONE.taken();
            return;
        }
        for (int i = 0; i < reads.size(); i++) {
            wanted.looked(reads.tag(i), reads.isFound(i), reads.value(i));
        }
    }

    /**
     * Executes the operations of several groups. If no change was begun, a failure leaves them to
     * be executed one by one. Later it is the failure of all of them: it is not known what was
     * written.
     */
    private void changeTogether(KeyOperations wanted, int first, int count) {
        System.arraycopy(groups, first, pointers, 0, count);
        try {
            pages.tryLockAll(pointers, locked, count);
        } catch (RuntimeException e) {
            RareBranch.BATCH_ENTRY_ALONE.taken();
            return;
        }
        try {
            host.work(Host.Work.NODE, count);
            for (int i = 0; i < count; i++) {
                if (locked[i].isLocked()) {
                    runGroup(wanted, first + i, locked[i], sparse[i]);
                }
            }
            pages.unlockAll(locked, count);
        } catch (RuntimeException | Error e) {
            abandon(count);
            failGroups(wanted, first, count, e);
        }
        for (int i = 0; i < count; i++) {
            if (sparse[i].take()) {
                merge(wanted, first + i, sparse[i]);
            }
        }
    }

    private void abandon(int count) {
        for (int i = 0; i < count; i++) {
            boolean _ = sparse[i].take();
        }
        pages.giveUp(locked, count);
    }

    private void failGroups(KeyOperations wanted, int first, int count, Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        for (int i = 0; i < wanted.size(); i++) {
            if (groupOf[i] >= first && groupOf[i] < first + count) {
                wanted.failed(i, (RuntimeException) cause);
            }
        }
    }

    private void merge(KeyOperations wanted, int group, SparsePage emptied) {
        try {
            leaves.mergeSparse(emptied);
        } catch (RuntimeException e) {
            failGroups(wanted, group, 1, e);
        }
    }

    private void runGroup(KeyOperations wanted, int group, LockedPage page, SparsePage emptied) {
        for (int i = 0; i < wanted.size(); i++) {
            if (groupOf[i] == group && !run(wanted, i, page, emptied)) {
                RareBranch.BATCH_ENTRY_ALONE.taken();
                return;
            }
        }
    }

    /** Executes one operation in a locked leaf; false if it must be executed alone. */
    private boolean run(KeyOperations wanted, int i, LockedPage page, SparsePage emptied) {
        PageView at = page.view();
        long key = wanted.keys().key(i);
        if (!isFor(at, key)) {
            return false;
        }
        int slot = at.find(key);
        boolean there = slot != Page.NONE;
        if (there && leaves.mayExpire(at, slot)) {
            return false;
        }
        long value = there ? at.value(slot) : 0;
        @Nullable Change change = wanted.change(i);
        if (change == null) {
            wanted.looked(i, there, value);
            return true;
        }
        boolean met = change.isMet(there, there && at.isValue(slot, key, wanted.expected(i)));
        if ((met || change == Change.PUT)
                && !edit(change, page, slot, key, wanted.newValue(i), emptied)) {
            return false;
        }
        wanted.changed(i, met);
        return true;
    }

    /** Whether a leaf covers a key, and no dead session has left a change unfinished there. */
    private static boolean isFor(PageView at, long key) {
        return at.relate(Page.LEAF, key) == PageMatch.HERE && at.isTidy();
    }

    /**
     * Carries out a change that has an effect; false if the leaf is full, or if the key is new and
     * memory for it may be refused.
     */
    private boolean edit(
            Change change, LockedPage page, int slot, long key, long value, SparsePage emptied) {
        PageView at = page.view();
        switch (change) {
            case DELETE, DELETE_IF_EQUAL -> {
                page.editor().clear(slot);
                emptied.note(at, leaves.inserter().fanout(), 0);
            }
            case PUT, PUT_IF_ABSENT, REPLACE -> {
                if (slot != Page.NONE) {
                    page.editor().replace(slot, key, value);
                } else if (!order.mayNeedExtent(key) && at.count() < leaves.inserter().fanout()) {
                    page.editor().fill(at.freeSlot(key), key, value);
                } else {
                    return false;
                }
            }
        }
        return true;
    }
}
