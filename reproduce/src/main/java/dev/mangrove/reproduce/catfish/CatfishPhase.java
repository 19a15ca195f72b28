package dev.mangrove.reproduce.catfish;

import dev.mangrove.reproduce.TreePool;
import dev.mangrove.reproduce.Window;

/** A phase: the clients' workload, and counts of their operations. */
public final class CatfishPhase {
    private final Window all = new Window();
    private final Window searches = new Window();
    private CatfishWork work;
    private int active;
    private boolean over;
    private long ended;
    private long found;

    CatfishPhase(CatfishWork work, int active) {
        this.work = work;
        this.active = active;
    }

    public CatfishWork work() {
        return work;
    }

    /** Changes the workload from now on. */
    public void work(CatfishWork next) {
        work = next;
    }

    /** Number of working clients; clients with higher numbers pause. */
    public int active() {
        return active;
    }

    public void active(int clients) {
        active = clients;
    }

    boolean isOver() {
        return over;
    }

    void end() {
        over = true;
    }

    public void open(long now) {
        all.open(now, TreePool.LONGEST_NANOS);
        searches.open(now, TreePool.LONGEST_NANOS);
    }

    void record(boolean search, long start, long end) {
        all.record(start, end);
        if (search) {
            searches.record(start, end);
        }
    }

    public Window all() {
        return all;
    }

    Window searches() {
        return searches;
    }

    /** Called by a client that ends, with the number of objects that it found. */
    void ended(long objects) {
        ended++;
        found += objects;
    }

    long ended() {
        return ended;
    }

    /** Number of objects found by all clients that have ended. */
    long found() {
        return found;
    }
}
