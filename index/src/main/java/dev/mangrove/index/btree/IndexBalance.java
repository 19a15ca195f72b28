package dev.mangrove.index.btree;

import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.partition.MeganodeMover;
import dev.mangrove.index.session.Failures;
import dev.mangrove.index.session.Session;

import java.util.List;
import java.util.function.Supplier;

/**
 * Moves parts of an index of design cell from server to server while clients use it. Used by one
 * thread; closing it closes the session.
 */
public final class IndexBalance implements AutoCloseable {
    private final Session session;
    private final SessionPages pages;
    private final List<Integer> servers;
    private final MeganodeMover mover;
    private final Failures failures;

    IndexBalance(
            String name,
            Session session,
            SessionPages pages,
            List<Integer> servers,
            MeganodeMover mover) {
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

    /**
     * Reads the root of the meganode that covers a key; false if the tree is so small that it has
     * no level above its meganodes, and nothing to move. {@link #server}, {@link #hasNext} and
     * {@link #next} are of that meganode.
     */
    public boolean look(long key) {
        return guarded(() -> mover.look(key));
    }

    /** The server of the meganode. */
    public int server() {
        return mover.server();
    }

    /** Whether there is a meganode after this one. */
    public boolean hasNext() {
        return mover.hasNext();
    }

    /** Smallest key of the meganode after this one. */
    public long next() {
        return mover.next();
    }

    /**
     * Moves the pages of the meganode that covers a key to a server, those that are not there;
     * returns how many. Pages that change all the time stay where they are.
     */
    public long move(long key, int server) {
        return guarded(() -> mover.move(key, server));
    }

    /**
     * Counts the pages of the meganode that covers a key, by server: adds them to the elements of
     * an array. Reads its inner pages only.
     */
    public void count(long key, long[] pagesOf) {
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
