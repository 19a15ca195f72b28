package dev.mangrove.index.btree.partition;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.btree.level.Descent;
import dev.mangrove.index.btree.level.HintedRoot;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.Merger;
import dev.mangrove.index.btree.level.Retries;
import dev.mangrove.index.page.KeyCopy;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MeganodeKind;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Moves meganodes from server to server, page by page, the root first. The head of {@link
 * dev.mangrove.index.btree.meganode} has the protocol. Used by one thread.
 */
public final class MeganodeMover {
    /** Chosen: a page that changes so often between a copy and its check is left for later. */
    private static final int MOST_COPIES = 100;

    private final Meganodes meganodes;
    private final SessionPages pages;
    private final int fanout;
    private final KeyOrder order;
    private final InnerLevels inner;
    private final Retries retries;
    private final PageContents page;
    private final PageContents child;
    private KeyCopy next = KeyCopy.LEAST;

    /** Creates a mover for a tree. */
    public MeganodeMover(Meganodes meganodes, SessionPages pages, int fanout) {
        this.meganodes = meganodes;
        this.pages = pages;
        this.fanout = fanout;
        this.order = pages.order();
        this.inner =
                new InnerLevels(
                        pages,
                        new HintedRoot(meganodes.currentRoot(), meganodes::currentRoot),
                        fanout,
                        new NodeCache(0),
                        new Merger(pages, fanout),
                        true,
                        meganodes::visit);
        this.retries = new Retries(pages.host());
        this.page = new PageContents(pages, fanout);
        this.child = new PageContents(pages, fanout);
    }

    /** Level of the roots of meganodes. */
    public int rootLevel() {
        return meganodes.level();
    }

    /**
     * Reads the root of the meganode that covers a key; false if the tree has no level above its
     * meganodes. {@link #server}, {@link #hasNext} and {@link #next} are of that meganode.
     */
    public boolean look(KeyCopy key) {
        return within(() -> look(order.word(key)));
    }

    private boolean look(long key) {
        boolean there =
                inner.find(key, rootLevel() + 1) != Descent.ABOVE_ROOT && seek(rootLevel(), key);
        next = there && page.isBounded() ? order.copy(page.high()) : KeyCopy.LEAST;
        return there;
    }

    /** Does work whose keys end with it. */
    private <T> T within(Supplier<T> work) {
        int mark = order.mark();
        try {
            return work.get();
        } finally {
            long _ = order.keep(mark, KeyOrder.LEAST);
        }
    }

    /** The server of the page that was read last. */
    public int server() {
        return AddressSpace.server(page.pointer());
    }

    /** Whether the page that was read last has a right neighbour. */
    public boolean hasNext() {
        return page.isBounded();
    }

    /** Smallest key of the meganode after the one that was looked at last, if there is one. */
    public KeyCopy next() {
        return next;
    }

    /**
     * Moves the pages of the meganode that covers a key to a server, those that are not there;
     * returns how many. The tree has a level above its meganodes. Pages that change all the time
     * stay where they are.
     */
    public long move(KeyCopy key, int server) {
        return move(key, server, () -> true);
    }

    /** As {@link #move(KeyCopy, int)}; ends between two pages when {@code goOn} returns false. */
    public long move(KeyCopy key, int server, BooleanSupplier goOn) {
        return within(() -> move(order.word(key), server, goOn));
    }

    private long move(long key, int server, BooleanSupplier goOn) {
        if (!look(key)) {
            return 0;
        }
        long low = page.low();
        boolean isBounded = page.isBounded();
        long high = page.high();
        long moved = 0;
        for (int level = rootLevel(); level >= Page.LEAF; level--) {
            moved += moveLevel(level, low, isBounded, high, server, goOn);
        }
        return moved;
    }

    /**
     * Whether all pages of the meganode that covers a key are at the server of its root. If not, a
     * move of the meganode has not ended, or another has crossed it.
     */
    public boolean isWhole(KeyCopy key) {
        if (!look(key)) {
            return true;
        }
        int root = server();
        long[] pagesOf = new long[AddressSpace.SERVERS];
        count(key, pagesOf);
        long all = 0;
        for (long pagesAt : pagesOf) {
            all += pagesAt;
        }
        return all == pagesOf[root];
    }

    /**
     * Counts the pages of the meganode that covers a key, by server: adds them to the elements of
     * an array. Reads its inner pages, its first leaf, and leaves at other servers than their
     * parents.
     */
    public void count(KeyCopy key, long[] pagesOf) {
        boolean _ = within(() -> count(order.word(key), pagesOf));
    }

    private boolean count(long key, long[] pagesOf) {
        if (!look(key)) {
            return false;
        }
        long low = page.low();
        boolean isBounded = page.isBounded();
        long high = page.high();
        for (int level = rootLevel(); level >= InnerLevels.LOWEST; level--) {
            countLevel(level, low, isBounded, high, pagesOf);
        }
        if (seek(Page.LEAF, low) && order.isSame(page.low(), low)) {
            pagesOf[server()]++;
        }
        return true;
    }

    private void countLevel(int level, long low, boolean isBounded, long high, long[] pagesOf) {
        int mark = order.mark();
        boolean hasNext = seek(level, low);
        // Ends: each turn goes right.
        while (hasNext) {
            if (!order.isLess(page.low(), low)) {
                pagesOf[server()]++;
            }
            if (level == InnerLevels.LOWEST) {
                countLeaves(low, pagesOf);
            }
            hasNext =
                    page.isBounded()
                            && (!isBounded || order.isLess(page.high(), high))
                            && seek(level, order.keep(mark, page.high()));
        }
    }

    /**
     * Counts the leaves that the page names which was read last, those that begin right of a key.
     * One at another server may be gone: a search then removes its entry.
     */
    private void countLeaves(long low, long[] pagesOf) {
        for (int i = 0; i < page.entries().size(); i++) {
            long key = page.entries().key(i);
            long leaf = page.entries().value(i);
            int at = AddressSpace.server(leaf);
            boolean isGone =
                    order.isLess(low, key)
                            && at != server()
                            && child.read(leaf, Page.LEAF, key) == PageMatch.STALE;
            if (isGone) {
                meganodes.visit(key);
            } else if (order.isLess(low, key)) {
                pagesOf[at]++;
            }
        }
    }

    private long moveLevel(
            int level, long low, boolean isBounded, long high, int server, BooleanSupplier goOn) {
        long moved = 0;
        int mark = order.mark();
        // Ends: each turn goes right.
        for (long key = low; ; ) {
            if (!goOn.getAsBoolean() || !seek(level, key)) {
                return moved;
            }
            boolean hasNext = page.isBounded() && (!isBounded || order.isLess(page.high(), high));
            long right = page.high();
            if (server() != server && movePage(level, key, low, server)) {
                moved++;
            }
            if (!hasNext) {
                return moved;
            }
            key = order.keep(mark, right);
        }
    }

    /**
     * Moves the page that was read last, which covers a key; whether it did. A page that begins
     * left of the meganode, and of which the first entry of the meganode has got a pointer because
     * its own page was gone, belongs to the meganode before it.
     *
     * @param first smallest key of the meganode
     */
    private boolean movePage(int level, long key, long first, int server) {
        MeganodeCalls receiver = meganodes.at(server);
        int mark = order.mark();
        for (int copies = 0; copies < MOST_COPIES; copies++) {
            if (server() == server || order.isLess(page.low(), first)) {
                return false; // Another client has moved it, or it is of another meganode.
            }
            if (page.entries().size() <= fanout) {
                long from = page.pointer();
                long low = page.low();
                long copy = receiver.place(page);
                MeganodeCalls sender = meganodes.at(AddressSpace.server(from));
                int outcome = sender.forward(page, copy);
                if (outcome == MeganodeKind.YES) {
                    RareBranch.PAGE_MOVED.taken();
                    complete(new PendingMove(copy, from, level, low, false));
                    return true;
                }
                RareBranch.MOVE_REFUSED.taken();
                boolean _ = receiver.step(MeganodeKind.DISCARD, copy);
                if (outcome == MeganodeKind.ARRIVING) {
                    settleArrival(from, sender);
                }
            }
            long _ = order.keep(mark, KeyOrder.LEAST);
            if (!seek(level, key)) {
                return false;
            }
        }
        return false;
    }

    /** Completes or undoes the move by which a page comes to its server. */
    private void settleArrival(long arriving, MeganodeCalls receiver) {
        List<PendingMove> found = new ArrayList<>();
        boolean _ = receiver.pending(arriving - 1, found);
        if (!found.isEmpty() && found.getFirst().copy() == arriving) {
            boolean _ = settle(found.getFirst(), receiver);
        }
    }

    /**
     * Completes a move whose old page leads to the copy: puts the copy in its place in the level
     * above and in the left neighbour, and frees it.
     */
    private boolean complete(PendingMove move) {
        MeganodeCalls receiver = meganodes.at(AddressSpace.server(move.copy()));
        if (!move.isComplete()) {
            relink(move);
            boolean _ = receiver.step(MeganodeKind.COMPLETE, move.copy());
        }
        free(move.page());
        return receiver.step(MeganodeKind.FORGET, move.copy());
    }

    /** Frees an old page, unless it went with its server. */
    private void free(long old) {
        try {
            pages.free(old);
        } catch (FabricException e) {
            if (e.kind() != FabricException.Kind.PEER_LOST) {
                throw e;
            }
        }
    }

    /** Puts the copy in the place of the old page wherever a pointer leads to that. */
    private void relink(PendingMove move) {
        correct(MeganodeKind.REPOINT, move.level() + 1, move.low(), move);
        if (move.low() != KeyOrder.LEAST) {
            correct(MeganodeKind.RELINK, move.level(), order.before(move.low()), move);
        }
    }

    /** In a tree that has no such level, because a loaded one has replaced it, none leads there. */
    private void correct(int correction, int level, long key, PendingMove move) {
        int _ = meganodes.correct(correction, level, key, move.page(), move.copy());
    }

    /**
     * Completes or undoes the moves to a server that are under way, of clients that have died or
     * are slow; returns how many. A slow client finds its move undone and begins it again. A move
     * whose sender is lost stays as it is: only the sender knows whether the page has moved.
     */
    public int settle(int server) {
        MeganodeCalls receiver = meganodes.at(server);
        List<PendingMove> found = new ArrayList<>();
        int settled = 0;
        // Ends: each turn has later moves; those that begin meanwhile are few.
        for (long after = Long.MIN_VALUE; ; after = found.getLast().copy()) {
            long since = after;
            found.clear();
            settled += within(() -> settleAfter(since, receiver, found));
            if (found.isEmpty()) {
                return settled;
            }
        }
    }

    private int settleAfter(long after, MeganodeCalls receiver, List<PendingMove> found) {
        boolean _ = receiver.pending(after, found);
        int settled = 0;
        for (PendingMove move : found) {
            settled += settle(move, receiver) ? 1 : 0;
        }
        return settled;
    }

    /** Whether a server has ever ended a page that moved away. */
    public boolean hasGivenPages(int server) {
        return within(() -> meganodes.at(server).pending(Long.MIN_VALUE, new ArrayList<>()));
    }

    /** Moves to a server that are under way. */
    public int pending(int server) {
        return within(() -> pendingAt(meganodes.at(server)));
    }

    private static int pendingAt(MeganodeCalls server) {
        List<PendingMove> found = new ArrayList<>();
        int before = -1;
        // Ends: each turn has later moves; those that begin meanwhile are few.
        for (long after = Long.MIN_VALUE; found.size() > before; after = lastOf(found, after)) {
            before = found.size();
            boolean _ = server.pending(after, found);
        }
        return found.size();
    }

    private static long lastOf(List<PendingMove> found, long otherwise) {
        return found.isEmpty() ? otherwise : found.getLast().copy();
    }

    private boolean settle(PendingMove move, MeganodeCalls receiver) {
        boolean hasMoved;
        try {
            hasMoved = move.isComplete() || cancel(move);
        } catch (FabricException e) {
            if (e.kind() != FabricException.Kind.PEER_LOST) {
                throw e;
            }
            return false;
        }
        if (hasMoved) {
            RareBranch.MOVE_COMPLETED.taken();
            return complete(move);
        }
        return receiver.step(MeganodeKind.DISCARD, move.copy());
    }

    private boolean cancel(PendingMove move) {
        return meganodes.at(AddressSpace.server(move.page())).cancel(move.page(), move.copy());
    }

    /** Reads the page of a level that covers a key; false if the level is above the root. */
    private boolean seek(int level, long key) {
        long pointer = inner.find(key, level);
        for (int steps = 1; pointer != Descent.ABOVE_ROOT; steps++) {
            PageMatch match = page.read(pointer, level, key);
            switch (match) {
                case HERE -> {
                    return true;
                }
                case RIGHT -> pointer = page.right();
                case DEAD -> pointer = page.link();
                case LEFT, STALE -> {
                    meganodes.visit(key);
                    pointer = inner.find(key, level);
                }
                case DAMAGED -> throw pages.damaged(pointer);
            }
            if (pointer == PagePointer.NULL) {
                pointer = inner.find(key, level);
            }
            retries.check(steps, pointer);
        }
        return false;
    }
}
