package dev.mangrove.index.access;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.index.latch.LatchOwner;
import dev.mangrove.index.latch.LatchQueue;
import dev.mangrove.index.latch.LatchWait;
import dev.mangrove.index.latch.RemoteLatches;
import dev.mangrove.index.ordered.Technique;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageFormat;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/** Pages that this client reaches by verbs: it reads a copy and writes its changes back. */
final class CopiedPages extends CopiedReads {
    /** Requests of an edit beside its stores: a page that is written ahead, and the latch. */
    private static final int AROUND_AN_EDIT = 2;

    private final RemoteLatches latches;
    private final LatchWait wait;
    private final @Nullable LatchQueue queue;
    private final boolean combines;
    private final boolean writesLines;
    private final boolean lockReads;

    /** Bytes to write of a new page: without its latch, which another session may still hold. */
    private final int freshBytes;

    private final Batch edit;
    private @Nullable PageWrites unwritten;
    private MemorySegment carried = MemorySegment.NULL;
    private long carriedTo;
    private int carriedBytes;
    private boolean severalLocked;
    private boolean unlocking;

    CopiedPages(
            Channel channel,
            RemoteLatches latches,
            LatchWait wait,
            @Nullable LatchQueue queue,
            PageFormat format,
            AccessOptions options) {
        super(channel, format, options);
        this.latches = latches;
        this.wait = wait;
        this.queue = queue;
        writesLines = options.uses(Technique.LINES);
        // If lines may tear, one WRITE of a page could make an entry's stamp visible before its
        // value.
        combines =
                options.uses(Technique.COMBINE)
                        && channel.capabilities().orderedWrites()
                        && (writesLines || wholeLines);
        lockReads = options.uses(Technique.LOCK_READ);
        freshBytes = options.uses(Technique.APART) ? pageSize : pageSize - Page.LATCH_BYTES;
        edit = channel.batch(editRequests(channel, format.mostStores()));
    }

    /** Requests of the largest edit, limited to the fabric's largest batch. */
    private static int editRequests(Channel channel, int mostStores) {
        int needed = mostStores + AROUND_AN_EDIT;
        return Math.min(needed, channel.capabilities().largestBatch());
    }

    @Override
    void abandon() {
        boolean writing = unlocking;
        unlocking = false;
        super.abandon();
        if (writing) {
            giveUp(edit);
        }
    }

    @Override
    void lock(long pointer, LockedPage page) {
        page.release();
        long mine = latches.nextWord();
        try {
            page.claim(this, pointer, mine);
            if (queue != null) {
                queue.enter(pointer, latches.latchOf(pointer), page.turn());
            }
            take(pointer, page, page.turn().handed(), mine);
        } catch (RuntimeException | Error e) {
            page.release();
            throw e;
        }
    }

    /** Acquires a latch that another session may hold, and reads its page. */
    private void take(long pointer, LockedPage page, long handed, long mine) {
        boolean read = lockReads || handed != LatchOwner.FREE;
        long found = swap(pointer, page, handed, mine, read);
        if (found != handed) {
            wait.begin();
            for (long expected = handed; found != expected; ) {
                expected = wait.isLeft(pointer, found) ? found : LatchOwner.FREE;
                found = swap(pointer, page, expected, mine, false);
            }
            read = false;
        }
        locked(pointer, page, mine, read);
    }

    @Override
    boolean tryLock(long pointer, LockedPage page) {
        page.release();
        long mine = latches.nextWord();
        if (queue != null && !queue.tryEnter(pointer, latches.latchOf(pointer), page.turn())) {
            return false;
        }
        try {
            page.claim(this, pointer, mine);
            if (swap(pointer, page, LatchOwner.FREE, mine, lockReads) == LatchOwner.FREE) {
                locked(pointer, page, mine, lockReads);
                return true;
            }
            leave(page, LatchOwner.FREE);
            page.giveUp();
            return false;
        } catch (RuntimeException | Error e) {
            page.release();
            throw e;
        }
    }

    /**
     * Swaps in one round trip. If the swap succeeds, a copy that the same batch has read stays
     * valid until the page is unlocked.
     */
    private long swap(long pointer, LockedPage page, long expected, long mine, boolean withRead) {
        Batch batch = read.clear();
        addCarried(batch);
        int swap = latches.swap(batch, pointer, expected, mine);
        if (withRead) {
            batch.read(PagePointer.address(pointer), buffer(page.view()), 0, pageSize);
        }
        batch.execute();
        return latches.found(batch, swap, pointer);
    }

    @Override
    void carry(long address, MemorySegment memory, int bytes) {
        carried = memory;
        carriedTo = address;
        carriedBytes = bytes;
    }

    private void addCarried(Batch batch) {
        if (carriedBytes > 0) {
            batch.write(carriedTo, carried, 0, carriedBytes);
            dropCarried();
        }
    }

    @Override
    void writeCarried() {
        if (carriedBytes > 0) {
            addCarried(read.clear());
            read.execute();
        }
    }

    @Override
    void dropCarried() {
        carried = MemorySegment.NULL;
        carriedBytes = 0;
    }

    private void locked(long pointer, LockedPage page, long word, boolean isRead) {
        if (!isRead) {
            read.clear().read(PagePointer.address(pointer), buffer(page.view()), 0, pageSize);
            read.execute();
        }
        page.view().stable(buffer(page.view()), 0, pointer);
        page.held(this, page.byVerbs().to(this, PagePointer.address(pointer)), pointer, word);
    }

    @Override
    void writeAhead(long pointer, PageImage image) {
        edit().write(PagePointer.address(pointer), image.memory(), 0, freshBytes);
        fence();
    }

    @Override
    void write(long pointer, PageImage image) {
        read.clear().write(PagePointer.address(pointer), image.memory(), 0, freshBytes);
        read.execute();
    }

    @Override
    boolean collect(long pointer, PageImage image) {
        PageWrites made = unwritten;
        if (made == null) {
            made = new PageWrites(channel, Pages.MOST_UNSETTLED, pageSize, freshBytes);
            unwritten = made;
        }
        made.add(pointer, image);
        return true;
    }

    @Override
    @Nullable PageWrites unwritten() {
        return unwritten;
    }

    /**
     * The batch that collects an edit's WRITEs. An edit that exceeds the fabric's largest batch, or
     * edits of several pages that exceed the batch, are submitted as several: their stores take
     * effect in order, and each page is consistent after each of its stores.
     */
    Batch edit() {
        if (edit.size() == edit.capacity()) {
            assert severalLocked || edit.capacity() == channel.capabilities().largestBatch()
                    : edit.capacity();
            flush();
        }
        return edit;
    }

    boolean keepsLines() {
        return wholeLines;
    }

    /** Whether single lines are written, not only whole pages. */
    boolean writesLines() {
        return writesLines;
    }

    @Override
    boolean locksTogether() {
        return lockReads && combines;
    }

    @Override
    void beginTryLock(long pointer, LockedPage page) {
        page.release();
        long mine = latches.nextWord();
        if (queue != null && !queue.tryEnter(pointer, latches.latchOf(pointer), page.turn())) {
            return;
        }
        page.claim(this, pointer, mine);
        beginMany();
        page.swap = latches.swap(many, pointer, LatchOwner.FREE, mine);
        many.read(PagePointer.address(pointer), buffer(page.view()), 0, pageSize);
    }

    @Override
    void startTryLocks() {
        start();
    }

    @Override
    void finishTryLock(long pointer, LockedPage page) {
        boolean _ = awaitMany();
        if (latches.found(many, page.swap, pointer) == LatchOwner.FREE) {
            locked(pointer, page, page.word, true);
            severalLocked = true;
        } else {
            leave(page, LatchOwner.FREE);
            page.giveUp();
        }
    }

    @Override
    void beginUnlock(LockedPage page) {
        page.handsOn = queue != null && queue.mayHandOn(page.turn());
        if (!page.handsOn) {
            latches.free(edit(), page.pointer());
        }
    }

    @Override
    void startUnlocks() {
        severalLocked = false;
        if (edit.size() > 0 && !unlocking) {
            edit.submit();
            unlocking = true;
        }
    }

    @Override
    void finishUnlock(LockedPage page) {
        long handed = LatchOwner.FREE;
        try {
            if (unlocking) {
                unlocking = false;
                edit.await();
                edit.clear();
            }
            handed = page.handsOn ? page.word : LatchOwner.FREE;
        } finally {
            leave(page, handed);
        }
    }

    /** Adds a WRITE of the whole page; one suffices for all changes until the next fence. */
    void carryWhole(long address, MemorySegment copy) {
        int last = edit.size() - 1;
        if (last < 0 || edit.address(last) != address || edit.length(last) != pageSize) {
            edit().write(address, copy, 0, pageSize);
        }
    }

    void fence() {
        if (!combines) {
            flush();
        }
    }

    @Override
    void flush() {
        if (edit.size() > 0) {
            edit.execute();
            edit.clear();
        }
    }

    @Override
    void unlock(LockedPage page) {
        long pointer = page.view().pointer();
        boolean handsOn = queue != null && queue.mayHandOn(page.turn());
        long handed = LatchOwner.FREE;
        try {
            fence();
            if (!handsOn) {
                latches.free(edit(), pointer);
            }
            flush();
            handed = handsOn ? page.word : LatchOwner.FREE;
        } finally {
            leave(page, handed);
        }
    }

    @Override
    void release(LockedPage page) {
        severalLocked = false;
        try {
            if (channel.isOpen()) {
                free(page.pointer(), page.word);
                if (page.turn().handed() != LatchOwner.FREE) {
                    free(page.pointer(), page.turn().handed());
                }
            }
        } finally {
            leave(page, LatchOwner.FREE);
        }
    }

    /** Releases a latch if it holds a word: it may be free already, or never have been acquired. */
    private void free(long pointer, long word) {
        edit.clear();
        latches.swap(edit, pointer, word, LatchOwner.FREE);
        edit.execute();
        edit.clear();
    }

    private void leave(LockedPage page, long handed) {
        if (queue != null) {
            queue.leave(page.pointer(), page.turn(), handed);
        }
    }
}
