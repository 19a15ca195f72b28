package dev.mangrove.index.rtree.search;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.transfer.RowMask;
import dev.mangrove.index.access.IndexPresence;
import dev.mangrove.index.latch.WaitLimit;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeCopy;
import dev.mangrove.index.rtree.page.NodeShape;
import dev.mangrove.index.rtree.page.NodeState;
import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.rtree.tree.Anchor;

import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Reads pages by verbs, each by one request. It requests all wanted pages at the same time, up to a
 * limit, and hands them to the search as they arrive. It reads the anchor and the last known root
 * in one round trip: READs of a channel take effect in order, so it reads the root after the
 * sequence.
 */
public final class CopiedFeed extends NodeFeed {
    private static final System.Logger LOG = System.getLogger(CopiedFeed.class.getName());

    /** Chosen: the search scans the pages of one batch while the others are under way. */
    private static final int BATCHES = 4;

    private static final int FIRST_CAPACITY = 64;

    /** Requests that a search begins with: the anchor and the root. */
    private static final int AT_START = 2;

    private final Channel channel;
    private final IndexPresence presence;
    private final WaitLimit wait;
    private final NodeView view;
    private final long anchor;
    private final int tag;
    private final int pageSize;
    private final boolean wholeLines;
    private final RowMask pageRows;
    private final RowMask anchorRow;
    private final int pagesPerBatch;
    private final Flight[] flights;
    private final Batch start;
    private final MemorySegment startBuffer;
    private final Selection anchorSelection = new Selection();
    private final Selection rootSelection = new Selection();
    private long[] wanted = new long[FIRST_CAPACITY];
    private int size;
    private int oldest;
    private int flying;
    private long root = PagePointer.NULL;
    private boolean rootIsHere;

    public CopiedFeed(
            Channel channel,
            IndexPresence presence,
            WaitLimit wait,
            NodeShape shape,
            int tag,
            long anchorPointer,
            int pagesAtOnce) {
        this.channel = channel;
        this.presence = presence;
        this.wait = wait;
        this.view = new NodeView(shape, tag);
        this.tag = tag;
        this.anchor = PagePointer.address(anchorPointer);
        this.pageSize = shape.pageSize();
        this.wholeLines = channel.capabilities().readAtomicity() >= Node.LINE;
        this.pageRows = RowMask.whole(NodeCopy.rowBytes(pageSize)).guard(0);
        this.anchorRow = RowMask.whole(Anchor.BYTES).guard(Anchor.SEQUENCE);
        int batches = Math.min(BATCHES, pagesAtOnce);
        this.pagesPerBatch = pagesAtOnce / batches;
        this.flights = new Flight[batches];
        for (int i = 0; i < batches; i++) {
            flights[i] = new Flight();
        }
        this.start = channel.batch(AT_START);
        this.startBuffer = channel.endpoint().allocate(departuresAt() + Long.BYTES);
    }

    /** Pages that one batch reads. */
    private final class Flight {
        private final Batch batch = channel.batch(pagesPerBatch);
        private final MemorySegment buffer =
                channel.endpoint().allocate((long) pagesPerBatch * pageSize);
        private final long[] pointers = new long[pagesPerBatch];
        private final Selection[] selections = new Selection[pagesPerBatch];
        private int pages;
        private int looked;

        Flight() {
            Arrays.setAll(selections, i -> new Selection());
        }

        void fill() {
            batch.clear();
            pages = 0;
            looked = 0;
            while (pages < pagesPerBatch && size > 0) {
                pointers[pages] = wanted[--size];
                read(batch, pointers[pages], buffer, at(pages), selections[pages]);
                pages++;
            }
            batch.submit();
        }

        /** Where the copy of a page lies. */
        long at(int page) {
            return (long) page * pageSize;
        }
    }

    @Override
    public long begin() {
        end();
        wait.begin();
        // Ends: torn() limits the time.
        while (true) {
            boolean guess = root != PagePointer.NULL;
            readStart(guess);
            long sequence = sequenceIfWhole();
            if (sequence >= 0) {
                long now = word(Anchor.ROOT);
                rootIsHere = guess && now == root && isWhole(start, 1, startBuffer, Anchor.BYTES);
                root = now;
                if (!rootIsHere) {
                    want(root);
                }
                return sequence;
            }
            torn(anchor);
        }
    }

    /** Whether no entry was leaving its page when the search began. */
    boolean beganStill() {
        return word(Anchor.LEAVING) == word(Anchor.HAVE_LEFT);
    }

    /** Whether none has begun to leave since; one round trip. */
    boolean isStillAgain() {
        long departures = word(Anchor.LEAVING);
        start.clear();
        start.read(anchor + Anchor.LEAVING, startBuffer, departuresAt(), Long.BYTES);
        start.execute();
        return NodeCopy.word(startBuffer, departuresAt()) == departures;
    }

    /** Where departures are read again: behind the copies of the anchor and the root. */
    private long departuresAt() {
        return (long) Anchor.BYTES + pageSize;
    }

    /** A word of the anchor as it was read when the search began. */
    private long word(int offset) {
        return NodeCopy.word(startBuffer, offset);
    }

    private void readStart(boolean guess) {
        start.clear();
        if (wholeLines) {
            start.read(anchor, startBuffer, 0, Anchor.BYTES);
        } else {
            start.gather(anchorSelection.strided(anchor, 1, anchorRow), startBuffer, 0);
        }
        if (guess) {
            read(start, root, startBuffer, Anchor.BYTES, rootSelection);
        }
        start.execute();
        if (!NodeCopy.isAnchor(startBuffer, 0, tag)) {
            presence.check();
            throw new FabricException(
                    FabricException.Kind.CORRUPT,
                    "the anchor of the tree is damaged, load the index anew: anchor="
                            + Address.toString(anchor)
                            + ", tag="
                            + tag);
        }
    }

    /** The sequence, if it and the root were read consistently; else a negative number. */
    private long sequenceIfWhole() {
        return tornRows(start, 0) == 0 ? word(Anchor.SEQUENCE) : -1;
    }

    /** Adds a READ of a page, or a gather if READs do not keep lines whole. */
    private void read(
            Batch batch, long pointer, MemorySegment buffer, long at, Selection selection) {
        long address = PagePointer.address(pointer);
        if (wholeLines) {
            batch.read(address, buffer, at, pageSize);
        } else {
            selection.strided(address, pageSize / pageRows.period(), pageRows);
            batch.gather(selection, buffer, at);
        }
    }

    private boolean isWhole(Batch batch, int request, MemorySegment buffer, long at) {
        return wholeLines
                ? NodeCopy.hasEqualStamps(buffer, at, pageSize)
                : NodeCopy.isWhole(buffer, at, pageSize, batch.tornRows(request));
    }

    private int tornRows(Batch batch, int request) {
        return wholeLines ? 0 : batch.tornRows(request);
    }

    @Override
    public void want(long pointer) {
        if (size == wanted.length) {
            wanted = Arrays.copyOf(wanted, 2 * size);
        }
        wanted[size++] = pointer;
    }

    @Override
    public Step next() {
        if (rootIsHere) {
            rootIsHere = false;
            return look(startBuffer, Anchor.BYTES, root);
        }
        // Ends: each turn returns a page or finds a torn copy, and torn() limits the time of those.
        while (true) {
            while (size > 0 && flying < flights.length) {
                flights[(oldest + flying) % flights.length].fill();
                flying++;
            }
            if (flying == 0) {
                return Step.END;
            }
            Flight flight = flights[oldest];
            int page = flight.looked++;
            int _ = flight.batch.next();
            if (flight.looked == flight.pages) {
                oldest = (oldest + 1) % flights.length;
                flying--;
            }
            if (isWhole(flight.batch, page, flight.buffer, flight.at(page))) {
                wait.begin();
                return look(flight.buffer, flight.at(page), flight.pointers[page]);
            }
            torn(flight.pointers[page]);
            want(flight.pointers[page]);
        }
    }

    private Step look(MemorySegment buffer, long at, long pointer) {
        countPage();
        return view.stable(buffer, at, pointer) == NodeState.GOOD ? Step.PAGE : Step.STALE;
    }

    /** Waits for the end of a page's change; the server may have died within it. */
    private void torn(long pointer) {
        RareBranch.NODE_COPY_TORN.taken();
        wait.looked(pointer, page -> "the end of a change of " + PagePointer.toString(page));
    }

    @Override
    public NodeView view() {
        return view;
    }

    @Override
    public boolean confirm() {
        return true;
    }

    @Override
    public void suspect() {
        wait.check();
    }

    /**
     * Gives up the pages under way. If the server is lost, this does not fail: no caller needs the
     * pages any more.
     */
    @Override
    public void end() {
        size = 0;
        rootIsHere = false;
        for (; flying > 0; flying--) {
            giveUp(flights[oldest].batch);
            oldest = (oldest + 1) % flights.length;
        }
    }

    private static void giveUp(Batch underWay) {
        try {
            underWay.await();
        } catch (FabricException e) {
            LOG.log(Level.DEBUG, "pages were given up: {0}", e.getMessage());
        }
    }
}
