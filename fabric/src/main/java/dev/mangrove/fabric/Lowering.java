package dev.mangrove.fabric;

import dev.mangrove.fabric.transfer.TransferPlan;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Executes a batch with gathers and scatters where the target cannot: as READs and WRITEs in
 * carriers, which are plain batches of the same channel.
 *
 * <pre>
 * gather            READs of the planned boxes, into the caller's memory where they are its
 *                   fragments in order; a box of one fragment, or of few and long ones where a
 *                   READ has several pieces, with gaps to scratch memory; else all of the box to
 *                   scratch memory, and when it has come, the fragments are copied out of it
 * guarded gather    READs of the guards, of the rows, of the guards again; one try
 * scatter           a WRITE for each stretch of fragments that follow each other on both sides
 * any other verb    itself
 * </pre>
 *
 * Requests keep their order: the carriers hold them in the order of the batch, and a channel
 * executes batch after batch. A request of the batch completes with the last of its requests in the
 * carriers.
 */
final class Lowering {
    private static final ValueLayout.OfLong WORD =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int LINE = 64;

    private final Batch batch;
    private final Channel channel;
    private final FragmentCursor cursor = new FragmentCursor();
    private final List<TransferPlan> plans = new ArrayList<>();
    private final List<TransferPlan> guardPlans = new ArrayList<>();
    private final long[] scratchOffsets;
    private final int[] ends;
    private Batch[] carriers = new Batch[0];
    private @Nullable MemorySegment scratch;
    private long scratchUsed;
    private int recorded;

    Lowering(Batch batch) {
        this.batch = batch;
        this.channel = batch.channel();
        int capacity = batch.capacity();
        scratchOffsets = new long[capacity];
        ends = new int[capacity];
    }

    /** Records all requests of the batch in carriers and submits them. */
    void start() {
        scratchUsed = 0;
        recorded = 0;
        for (Batch carrier : carriers) {
            carrier.clear();
        }
        for (int i = 0; i < batch.size(); i++) {
            if (batch.verb(i) == Verb.GATHER) {
                plan(i, batch.selection(i));
            }
        }
        reserveScratch();
        for (int i = 0; i < batch.size(); i++) {
            record(i);
            ends[i] = recorded;
        }
        for (Batch carrier : carriers) {
            if (carrier.size() > 0) {
                carrier.submitCarrier();
            }
        }
    }

    private void plan(int request, Selection selection) {
        Capabilities can = channel.capabilities();
        TransferPlan rows = planOf(plans, request);
        for (cursor.begin(selection); cursor.next(); ) {
            rows.add(cursor.address(), cursor.length());
        }
        rows.plan(can.transferCost(), can.largestTransfer());
        scratchOffsets[request] = scratchUsed;
        if (!rows.isCompact()) {
            scratchUsed += aligned(rows.bytes());
        }
        if (selection.isGuarded()) {
            TransferPlan guards = planOf(guardPlans, request);
            for (int row = 0; row < selection.rows(); row++) {
                guards.add(selection.row(row) + selection.mask().guard(), Long.BYTES);
            }
            guards.plan(can.transferCost(), can.largestTransfer());
            scratchUsed += 2 * aligned(guards.bytes());
        }
    }

    private static TransferPlan planOf(List<TransferPlan> plans, int request) {
        while (plans.size() <= request) {
            plans.add(new TransferPlan());
        }
        return plans.get(request).clear();
    }

    private static long aligned(long bytes) {
        return bytes + LINE - 1 & -LINE;
    }

    private void reserveScratch() {
        MemorySegment memory = scratch;
        if (scratchUsed > 0 && (memory == null || memory.byteSize() < scratchUsed)) {
            scratch = channel.endpoint().allocate(Long.highestOneBit(scratchUsed) * 2);
        }
    }

    private MemorySegment scratch() {
        MemorySegment memory = scratch;
        if (memory == null) {
            throw new AssertionError("scratch memory was not reserved");
        }
        return memory;
    }

    private void record(int request) {
        switch (batch.verb(request)) {
            case GATHER -> gather(request, batch.selection(request).isGuarded());
            case SCATTER -> scatter(request);
            default -> carrier().copy(batch, request);
        }
    }

    private void gather(int request, boolean guarded) {
        TransferPlan rows = plans.get(request);
        long at = scratchOffsets[request];
        long guardBytes = guarded ? aligned(guardPlans.get(request).bytes()) : 0;
        if (guarded) {
            read(guardPlans.get(request), scratch(), at);
        }
        if (rows.isCompact()) {
            read(rows, batch.buffer(request), batch.localOffset(request));
        } else {
            readRows(request, rows, at + 2 * guardBytes);
        }
        if (guarded) {
            read(guardPlans.get(request), scratch(), at + guardBytes);
        }
    }

    private void read(TransferPlan plan, MemorySegment to, long at) {
        long place = at;
        for (int i = 0; i < plan.transfers(); i++) {
            int length = plan.transferLength(i);
            carrier().read(plan.transferAddress(i), to, place, length);
            place += length;
        }
    }

    /** Reads each box to where its fragments belong, or into scratch memory. */
    private void readRows(int request, TransferPlan plan, long at) {
        int most = mostPieces(request);
        long place = at;
        for (int box = 0; box < plan.transfers(); box++) {
            int length = plan.transferLength(box);
            if (plan.goesInPieces(box, most)) {
                readBox(request, plan, box, place);
            } else {
                carrier().read(plan.transferAddress(box), scratch(), place, length);
            }
            place += length;
        }
    }

    /** Pieces that a READ into the memory of a request may have. */
    private int mostPieces(int request) {
        int most = channel.capabilities().localPieces();
        return most > 1
                        && batch.isRegistered(
                                batch.buffer(request),
                                batch.localOffset(request),
                                batch.length(request))
                ? most
                : 1;
    }

    private void readBox(int request, TransferPlan plan, int box, long place) {
        MemorySegment to = batch.buffer(request);
        long base = batch.localOffset(request);
        int first = plan.firstOf(box);
        int length = plan.transferLength(box);
        if (plan.pieces(box, 1) == 1) {
            long start = plan.start(plan.fragmentAt(first));
            carrier().read(plan.transferAddress(box), to, base + start, length);
            return;
        }
        LocalPieces pieces = carrier().readPieces(plan.transferAddress(box), length);
        long end = plan.place(plan.fragmentAt(first));
        long shift = place - end;
        for (int i = first; i < plan.firstOf(box + 1); i++) {
            int fragment = plan.fragmentAt(i);
            int gap = (int) (plan.place(fragment) - end);
            if (gap > 0) {
                pieces.add(scratch(), end + shift, gap);
            }
            pieces.add(to, base + plan.start(fragment), plan.length(fragment));
            end = plan.place(fragment) + plan.length(fragment);
        }
    }

    /** Gaps must not be written, so only fragments that touch are joined, in the given order. */
    private void scatter(int request) {
        MemorySegment from = batch.buffer(request);
        long place = batch.localOffset(request);
        int most = channel.capabilities().largestTransfer();
        long start = Address.NULL;
        int length = 0;
        for (cursor.begin(batch.selection(request)); cursor.next(); ) {
            if (length > 0
                    && start + length == cursor.address()
                    && length + cursor.length() <= most) {
                length += cursor.length();
                continue;
            }
            if (length > 0) {
                carrier().write(start, from, place, length);
                place += length;
            }
            start = cursor.address();
            length = cursor.length();
        }
        if (length > 0) {
            carrier().write(start, from, place, length);
        }
    }

    /** A carrier with room for one more request. */
    private Batch carrier() {
        int most = channel.capabilities().largestBatch();
        int index = recorded++ / most;
        if (index == carriers.length) {
            carriers = Arrays.copyOf(carriers, index + 1);
            carriers[index] = channel.batch(most);
        }
        return carriers[index];
    }

    /** Finishes the requests of the batch whose carried requests have all completed. */
    int completedFrom(int first) {
        int done = 0;
        for (Batch carrier : carriers) {
            done += carrier.completed();
        }
        int request = first;
        while (request < batch.size() && ends[request] <= done) {
            finish(request);
            request++;
        }
        return request;
    }

    private void finish(int request) {
        Verb verb = batch.verb(request);
        if (verb == Verb.GATHER) {
            finishGather(request, batch.selection(request));
        } else if (verb.isAtomic()) {
            int most = channel.capabilities().largestBatch();
            int carried = ends[request] - 1;
            batch.result(request, carriers[carried / most].result(carried % most));
        }
    }

    private void finishGather(int request, Selection selection) {
        TransferPlan rows = plans.get(request);
        long at = scratchOffsets[request];
        boolean guarded = selection.isGuarded();
        long guardBytes = guarded ? aligned(guardPlans.get(request).bytes()) : 0;
        batch.result(request, guarded ? changedGuards(guardPlans.get(request), at, guardBytes) : 0);
        if (rows.isCompact()) {
            return;
        }
        int most = mostPieces(request);
        for (int box = 0; box < rows.transfers(); box++) {
            if (!rows.goesInPieces(box, most)) {
                copyBox(request, rows, box, at + 2 * guardBytes);
            }
        }
    }

    private void copyBox(int request, TransferPlan rows, int box, long at) {
        MemorySegment to = batch.buffer(request);
        long base = batch.localOffset(request);
        for (int i = rows.firstOf(box); i < rows.firstOf(box + 1); i++) {
            int fragment = rows.fragmentAt(i);
            MemorySegment.copy(
                    scratch(),
                    at + rows.place(fragment),
                    to,
                    base + rows.start(fragment),
                    rows.length(fragment));
        }
    }

    private int changedGuards(TransferPlan guards, long before, long distance) {
        int changed = 0;
        for (int row = 0; row < guards.fragments(); row++) {
            long at = before + guards.place(row);
            if (scratch().get(WORD, at) != scratch().get(WORD, at + distance)) {
                changed++;
            }
        }
        return changed;
    }
}
