package dev.mangrove.fabric;

import dev.mangrove.fabric.FabricException.Kind;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * The selections of a batch's requests: checks them, and turns writes of local selections into
 * WRITEs of their pieces, where the provider takes these from where they are and that is cheaper,
 * or of a copy. A batch makes it with its first selection and uses it again.
 */
final class SelectiveRequests {
    /** Fewest bytes of the buffer for copies. Chosen: one line. */
    private static final long LEAST_COPIES = 64;

    private final Batch batch;
    private final Channel channel;
    private final @Nullable Selection[] selections;
    private final long[] localSizes = new long[1];
    private final FragmentCursor cursor = new FragmentCursor();
    private @Nullable MemorySegment copies;
    private @Nullable Lowering lowering;

    SelectiveRequests(Batch batch) {
        this.batch = batch;
        this.channel = batch.channel();
        this.selections = new Selection[batch.capacity()];
    }

    void set(int request, Selection selection) {
        selections[request] = selection;
    }

    Selection of(int request) {
        return Objects.requireNonNull(selections[request]);
    }

    /** Refuses a selection that leaves its local memory. */
    void checkLocal(MemorySegment local, Selection selection) {
        localSizes[0] = local.byteSize();
        int outside = SelectionBounds.firstOutside(selection, localSizes);
        if (outside != SelectionBounds.INSIDE) {
            throw new IndexOutOfBoundsException(
                    "selection leaves its memory: "
                            + SelectionBounds.field(selection, outside)
                            + ", bytes of the memory="
                            + local.byteSize());
        }
    }

    /** Turns writes of selections into WRITEs of pieces or of a copy. */
    void copyOut() {
        long bytes = 0;
        boolean any = false;
        for (int i = 0; i < batch.size(); i++) {
            if (batch.verb(i) == Verb.WRITE_SELECTION && !takesPieces(i)) {
                any = true;
                bytes += batch.length(i);
            }
        }
        if (!any) {
            return;
        }
        MemorySegment to = copies;
        if (to == null || to.byteSize() < bytes) {
            to = channel.endpoint().allocate(Math.max(LEAST_COPIES, Long.highestOneBit(bytes) * 2));
            copies = to;
        }
        long at = 0;
        for (int i = 0; i < batch.size(); i++) {
            if (batch.verb(i) == Verb.WRITE_SELECTION) {
                at = copy(i, to, at);
            }
        }
    }

    /** Makes a request a WRITE of pieces; false if a copy is cheaper or the only way. */
    private boolean takesPieces(int request) {
        int most = channel.capabilities().localPieces();
        int bytes = batch.length(request);
        if (most == 1 || !LocalPieces.pay(1, bytes)) {
            return false;
        }
        MemorySegment from = batch.buffer(request);
        LocalPieces pieces = batch.pieces();
        pieces.begin(request);
        boolean good = true;
        for (cursor.begin(of(request)); good && cursor.next(); ) {
            pieces.add(from, cursor.address(), cursor.length());
            good =
                    pieces.count(request) <= most
                            && LocalPieces.pay(pieces.count(request), bytes)
                            && batch.isRegistered(from, cursor.address(), cursor.length());
        }
        if (good) {
            batch.becomeWriteOfPieces(request);
        } else {
            pieces.withdraw();
        }
        return good;
    }

    private long copy(int request, MemorySegment to, long at) {
        MemorySegment from = batch.buffer(request);
        long place = at;
        for (cursor.begin(of(request)); cursor.next(); place += cursor.length()) {
            MemorySegment.copy(from, cursor.address(), to, place, cursor.length());
        }
        batch.becomeWrite(request, to, at, of(request));
        return place;
    }

    /** Whether a gather or scatter may be posted. */
    boolean admits(int request) {
        return channel.admits(of(request));
    }

    /** Fails the channel over a selection; the exception names the field. */
    FabricException rejection(int request) {
        Selection selection = of(request);
        int largest = channel.capabilities().largestTransfer();
        if (batch.length(request) > largest) {
            return fail(request, Kind.TOO_LARGE, "at most " + largest + " bytes");
        }
        int outside = channel.firstOutside(selection);
        if (outside == SelectionBounds.INSIDE) {
            return fail(request, Kind.MISALIGNED, "guard needs a multiple of 8");
        }
        String field = SelectionBounds.field(selection, outside);
        return channel.isAttached(SelectionBounds.place(selection, outside))
                ? fail(request, Kind.OUT_OF_BOUNDS, field + " leaves its region")
                : fail(request, Kind.BAD_KEY, field + ": region is not attached");
    }

    private FabricException fail(int request, Kind kind, String what) {
        return channel.fail(
                kind, batch.verb(request), batch.address(request), batch.length(request), what);
    }

    /** Starts the batch as READs and WRITEs; the result tells when they have completed. */
    Lowering lower() {
        Lowering made = lowering;
        if (made == null) {
            made = new Lowering(batch);
            lowering = made;
        }
        made.start();
        return made;
    }
}
