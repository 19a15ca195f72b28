package dev.mangrove.index.rtree.tree;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.latch.WaitLimit;
import dev.mangrove.index.page.Hashing;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.ExtentPointer;

import org.jspecify.annotations.Nullable;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Maps each object of a tree to its leaf, and to the extent of its payload, if it has one. Used by
 * the tree's server only. Large tables lie in pages of the tree, so that the heap does not grow
 * with it.
 *
 * <p>There are two kinds of lock, both on stripes of ids. A writer holds the <i>claim</i> of an
 * object during its whole change, so that changes of one object do not overlap. A second lock
 * protects each single access to the directory.
 *
 * <p>While an object is being moved, it has two entries. The directory then knows both and
 * distinguishes them by rectangle: a writer that moves an entry to another page passes the entry's
 * rectangle.
 */
public final class IdDirectory {
    /** Chosen: far more stripes than server threads, so that they hardly collide. */
    private static final int STRIPES = 1 << 10;

    private final RTree tree;
    private final Stripe[] stripes = new Stripe[STRIPES];
    private final LongAdder size = new LongAdder();

    IdDirectory(RTree tree) {
        this.tree = tree;
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Stripe(tree);
        }
    }

    /** Takes an id with a pointer of it. */
    public interface PointerOfId {
        /** Takes it. */
        void accept(long id, long pointer);
    }

    /** Number of objects. */
    public long size() {
        return size.sum();
    }

    /** Number of pages that the directory lies in; exact while no thread changes it. */
    public long pages() {
        LongAdder pages = new LongAdder();
        forEachStripe(stripe -> pages.add(stripe.pages()));
        return pages.sum();
    }

    /** Hands the extents of all payloads to a consumer; all of them while no thread changes any. */
    public void forEachPayload(PointerOfId consumer) {
        forEachStripe(stripe -> stripe.forEachPayload(consumer));
    }

    private void forEachStripe(Consumer<Stripe> work) {
        WaitLimit wait = tree.newWait();
        for (int i = 0; i < STRIPES; i++) {
            wait.begin();
            while (!stripes[i].tryLock()) {
                wait.pause(i, stripe -> "accesses to stripe " + stripe + " of the directory");
            }
            try {
                work.accept(stripes[i]);
            } finally {
                stripes[i].unlock();
            }
        }
    }

    /** Waits for the claim of an object and takes it. */
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
        assert stripe(id).claimed.getPlain() == 1 : "not claimed: id=" + id;
        SharedWords.beforeHeapRelease();
        stripe(id).claimed.setRelease(0);
    }

    /** The leaf of an object, or {@link PagePointer#NULL}. */
    public long find(long id) {
        Stripe stripe = lock(id);
        long leaf = stripe.table.get(id);
        stripe.unlock();
        return leaf;
    }

    /**
     * Reserves room for an object whose claim the caller holds, or throws if there is no memory.
     */
    public void makeRoom(long id) {
        Stripe stripe = lock(id);
        try {
            stripe.table.makeRoom();
        } finally {
            stripe.unlock();
        }
    }

    /** Records the leaf of an object's entry; for a new object, room has been reserved. */
    public void place(long id, double minX, double minY, double maxX, double maxY, long leaf) {
        assert leaf != PagePointer.NULL : "id=" + id;
        Stripe stripe = lock(id);
        if (stripe.isTarget(id, minX, minY, maxX, maxY)) {
            stripe.target = leaf;
        } else if (stripe.table.put(id, leaf)) {
            size.increment();
        }
        stripe.unlock();
    }

    /** The extent of the payload of an object whose claim the caller holds, or null. */
    public long payload(long id) {
        Stripe stripe = lock(id);
        IdTable payloads = stripe.payloads;
        long extent = payloads == null ? ExtentPointer.NULL : payloads.get(id);
        stripe.unlock();
        return extent;
    }

    /**
     * Reserves room for the payload of an object whose claim the caller holds, or throws if there
     * is no memory.
     */
    void makePayloadRoom(long id) {
        Stripe stripe = lock(id);
        try {
            IdTable payloads = stripe.payloads;
            if (payloads == null) {
                payloads = new IdTable(tree);
                stripe.payloads = payloads;
            }
            if (payloads.get(id) == ExtentPointer.NULL) {
                payloads.makeRoom();
            }
        } finally {
            stripe.unlock();
        }
    }

    /**
     * Sets the extent of the payload of an object whose claim the caller holds, and for which room
     * has been reserved.
     *
     * @return the extent before, which the caller frees; or null
     */
    long putPayload(long id, long extent) {
        assert ExtentPointer.isPointer(extent) : "id=" + id;
        Stripe stripe = lock(id);
        IdTable payloads = Objects.requireNonNull(stripe.payloads, "no room was made");
        long before = payloads.get(id);
        boolean _ = payloads.put(id, extent);
        stripe.unlock();
        return before;
    }

    /**
     * Takes the extent of the payload out, of an object whose claim the caller holds.
     *
     * @return the extent, which the caller frees; or null
     */
    long removePayload(long id) {
        Stripe stripe = lock(id);
        IdTable payloads = stripe.payloads;
        long before = payloads == null ? ExtentPointer.NULL : payloads.get(id);
        if (payloads != null) {
            boolean _ = payloads.remove(id);
        }
        stripe.unlock();
        return before;
    }

    /** Announces a second entry, with this rectangle, of an object whose claim the caller holds. */
    void beginMove(long id, double minX, double minY, double maxX, double maxY) {
        Stripe stripe = lock(id);
        assert !stripe.moving : "another move is under way: id=" + stripe.movingId;
        stripe.moving = true;
        stripe.movingId = id;
        stripe.minX = minX;
        stripe.minY = minY;
        stripe.maxX = maxX;
        stripe.maxY = maxY;
        stripe.unlock();
    }

    /** Ends a move: the old entry was removed. */
    void endMove(long id) {
        Stripe stripe = lock(id);
        assert stripe.moving && stripe.movingId == id : "id=" + id;
        stripe.moving = false;
        boolean _ = stripe.table.put(id, stripe.target);
        stripe.unlock();
    }

    /** Ends a move: the second entry was not inserted. */
    void cancelMove(long id) {
        Stripe stripe = lock(id);
        stripe.moving = false;
        stripe.unlock();
    }

    /** Claims all objects, present or not, one stripe after the other. */
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

    /** Removes an object. */
    public void remove(long id) {
        Stripe stripe = lock(id);
        if (stripe.table.remove(id)) {
            size.decrement();
        }
        stripe.unlock();
    }

    private Stripe stripe(long id) {
        return stripes[(int) ((id * Hashing.MULTIPLIER) >>> 54)];
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

        /** Extents of payloads; null as long as no object of the stripe has had one. */
        private @Nullable IdTable payloads;

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

        int pages() {
            return table.pages() + (payloads == null ? 0 : payloads.pages());
        }

        void forEachPayload(PointerOfId consumer) {
            if (payloads != null) {
                payloads.forEach(consumer);
            }
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
