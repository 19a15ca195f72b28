package dev.mangrove.index.access;

import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageOutline;
import dev.mangrove.index.page.PageView;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/** The pages of one server, as one thread accesses them. */
abstract class ServerPages {
    /** Reports each page that is read by verbs on its own; no effect where none is. */
    void observe(ReadObserver observer) {}

    /** Prefetches what a search for a key reads first, if that needs no verb. */
    abstract void expect(long pointer, long key);

    /** Prefetches what a change of a key reads first, if that needs no verb. */
    void expectChange(long pointer, long key) {
        expect(pointer, key);
    }

    /** Prefetches a page that will be read as a whole, if that needs no verb. */
    abstract void expectAll(long pointer);

    /** Shows a page. */
    abstract void open(long pointer, PageView view);

    /** Adds a page to those that {@link #start} reads together. */
    abstract void begin(long pointer, PageView view);

    /** As {@link #begin}, but the values that the view shows are arbitrary. */
    void beginKeys(long pointer, PageView view) {
        begin(pointer, view);
    }

    /** Starts to read the added pages. */
    abstract void start();

    /** Waits for an added page and shows it. */
    abstract void finish(long pointer, PageView view);

    /** Reads the outline of a leaf, or adds it to those that {@link #startOutlines} reads. */
    abstract void beginOutline(long pointer, PageOutline outline);

    /** Starts to read the added outlines. */
    abstract void startOutlines();

    /** Waits for all added outlines. */
    abstract void finishOutlines();

    /**
     * Adds a key of a leaf to those that {@link #startFinds} looks up; false if that would save
     * nothing.
     */
    boolean beginFind(int number, long pointer, long key) {
        return false;
    }

    /** Starts to read the lines in which the added keys probably are. */
    void startFinds() {}

    /** Waits for these lines; returns the numbers of the keys that are in them, a bit each. */
    long finishFinds(PageView view, long[] values) {
        return 0;
    }

    /**
     * Gives up the pages that were added, to be read, locked or unlocked, the outlines and the
     * keys. On return nothing writes to their views.
     */
    abstract void abandon();

    abstract void lock(long pointer, LockedPage page);

    abstract boolean tryLock(long pointer, LockedPage page);

    /**
     * Whether several pages can be locked together in fewer round trips than one by one. If not,
     * the methods that follow lock and unlock them one by one.
     */
    boolean locksTogether() {
        return false;
    }

    /**
     * Adds a page to those whose latches {@link #startTryLocks} tries for. A page that is not
     * claimed afterwards cannot be locked now.
     */
    void beginTryLock(long pointer, LockedPage page) {
        boolean _ = tryLock(pointer, page);
    }

    /** Starts to try for the latches, and to read the pages. */
    void startTryLocks() {}

    /** Waits for a claimed page: afterwards it is locked, or no longer claimed. */
    void finishTryLock(long pointer, LockedPage page) {}

    /** Adds the release of a latch to the changes of its page. */
    void beginUnlock(LockedPage page) {}

    /** Starts to write all changes and to release the added latches. */
    void startUnlocks() {}

    /** Waits until the changes of a page are visible, and its latch is released or handed on. */
    void finishUnlock(LockedPage page) {
        unlock(page);
    }

    /**
     * Writes to memory of this server that no page names yet: at once, or with the next try for a
     * latch, and in any case before the changes of the page that is locked then.
     *
     * @param memory stays unchanged until then
     */
    abstract void carry(long address, MemorySegment memory, int bytes);

    /** Writes what {@link #carry} has put off. */
    void writeCarried() {}

    /** Drops what {@link #carry} has put off. */
    void dropCarried() {}

    /** Writes an unpublished page of this server before all changes of a locked one. */
    abstract void writeAhead(long pointer, PageImage image);

    abstract void write(long pointer, PageImage image);

    /** Adds an unpublished page to {@link #unwritten}; false if it has to be written at once. */
    abstract boolean collect(long pointer, PageImage image);

    /** Pages that were collected and are not visible yet; null if there never were any. */
    abstract @Nullable PageWrites unwritten();

    /** Waits until all changes so far are visible. */
    abstract void flush();

    /** Makes all changes visible, then releases the latch or hands it on. */
    abstract void unlock(LockedPage page);

    /** Releases the latch if that is still possible; drops changes that were not submitted yet. */
    abstract void release(LockedPage page);
}
