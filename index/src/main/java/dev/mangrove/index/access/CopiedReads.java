package dev.mangrove.index.access;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.transfer.RowMask;
import dev.mangrove.index.latch.WaitedTime;
import dev.mangrove.index.page.CopyCheck;
import dev.mangrove.index.page.HashedLines;
import dev.mangrove.index.page.KeyLines;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageFormat;
import dev.mangrove.index.page.PageOutline;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.probe.RareBranch;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/** Reads of pages that this client reaches by verbs, one at a time or many. */
abstract class CopiedReads extends ServerPages {
    private static final Logger LOG = System.getLogger(CopiedReads.class.getName());

    /** Requests to lock a page: what is carried, the swap, and the READ. */
    private static final int MOST_TO_LOCK = 3;

    /** Pages that one batch reads at most. Chosen: four times what a scan prefetches. */
    static final int MOST_AT_ONCE = 64;

    /** Pages of which one batch reads the keys at most: each takes two gathers. */
    static final int MOST_BY_KEYS = MOST_AT_ONCE / 2;

    final Channel channel;
    final int pageSize;
    final boolean wholeLines;

    /** For the requests of one page. */
    final Batch read;

    /** For requests of several pages, or of their latches. */
    final Batch many;

    private final CopyCheck check;
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

    private @Nullable ReadObserver observer;
    private @Nullable OutlineReads outlines;
    private @Nullable LineLookups finds;
    private boolean begun;
    private boolean started;

    CopiedReads(Channel channel, PageFormat format, AccessOptions options) {
        this.channel = channel;
        this.retried = new WaitedTime(channel.endpoint().timeoutNanos());
        this.pageSize = format.pageSize();
        check = checkOf(format, options);
        wholeLines = channel.capabilities().readAtomicity() >= Page.LINE;
        findsInLines =
                !wholeLines
                        && format.hasWordKeys()
                        && check.equals(CopyCheck.EVERY_LINE)
                        && HashedLines.save(pageSize);
        read = channel.batch(MOST_TO_LOCK);
        many = channel.batch(MOST_AT_ONCE);
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            selections[i] = new Selection();
        }
    }

    /** The format's own check, unless the options have another one than the usual. */
    private static CopyCheck checkOf(PageFormat format, AccessOptions options) {
        return options.check().equals(CopyCheck.EVERY_LINE) ? format.copyCheck() : options.check();
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
        beginMany();
        int request = many.size();
        views[request] = view;
        packed[request] = keysOnly;
        view.tornLines(0);
        return request;
    }

    /** Requests are about to be added to the batch of many. */
    final void beginMany() {
        if (!begun) {
            many.clear();
            begun = true;
        }
    }

    @Override
    void start() {
        if (begun && !started) {
            many.submit();
            started = true; // Not before: there is nothing to await if the channel has failed.
        }
    }

    /** Awaits the batch of many, unless it has been awaited. Returns whether it did. */
    final boolean awaitMany() {
        boolean underWay = started;
        if (underWay) {
            begun = false;
            started = false;
            many.await();
        }
        return underWay;
    }

    @Override
    void finish(long pointer, PageView view) {
        if (awaitMany()) {
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
        begun = false;
        started = false;
        if (reading) {
            giveUp(many);
        }
    }

    static void giveUp(Batch underWay) {
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

    final MemorySegment buffer(PageView view) {
        return view.bufferOf(channel.endpoint(), pageSize);
    }
}
