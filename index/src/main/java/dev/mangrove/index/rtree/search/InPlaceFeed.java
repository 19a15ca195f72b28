package dev.mangrove.index.rtree.search;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.latch.WaitLimit;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.rtree.page.NodeState;
import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.rtree.tree.Anchor;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Reads pages in place, the last wanted page first. */
public final class InPlaceFeed extends NodeFeed {
    private static final int FIRST_CAPACITY = 64;

    /** Chosen: the first lines of so many pages fit the first-level cache several times. */
    private static final int PAGES_AHEAD = 8;

    private final MemorySegment memory;
    private final Anchor anchor;
    private final NodeView view;
    private final WaitLimit wait;
    private final @Nullable ParentCache upper;
    private long[] wanted = new long[FIRST_CAPACITY];
    private int size;
    private int fetchedFrom;
    private long departures;
    private boolean still;

    @SuppressWarnings("unused") // Kept so that what is fetched ahead is fetched.
    private long ahead;

    /**
     * Creates a feed of pages in memory.
     *
     * @param upper cache of leaves and their parents for searches by window, or null
     * @param wait checks whether the server is alive and the index exists
     */
    public InPlaceFeed(
            MemorySegment memory,
            Anchor anchor,
            NodeView view,
            @Nullable ParentCache upper,
            WaitLimit wait) {
        this.upper = upper;
        this.wait = wait;
        this.memory = memory;
        this.anchor = anchor;
        this.view = view;
    }

    @Override
    public long begin() {
        lookForDepartures();
        return beginAtRoot();
    }

    private long beginAtRoot() {
        // Ends: each repetition means that a writer has incremented the sequence meanwhile.
        while (true) {
            size = 0;
            long sequence = anchor.sequence();
            want(anchor.root());
            if (anchor.sequence() == sequence) {
                return sequence;
            }
        }
    }

    @Override
    public long begin(double mostMinX, double mostMinY, double leastMaxX, double leastMaxY) {
        lookForDepartures();
        if (upper == null) {
            return beginAtRoot();
        }
        upper.prepare();
        long sequence = anchor.sequence();
        if (!upper.find(mostMinX, mostMinY, leastMaxX, leastMaxY)) {
            return beginAtRoot();
        }
        (upper.foundLeaves() ? RareBranch.LEAVES_USED : RareBranch.PARENTS_USED).taken();
        wantAll(upper.found());
        return sequence;
    }

    /**
     * Wants pages instead of all others. Touches the first line of each first, so that the entries
     * of the page table are loaded at the same time.
     */
    private void wantAll(FoundPages found) {
        int number = found.size();
        while (wanted.length < number) {
            wanted = new long[2 * wanted.length];
        }
        long any = 0;
        for (int i = number - 1; i >= 0; i--) {
            long pointer = found.pointer(i);
            wanted[i] = pointer;
            if (number - i <= PAGES_AHEAD) {
                any ^= SharedWords.fetch(memory, PagePointer.offset(pointer));
            }
        }
        size = number;
        fetchedFrom = number;
        ahead = any;
        fetchAhead();
    }

    /** Prefetches the wanted pages that come next. */
    private void fetchAhead() {
        int least = Math.max(0, size - PAGES_AHEAD);
        while (fetchedFrom > least) {
            ahead = view.fetch(memory, PagePointer.offset(wanted[--fetchedFrom]));
        }
    }

    private void lookForDepartures() {
        departures = anchor.finishedDepartures();
        still = anchor.departures() == departures;
    }

    @Override
    public boolean isStill() {
        return still && anchor.departures() == departures;
    }

    @Override
    public void want(long pointer) {
        if (size == wanted.length) {
            wanted = Arrays.copyOf(wanted, 2 * size);
        }
        wanted[size++] = pointer;
        ahead = view.fetch(memory, PagePointer.offset(pointer));
    }

    @Override
    public Step next() {
        if (size == 0) {
            return Step.END;
        }
        countPage();
        long pointer = wanted[--size];
        fetchedFrom = Math.min(fetchedFrom, size);
        fetchAhead();
        long offset = PagePointer.offset(pointer);
        NodeState state = view.inPlace(memory, offset, pointer);
        if (state == NodeState.BUSY) {
            state = awaitChange(pointer, offset);
        }
        return state == NodeState.GOOD ? Step.PAGE : Step.STALE;
    }

    /**
     * Waits for the end of a change. A server that died within one leaves the page busy for ever.
     */
    private NodeState awaitChange(long pointer, long offset) {
        RareBranch.BUSY_PAGE_AWAITED.taken();
        NodeState state;
        wait.begin();
        do {
            wait.pause(pointer, page -> "the end of a change of " + PagePointer.toString(page));
            state = view.inPlace(memory, offset, pointer);
        } while (state == NodeState.BUSY);
        return state;
    }

    @Override
    public NodeView view() {
        return view;
    }

    @Override
    public boolean confirm() {
        if (view.isValid()) {
            return true;
        }
        RareBranch.PAGE_REREAD.taken();
        want(view.pointer());
        return false;
    }

    @Override
    public void suspect() {
        wait.check();
    }

    @Override
    public void end() {
        size = 0;
    }
}
