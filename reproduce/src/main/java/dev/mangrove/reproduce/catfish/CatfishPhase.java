package dev.mangrove.reproduce.catfish;

import dev.mangrove.reproduce.TreePool;
import dev.mangrove.reproduce.Window;

/** What clients do for a while, and what they have done. */
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

    /** Changes what clients do from now on. */
    public void work(CatfishWork next) {
        work = next;
    }

    /** Clients that work; those with higher numbers rest. */
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

    /** A client has ended; it found so many objects. */
    void ended(long objects) {
        ended++;
        found += objects;
    }

    long ended() {
        return ended;
    }

    /** Objects that clients found which have ended. */
    long found() {
        return found;
    }
}
