package dev.mangrove.index.access;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.RowMask;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.latch.LatchOwner;
import dev.mangrove.index.latch.LatchQueue;
import dev.mangrove.index.latch.LatchWait;
import dev.mangrove.index.latch.RemoteLatches;
import dev.mangrove.index.latch.WaitedTime;
import dev.mangrove.index.ordered.Technique;
import dev.mangrove.index.page.CopyCheck;
import dev.mangrove.index.page.HashedLines;
import dev.mangrove.index.page.KeyLines;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageFormat;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageOutline;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.probe.RareBranch;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/** Pages that this client reaches by verbs: it reads a copy and writes its changes back. */
final class CopiedPages extends ServerPages {
    private static final Logger LOG = System.getLogger(CopiedPages.class.getName());

    /** Requests of an edit beside its stores: a page that is written ahead, and the latch. */
    private static final int AROUND_AN_EDIT = 2;

    /** Requests to lock a page: what is carried, the swap, and the READ. */
    private static final int MOST_TO_LOCK = 3;

    /** Pages that one batch reads at most. Chosen: four times what a scan prefetches. */
    static final int MOST_AT_ONCE = 64;

    /** Pages of which one batch reads the keys at most: each takes two gathers. */
    static final int MOST_BY_KEYS = MOST_AT_ONCE / 2;

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
    private final boolean findsInLines;

    /** Lines between two reads of their stamps, for fabrics that keep only words whole. */
    private final RowMask guardedLines = RowMask.whole(Page.LINE).guard(0);

    /** Stamps and keys of lines between two reads of their stamps. */
    private final RowMask guardedKeys = KeyLines.mask();

    /** For how long a copy was read again and again. */
    private final WaitedTime retried;

    private final Selection one = new Selection();
    private final Selection[] selections = new Selection[MOST_AT_ONCE];

    /** The views that the requests of the batch of many read for. */
    private final @Nullable PageView[] views = new PageView[MOST_AT_ONCE];

    /** Whether a request of the batch of many reads keys only. */
    private final boolean[] packed = new boolean[MOST_AT_ONCE];

    /** Bytes to write of a new page: without its latch, which another session may still hold. */
    private final int freshBytes;

    private final Batch read;
    private final Batch many;
    private final Batch edit;
    private @Nullable ReadObserver observer;
    private @Nullable PageWrites unwritten;
    private @Nullable OutlineReads outlines;
    private @Nullable LineLookups finds;
    private MemorySegment carried = MemorySegment.NULL;
    private long carriedTo;
    private int carriedBytes;
    private boolean begun;
    private boolean started;
    private boolean severalLocked;
    private boolean unlocking;

    CopiedPages(
            Channel channel,
            RemoteLatches latches,
            LatchWait wait,
            @Nullable LatchQueue queue,
            PageFormat format,
            AccessOptions options) {
        this.channel = channel;
        this.retried = new WaitedTime(channel.endpoint().timeoutNanos());
        this.latches = latches;
        this.wait = wait;
        this.queue = queue;
        this.pageSize = format.pageSize();
        check = checkOf(format, options);
        wholeLines = channel.capabilities().readAtomicity() >= Page.LINE;
        writesLines = options.uses(Technique.LINES);
        // If lines may tear, one WRITE of a page could make an entry's stamp visible before its
        // value.
        combines =
                options.uses(Technique.COMBINE)
                        && channel.capabilities().orderedWrites()
                        && (writesLines || wholeLines);
        lockReads = options.uses(Technique.LOCK_READ);
        findsInLines =
                !wholeLines
                        && format.hasWordKeys()
                        && check.equals(CopyCheck.EVERY_LINE)
                        && HashedLines.save(pageSize);
        freshBytes = options.uses(Technique.APART) ? pageSize : pageSize - Page.LATCH_BYTES;
        read = channel.batch(MOST_TO_LOCK);
        many = channel.batch(MOST_AT_ONCE);
        edit = channel.batch(editRequests(channel, format.mostStores()));
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            selections[i] = new Selection();
        }
    }

    /** The format's own check, unless the options have another one than the usual. */
    private static CopyCheck checkOf(PageFormat format, AccessOptions options) {
        return options.check().equals(CopyCheck.EVERY_LINE) ? format.copyCheck() : options.check();
    }

    /** Requests of the largest edit, limited to the fabric's largest batch. */
    private static int editRequests(Channel channel, int mostStores) {
        int needed = mostStores + AROUND_AN_EDIT;
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
        readAgain(pointer, view);
        ended(pointer, view);
    }

    private void readAgain(long pointer, PageView view) {
        begin(pointer, view, read.clear(), one);
        executeRead();
        view.tornLines(tornLines(read, 0));
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
        begin(pointer, view, many, selections[next(view, false)]);
    }

    /** Reads the header, and of the lines what is needed, where that saves bytes. */
    @Override
    void beginKeys(long pointer, PageView view) {
        if (wholeLines) {
            begin(pointer, view);
            return;
        }
        long address = PagePointer.address(pointer);
        int lines = pageSize / Page.LINE - 1;
        Selection header = selections[next(view, false)].strided(address, 1, guardedLines);
        many.gather(header, buffer(view), 0);
        Selection keys = selections[next(view, true)];
        keys.strided(address + Page.LINE, lines, guardedKeys);
        many.gather(keys, buffer(view), Page.LINE);
    }

    /** Number of the next request of the batch of many, which reads for a view. */
    private int next(PageView view, boolean keysOnly) {
        if (!begun) {
            many.clear();
            begun = true;
        }
        int request = many.size();
        views[request] = view;
        packed[request] = keysOnly;
        view.tornLines(0);
        return request;
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
            for (int i = 0; i < many.size(); i++) {
                arrived(Objects.requireNonNull(views[i]), i);
            }
        }
        ended(pointer, view);
    }

    private void arrived(PageView view, int request) {
        view.tornLines(view.tornLines() + tornLines(many, request));
        if (packed[request]) {
            KeyLines.spread(buffer(view), pageSize);
        }
    }

    @Override
    void beginOutline(long pointer, PageOutline outline) {
        OutlineReads made = outlines;
        if (made == null) {
            made = new OutlineReads(channel, Pages.MOST_OUTLINES, pageSize);
            outlines = made;
        }
        made.add(pointer, outline);
    }

    @Override
    void startOutlines() {
        if (outlines != null) {
            outlines.start();
        }
    }

    @Override
    void finishOutlines() {
        if (outlines != null) {
            outlines.finish();
        }
    }

    @Override
    boolean beginFind(int number, long pointer, long key) {
        if (!findsInLines) {
            return false;
        }
        LineLookups made = finds;
        if (made == null) {
            made = new LineLookups(channel, pageSize);
            finds = made;
        }
        made.add(number, pointer, key);
        return true;
    }

    @Override
    void startFinds() {
        if (finds != null) {
            finds.start();
        }
    }

    @Override
    long finishFinds(PageView view, long[] values) {
        return finds == null ? 0 : finds.finish(view, values);
    }

    @Override
    void abandon() {
        if (outlines != null) {
            outlines.abandon();
        }
        if (finds != null) {
            finds.abandon();
        }
        boolean reading = started;
        boolean writing = unlocking;
        begun = false;
        started = false;
        unlocking = false;
        if (reading) {
            giveUp(many);
        }
        if (writing) {
            giveUp(edit);
        }
    }

    private static void giveUp(Batch underWay) {
        try {
            underWay.await();
        } catch (FabricException e) {
            LOG.log(Level.DEBUG, "requests were given up: {0}", e.getMessage());
        }
    }

    private void begin(long pointer, PageView view, Batch batch, Selection selection) {
        long address = PagePointer.address(pointer);
        if (wholeLines) {
            batch.read(address, buffer(view), 0, pageSize);
        } else {
            selection.strided(address, pageSize / Page.LINE, guardedLines);
            batch.gather(selection, buffer(view), 0);
        }
    }

    private int tornLines(Batch batch, int request) {
        return wholeLines ? 0 : batch.tornRows(request);
    }

    /** Shows the copy; reads it again until it is consistent. */
    private void ended(long pointer, PageView view) {
        MemorySegment buffer = buffer(view);
        // Ends: checkTime throws after a while.
        for (int torn = 0; !isWhole(buffer, pointer, view.tornLines()); torn++) {
            RareBranch.COPY_TORN.taken();
            checkTime(torn, pointer);
            readAgain(pointer, view);
        }
        view.stable(buffer, 0, pointer);
    }

    private boolean isWhole(MemorySegment buffer, long pointer, int tornLines) {
        return check.isWhole(buffer, pointer, pageSize, tornLines);
    }

    /**
     * Each retry means that a writer has changed the page, unless the memory holds no page at all.
     */
    private void checkTime(int torn, long pointer) {
        long now = channel.endpoint().host().nanoTime();
        if (torn == 0) {
            retried.begin(now);
        } else if (retried.polled(now) >= channel.endpoint().timeoutNanos()) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT,
                    "lines of page "
                            + PagePointer.toString(pointer)
                            + " stay inconsistent: the page is damaged");
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
        if (!begun) {
            many.clear();
            begun = true;
        }
        page.swap = latches.swap(many, pointer, LatchOwner.FREE, mine);
        many.read(PagePointer.address(pointer), buffer(page.view()), 0, pageSize);
    }

    @Override
    void startTryLocks() {
        start();
    }

    @Override
    void finishTryLock(long pointer, LockedPage page) {
        if (started) {
            begun = false;
            started = false;
            many.await();
        }
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

    private MemorySegment buffer(PageView view) {
        return view.bufferOf(channel.endpoint(), pageSize);
    }
}
