package dev.mangrove.index.btree;

import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.keeper.MeganodeKeeper;
import dev.mangrove.index.btree.partition.MeganodeMover;
import dev.mangrove.index.page.KeyCopy;
import dev.mangrove.index.session.Failures;
import dev.mangrove.index.session.Session;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Moves parts of an index of design cell from server to server while clients use it. Used by one
 * thread; closing it closes the session.
 */
public final class IndexBalance implements MeganodeWalk, AutoCloseable {
    private final Session session;
    private final SessionPages pages;
    private final List<Integer> servers;
    private final MeganodeMover mover;
    private final Failures failures;
    private final boolean beginsAtOne;

    /**
     * Creates access to the meganodes of an index.
     *
     * @param servers of the index when it was created
     * @param beginsAtOne whether a new tree is one meganode, and not one at each server
     */
    public IndexBalance(
            String name,
            Session session,
            SessionPages pages,
            List<Integer> servers,
            MeganodeMover mover,
            boolean beginsAtOne) {
        this.beginsAtOne = beginsAtOne;
        this.failures = Failures.ofView(name, session);
        this.session = session;
        this.pages = pages;
        this.servers = servers;
        this.mover = mover;
    }

    /** Servers of the index when it was created; the first has the levels above the meganodes. */
    public List<Integer> servers() {
        return servers;
    }

    @Override
    public boolean look(KeyCopy key) {
        return guarded(() -> mover.look(key));
    }

    @Override
    public int server() {
        return mover.server();
    }

    @Override
    public boolean hasNext() {
        return mover.hasNext();
    }

    @Override
    public KeyCopy next() {
        return mover.next();
    }

    /**
     * Moves the pages of the meganode that covers a key to a server, those that are not there;
     * returns how many. Pages that change all the time stay where they are.
     */
    public long move(KeyCopy key, int server) {
        return guarded(() -> mover.move(key, server));
    }

    /** As {@link #move(KeyCopy, int)}; ends between two pages when {@code goOn} returns false. */
    public long move(KeyCopy key, int server, BooleanSupplier goOn) {
        return guarded(() -> mover.move(key, server, goOn));
    }

    /** Reads the meganode's inner pages only. */
    @Override
    public void count(KeyCopy key, long[] pagesOf) {
        try {
            mover.count(key, pagesOf);
        } catch (RuntimeException e) {
            throw failures.translate(e);
        }
    }

    /**
     * Completes or undoes the moves to a server that are under way, of clients that have died or
     * are slow; returns how many.
     */
    public int settle(int server) {
        return guarded(() -> mover.settle(server));
    }

    /** Moves to a server that are under way. */
    public int pending(int server) {
        return guarded(() -> mover.pending(server));
    }

    /** Whether a new tree is one meganode, and not one at each server. */
    public boolean beginsAtOne() {
        return beginsAtOne;
    }

    /** A keeper that needs no lease; used by the thread of this object, until it is closed. */
    public MeganodeKeeper keeper() {
        return new MeganodeKeeper(mover, servers, beginsAtOne);
    }

    private <T> T guarded(Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            throw failures.translate(e);
        }
    }

    @Override
    public void close() {
        try {
            pages.close();
        } finally {
            session.close();
        }
    }
}
