package dev.mangrove.index.access;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Host;
import dev.mangrove.index.latch.LatchOwner;
import dev.mangrove.index.latch.LatchQueue;
import dev.mangrove.index.latch.LatchWait;
import dev.mangrove.index.latch.RemoteLatches;
import dev.mangrove.index.ordered.Technique;
import dev.mangrove.index.page.CopyCheck;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageEditor;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.probe.RareBranch;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;

/** Pages that this client reaches by verbs: it reads a copy and writes its changes back. */
final class CopiedPages extends ServerPages {
    private static final Logger LOG = System.getLogger(CopiedPages.class.getName());

    /** READs of a page where a READ keeps only words whole. */
    private static final int COPIES_OF_WORDS = 3;

    /** Requests of an edit beside its stores: a page that is written ahead, and the latch. */
    private static final int AROUND_AN_EDIT = 2;

    /** Pages that one batch reads at most. Chosen: four times what a scan prefetches. */
    static final int MOST_AT_ONCE = 64;

    private final Channel channel;
    private final RemoteLatches latches;
    private final LatchWait wait;
    private final @Nullable LatchQueue queue;
    private final int pageSize;
    private final CopyCheck check;
    private final boolean wholeLines;
    private final boolean combines;
    private final boolean writesLines;
    private final boolean lockReads;
    private final int copies;

    /** Bytes to write of a new page: without its latch, which another session may still hold. */
    private final int freshBytes;

    private final Batch read;
    private final Batch many;
    private final Batch edit;
    private @Nullable ReadObserver observer;
    private boolean begun;
    private boolean started;

    CopiedPages(
            Channel channel,
            RemoteLatches latches,
            LatchWait wait,
            @Nullable LatchQueue queue,
            int pageSize,
            AccessOptions options) {
        this.channel = channel;
        this.latches = latches;
        this.wait = wait;
        this.queue = queue;
        this.pageSize = pageSize;
        check = options.check();
        wholeLines = channel.capabilities().readAtomicity() >= Page.LINE;
        writesLines = options.uses(Technique.LINES);
        // If lines may tear, one WRITE of a page could make an entry's stamp visible before its
        // value.
        combines =
                options.uses(Technique.COMBINE)
                        && channel.capabilities().orderedWrites()
                        && (writesLines || wholeLines);
        lockReads = options.uses(Technique.LOCK_READ);
        copies = wholeLines ? 1 : COPIES_OF_WORDS;
        freshBytes = options.uses(Technique.APART) ? pageSize : pageSize - Page.LATCH_BYTES;
        read = channel.batch(1 + COPIES_OF_WORDS);
        many = channel.batch(MOST_AT_ONCE * COPIES_OF_WORDS);
        edit = channel.batch(editRequests(channel, pageSize));
    }

    /** Requests of the largest edit, limited to the fabric's largest batch. */
    private static int editRequests(Channel channel, int pageSize) {
        int needed = PageEditor.mostStores(pageSize) + AROUND_AN_EDIT;
        return Math.min(needed, channel.capabilities().largestBatch());
    }

    @Override
    void expect(long pointer, long key) {}

    @Override
    void expectAll(long pointer) {}

    @Override
    void observe(ReadObserver by) {
        observer = by;
    }

    @Override
    void open(long pointer, PageView view) {
        begin(pointer, view, read.clear());
        executeRead();
        ended(pointer, view);
    }

    /** Executes the READs of one page. */
    private void executeRead() {
        ReadObserver by = observer;
        if (by == null) {
            read.execute();
            return;
        }
        Host host = channel.endpoint().host();
        long start = host.nanoTime();
        read.execute();
        by.pageRead(host.nanoTime() - start);
    }

    @Override
    void begin(long pointer, PageView view) {
        if (!begun) {
            many.clear();
            begun = true;
        }
        begin(pointer, view, many);
    }

    @Override
    void start() {
        if (begun && !started) {
            many.submit();
            started = true; // Not before: there is nothing to await if the channel has failed.
        }
    }

    @Override
    void finish(long pointer, PageView view) {
        if (started) {
            begun = false;
            started = false;
            many.await();
        }
        ended(pointer, view);
    }

    @Override
    void abandon() {
        boolean underWay = started;
        begun = false;
        started = false;
        if (underWay) {
            try {
                many.await();
            } catch (FabricException e) {
                LOG.log(Level.DEBUG, "reads were given up: {0}", e.getMessage());
            }
        }
    }

    private void begin(long pointer, PageView view, Batch batch) {
        MemorySegment buffer = buffer(view);
        for (int i = 0; i < copies; i++) {
            batch.read(PagePointer.address(pointer), buffer, (long) i * pageSize, pageSize);
        }
    }

    /** Shows the copy; reads it again until it is consistent. */
    private void ended(long pointer, PageView view) {
        MemorySegment buffer = buffer(view);
        long deadline = 0;
        while (!isWhole(buffer, pointer)) {
            RareBranch.COPY_TORN.taken();
            deadline = checkTime(deadline, pointer);
            begin(pointer, view, read.clear());
            executeRead();
        }
        view.stable(buffer, copies == 1 ? 0 : pageSize, pointer);
    }

    private boolean isWhole(MemorySegment buffer, long pointer) {
        return check.isWhole(buffer, pointer, pageSize, wholeLines);
    }

    /**
     * Each retry means that a writer has changed the page, unless the memory holds no page at all.
     */
    private long checkTime(long deadline, long pointer) {
        long now = channel.endpoint().host().nanoTime();
        if (deadline == 0) {
            return now + channel.endpoint().timeoutNanos();
        }
        if (now - deadline >= 0) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT,
                    "lines of page "
                            + PagePointer.toString(pointer)
                            + " stay inconsistent: the page is damaged");
        }
        return deadline;
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
        int swap = latches.swap(batch, pointer, expected, mine);
        if (withRead) {
            batch.read(PagePointer.address(pointer), buffer(page.view()), 0, pageSize);
        }
        batch.execute();
        return latches.found(batch, swap, pointer);
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

    /**
     * The batch that collects an edit's WRITEs. An edit that exceeds the fabric's largest batch is
     * submitted as several: its stores take effect in order, and the page is consistent after each.
     */
    Batch edit() {
        if (edit.size() == edit.capacity()) {
            assert edit.capacity() == channel.capabilities().largestBatch() : edit.capacity();
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

    private MemorySegment buffer(PageView view) {
        return view.bufferOf(channel.endpoint(), (long) COPIES_OF_WORDS * pageSize);
    }
}
