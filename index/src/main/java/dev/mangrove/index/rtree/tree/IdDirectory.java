package dev.mangrove.index.rtree.tree;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.latch.WaitLimit;
import dev.mangrove.index.page.PagePointer;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Which leaf each object of a tree is in. Kept by the tree's server only, in pages of the tree
 * where it is large: its heap need not grow with the tree.
 *
 * <p>There are two kinds of lock, both on stripes of ids. Who changes an object holds its
 * <i>claim</i> from the beginning to the end; so changes of one object do not overlap. Each look
 * into the directory, or change of it, is guarded by a lock that is held for a moment.
 *
 * <p>While an object is moved it is in two places. The directory then knows both, and tells them
 * apart by the rectangle: whoever carries an entry to another page says which it was.
 */
public final class IdDirectory {
    private static final int STRIPES = 1 << 10;
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private final RTree tree;
    private final Stripe[] stripes = new Stripe[STRIPES];
    private final LongAdder size = new LongAdder();

    IdDirectory(RTree tree) {
        this.tree = tree;
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Stripe(tree);
        }
    }

    /** Number of objects. */
    public long size() {
        return size.sum();
    }

    /** Waits until no other change of the object is under way. */
    public void claim(long id) {
        if (!tryClaim(id)) {
            awaitClaim(id);
        }
    }

    private void awaitClaim(long id) {
        WaitLimit wait = tree.newWait();
        do {
            wait.pause(id, object -> "another change of object " + object);
        } while (!tryClaim(id));
    }

    boolean tryClaim(long id) {
        return stripe(id).tryClaim();
    }

    public void unclaim(long id) {
        SharedWords.beforeHeapRelease();
        stripe(id).claimed.setRelease(0);
    }

    /** The leaf an object is in, or {@link PagePointer#NULL}. */
    public long find(long id) {
        Stripe stripe = lock(id);
        long leaf = stripe.table.get(id);
        stripe.unlock();
        return leaf;
    }

    /**
     * Makes sure that an object, whose claim the caller holds, can be placed, or throws if there is
     * no memory for it.
     */
    public void makeRoom(long id) {
        Stripe stripe = lock(id);
        try {
            stripe.table.makeRoom();
        } finally {
            stripe.unlock();
        }
    }

    /** The entry of an object is in a leaf from now on; room has been made for a new object. */
    public void place(long id, double minX, double minY, double maxX, double maxY, long leaf) {
        Stripe stripe = lock(id);
        if (stripe.isTarget(id, minX, minY, maxX, maxY)) {
            stripe.target = leaf;
        } else if (stripe.table.put(id, leaf)) {
            size.increment();
        }
        stripe.unlock();
    }

    /** The object, whose claim the caller holds, gets another entry with this rectangle. */
    void beginMove(long id, double minX, double minY, double maxX, double maxY) {
        Stripe stripe = lock(id);
        stripe.moving = true;
        stripe.movingId = id;
        stripe.minX = minX;
        stripe.minY = minY;
        stripe.maxX = maxX;
        stripe.maxY = maxY;
        stripe.unlock();
    }

    /** The object's old entry is out. */
    void endMove(long id) {
        Stripe stripe = lock(id);
        stripe.moving = false;
        boolean _ = stripe.table.put(id, stripe.target);
        stripe.unlock();
    }

    /** The object did not get its other entry. */
    void cancelMove(long id) {
        Stripe stripe = lock(id);
        stripe.moving = false;
        stripe.unlock();
    }

    /** Claims all objects, also those that are not there yet, one stripe after the other. */
    public void claimAll() {
        WaitLimit wait = tree.newWait();
        int claimed = 0;
        try {
            while (claimed < STRIPES) {
                wait.begin();
                while (!stripes[claimed].tryClaim()) {
                    wait.pause(claimed, stripe -> "changes of objects of stripe " + stripe);
                }
                claimed++;
            }
        } catch (RuntimeException | Error e) {
            unclaimFirst(claimed);
            throw e;
        }
    }

    public void unclaimAll() {
        unclaimFirst(STRIPES);
    }

    private void unclaimFirst(int count) {
        for (int i = 0; i < count; i++) {
            stripes[i].claimed.setRelease(0);
        }
    }

    /** The object is no more. */
    public void remove(long id) {
        Stripe stripe = lock(id);
        if (stripe.table.remove(id)) {
            size.decrement();
        }
        stripe.unlock();
    }

    private Stripe stripe(long id) {
        return stripes[(int) ((id * MULTIPLIER) >>> 54)];
    }

    private Stripe lock(long id) {
        Stripe stripe = stripe(id);
        if (!stripe.tryLock()) {
            awaitLock(stripe, id);
        }
        return stripe;
    }

    private void awaitLock(Stripe stripe, long id) {
        WaitLimit wait = tree.newWait();
        do {
            wait.pause(id, object -> "the directory's stripe of object " + object);
        } while (!stripe.tryLock());
    }

    /** A part of the directory. */
    private static final class Stripe {
        private final AtomicInteger claimed = new AtomicInteger();
        private final AtomicInteger locked = new AtomicInteger();
        private final IdTable table;
        private boolean moving;
        private long movingId;
        private double minX;
        private double minY;
        private double maxX;
        private double maxY;
        private long target;

        Stripe(RTree tree) {
            table = new IdTable(tree);
        }

        boolean tryClaim() {
            return claimed.get() == 0 && claimed.compareAndSet(0, 1);
        }

        boolean tryLock() {
            return locked.get() == 0 && locked.compareAndSet(0, 1);
        }

        void unlock() {
            locked.setRelease(0);
        }

        boolean isTarget(long id, double x1, double y1, double x2, double y2) {
            return moving && movingId == id && minX == x1 && minY == y1 && maxX == x2 && maxY == y2;
        }
    }
}
