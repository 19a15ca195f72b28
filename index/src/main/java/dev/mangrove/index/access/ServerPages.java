package dev.mangrove.index.access;

import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageView;

/** The pages of one server, as one thread reaches them. */
abstract class ServerPages {
    /** Fetches ahead what a look at a page for a key needs, if that costs nothing. */
    abstract void expect(long pointer, long key);

    /** Looks at a page. */
    abstract void open(long pointer, PageView view);

    /** Notes a page to look at together with others. */
    abstract void begin(long pointer, PageView view);

    /** Starts to look at what was noted. */
    abstract void start();

    /** Ends the look at a page that was noted. */
    abstract void finish(long pointer, PageView view);

    abstract void lock(long pointer, LockedPage page);

    abstract boolean tryLock(long pointer, LockedPage page);

    /** Fills a page of this server that nobody knows, before all changes of a locked one. */
    abstract void writeAhead(long pointer, PageImage image);

    abstract void write(long pointer, PageImage image);

    /** Waits until all changes so far are visible. */
    abstract void flush();

    /** Makes all changes visible, then gives the latch back or hands it on. */
    abstract void unlock(LockedPage page);

    /** Gives the latch back if that is still possible; changes not yet on their way are dropped. */
    abstract void release(LockedPage page);
}
