package dev.mangrove.sim.request;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.Verb;
import dev.mangrove.sim.SimHost;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;

/** Requests of a simulated channel. */
final class SimBatch extends Batch implements SimRequest.Poster {
    private final SimChannel over;
    private final boolean[] arrived;
    private final int[] numbers;
    private @Nullable Selection @Nullable [] selections;
    private @Nullable SelectedWrites joined;
    private boolean selective;
    private boolean cached;

    /** What requests move whose local memory is in pieces: the pieces end to end. */
    private @Nullable MemorySegment joinedPieces;

    private long[] pieceOffsets = {};

    SimBatch(SimChannel over, int capacity) {
        super(over, capacity);
        this.over = over;
        arrived = new boolean[capacity];
        numbers = new int[capacity];
        Arrays.fill(numbers, NONE);
    }

    @Override
    protected void copiedOut(int request, Selection selection) {
        @Nullable Selection[] all = selections;
        if (all == null) {
            all = new Selection[capacity()];
            selections = all;
        }
        all[request] = selection;
        selective = true;
        cached = over.owner().isCached(buffer(request));
    }

    @Override
    protected boolean isRegistered(MemorySegment memory, long offset, long length) {
        return true;
    }

    /** Reserves memory for requests in pieces, and copies what they write. */
    private void joinPieces() {
        long bytes = 0;
        for (int i = 0; i < size(); i++) {
            bytes += pieces(i) > 0 ? length(i) : 0;
        }
        if (bytes == 0) {
            return;
        }
        MemorySegment all = joinedPieces;
        if (all == null || all.byteSize() < bytes) {
            all = over.owner().allocate(bytes);
            joinedPieces = all;
            pieceOffsets = new long[capacity()];
        }
        long at = 0;
        for (int i = 0; i < size(); i++) {
            if (pieces(i) > 0) {
                pieceOffsets[i] = at;
                if (verb(i) == Verb.WRITE) {
                    movePieces(i, all, at, true);
                }
                at += length(i);
            }
        }
    }

    private void movePieces(int request, MemorySegment all, long from, boolean out) {
        long at = from;
        for (int piece = 0; piece < pieces(request); piece++) {
            MemorySegment memory = pieceMemory(request, piece);
            long offset = pieceOffset(request, piece);
            int length = pieceLength(request, piece);
            if (out) {
                MemorySegment.copy(memory, offset, all, at, length);
            } else {
                MemorySegment.copy(all, at, memory, offset, length);
            }
            at += length;
        }
    }

    @Override
    protected void start() {
        joinPieces();
        SimHost host = over.client();
        host.cluster().caller().showStores();
        host.charge(over.owner().postCost(size()));
        if (selective) {
            selective = false;
            over.owner().postSelections(this, Objects.requireNonNull(selections));
        } else {
            launch();
        }
    }

    /** Adds the writes of selections to a posting. */
    void join(SelectedWrites posting, @Nullable Selection[] all) {
        for (int i = 0; i < size(); i++) {
            Selection selection = all[i];
            if (selection != null) {
                numbers[i] = posting.add(selection, cached);
            }
        }
        joined = posting;
    }

    /** Sends all requests off. */
    void launch() {
        SimHost host = over.client();
        int count = size();
        for (int i = 0; i < count && over.isOpen(); i++) {
            host.onPost();
            if (!over.isOpen()) {
                return; // The server has closed the connection while this host was stopped.
            }
            Flight flight = over.owner().newFlight();
            fill(flight, i);
            if (joined != null && numbers[i] != NONE) {
                flight.selected = joined;
                flight.selectedNumber = numbers[i];
            }
            flight.launch(over, this);
        }
        if (joined != null) {
            joined = null;
            Arrays.fill(numbers, NONE);
        }
    }

    /** Copies what the verb needs and nothing else. */
    private void fill(Flight flight, int i) {
        Verb verb = verb(i);
        flight.request = i;
        flight.verb = verb;
        flight.address = address(i);
        flight.key = over.key(address(i));
        flight.length = length(i);
        if (verb != Verb.READ) {
            flight.operand = operand(i);
        }
        if (pieces(i) > 0) {
            flight.local = joinedPieces;
            flight.localOffset = pieceOffsets[i];
        } else if (!verb.isAtomic()) {
            flight.local = local(i);
            flight.localOffset = localOffset(i);
        } else if (verb != Verb.FETCH_AND_ADD) {
            flight.replacement = replacement(i);
            if (verb == Verb.MASKED_COMPARE_AND_SWAP) {
                flight.compareMask = compareMask(i);
                flight.swapMask = swapMask(i);
            }
        }
    }

    /** {@inheritDoc} Where WRITEs overtake each other, earlier ones may be outstanding. */
    @Override
    public void completed(int request, long result) {
        if (verb(request).isAtomic()) {
            result(request, result);
        } else if (verb(request) == Verb.READ && pieces(request) > 0) {
            movePieces(request, Objects.requireNonNull(joinedPieces), pieceOffsets[request], false);
        }
        if (over.keepsOrder()) {
            completeUpTo(request + 1);
            return;
        }
        arrived[request] = true;
        int number = completed();
        while (number < arrived.length && arrived[number]) {
            arrived[number++] = false;
        }
        completeUpTo(number);
    }
}
