package dev.mangrove.fabric.transfer;

import java.util.Arrays;

/**
 * Covers fragments by transfers. Reusable: {@link #clear}, {@link #add} each fragment, {@link
 * #plan}; nothing is allocated once the arrays are large enough.
 *
 * <pre>
 * in order of addresses, for each fragment:
 *   if the gap to the box before it is at most the widest gap that pays,
 *      and both lie in one region, and the box stays within the largest transfer:
 *     extend the box to the fragment's end      (overlaps have a gap below 0)
 *   else
 *     begin a box
 * </pre>
 *
 * With a fixed and a linear part of the cost, a gap between two neighbours changes the sum by
 * itself alone: moving it costs its bytes, not moving it costs one more transfer. So each gap is
 * decided alone and the sum is least; the largest transfer is the one exception. Linear time where
 * fragments are added in order of addresses; else they are sorted first.
 */
public final class TransferPlan {
    /**
     * Bytes of local memory from which on a device moves a piece in less time than the processor
     * copies it: a DMA of fewer bytes takes as long as one of these (D-RDMA, section 5.3).
     */
    public static final int LEAST_PIECE_BYTES = 256;

    private static final int FIRST_CAPACITY = 16;

    /** Bits of an address below those that name its region. */
    private static final int REGION_SHIFT = 48;

    private long[] addresses = new long[FIRST_CAPACITY];
    private int[] lengths = new int[FIRST_CAPACITY];
    private long[] places = new long[FIRST_CAPACITY];
    private long[] starts = new long[FIRST_CAPACITY];
    private int[] order = new int[FIRST_CAPACITY];
    private int fragments;
    private boolean ascending = true;

    private long[] boxAddresses = new long[FIRST_CAPACITY];
    private int[] boxLengths = new int[FIRST_CAPACITY];
    private int[] boxFirsts = new int[FIRST_CAPACITY];
    private int boxes;
    private long bytes;
    private boolean compact;

    /** A plan without fragments. */
    public TransferPlan() {}

    /** Forgets all fragments. */
    public TransferPlan clear() {
        fragments = 0;
        boxes = 0;
        bytes = 0;
        ascending = true;
        return this;
    }

    /** Adds a fragment of at least one byte. */
    public void add(long address, int length) {
        if (fragments == addresses.length) {
            grow();
        }
        addresses[fragments] = address;
        lengths[fragments] = length;
        starts[fragments] = fragments == 0 ? 0 : starts[fragments - 1] + lengths[fragments - 1];
        ascending &= fragments == 0 || Long.compareUnsigned(addresses[fragments - 1], address) <= 0;
        fragments++;
    }

    /** Covers the fragments; no transfer exceeds {@code largest} bytes, as no fragment does. */
    public void plan(CostCurve cost, int largest) {
        for (int i = 0; i < fragments; i++) {
            order[i] = i;
        }
        if (!ascending) {
            sort();
        }
        long widest = Math.min(cost.widestGap(), largest);
        boxes = 0;
        bytes = 0;
        for (int i = 0; i < fragments; i++) {
            int fragment = order[i];
            if (boxes == 0 || !extend(fragment, widest, largest)) {
                boxFirsts[boxes] = i;
                begin(fragment);
            }
            places[fragment] =
                    bytes - boxLengths[boxes - 1] + addresses[fragment] - boxAddresses[boxes - 1];
        }
        compact = isInOrderWithoutGaps();
    }

    private boolean extend(int fragment, long widest, int largest) {
        int box = boxes - 1;
        long from = addresses[fragment] - boxAddresses[box];
        long end = Math.max(boxLengths[box], from + lengths[fragment]);
        boolean sameRegion = (addresses[fragment] ^ boxAddresses[box]) >>> REGION_SHIFT == 0;
        if (!sameRegion || from - boxLengths[box] > widest || end > largest) {
            return false;
        }
        bytes += end - boxLengths[box];
        boxLengths[box] = (int) end;
        return true;
    }

    private void begin(int fragment) {
        boxAddresses[boxes] = addresses[fragment];
        boxLengths[boxes] = lengths[fragment];
        bytes += lengths[fragment];
        boxes++;
    }

    private boolean isInOrderWithoutGaps() {
        long end = 0;
        for (int i = 0; i < fragments; i++) {
            if (places[i] != end) {
                return false;
            }
            end += lengths[i];
        }
        return true;
    }

    /** Number of fragments. */
    public int fragments() {
        return fragments;
    }

    /** Where a fragment lies in the bytes of all transfers laid end to end. */
    public long place(int fragment) {
        return places[fragment];
    }

    /** Where a fragment lies in the payload: the fragments end to end, as they were added. */
    public long start(int fragment) {
        return starts[fragment];
    }

    /** Bytes of a fragment. */
    public int length(int fragment) {
        return lengths[fragment];
    }

    /** Number of transfers. */
    public int transfers() {
        return boxes;
    }

    /** Address of a transfer. */
    public long transferAddress(int transfer) {
        return boxAddresses[transfer];
    }

    /** Bytes of a transfer. */
    public int transferLength(int transfer) {
        return boxLengths[transfer];
    }

    /** Position of a transfer's first fragment in the order of addresses. */
    public int firstOf(int transfer) {
        return transfer < boxes ? boxFirsts[transfer] : fragments;
    }

    /** The fragment at a position in the order of addresses. */
    public int fragmentAt(int position) {
        return order[position];
    }

    /**
     * Whether a transfer should put its fragments, and the gaps between them, into pieces of local
     * memory, instead of into one piece that they are then copied from: if it is one piece of the
     * payload, or if pieces are few enough and long enough on average.
     */
    public boolean goesInPieces(int transfer, int most) {
        int pieces = pieces(transfer, most);
        if (pieces == 1) {
            return true;
        }
        long payload = 0;
        for (int i = firstOf(transfer); i < firstOf(transfer + 1); i++) {
            payload += lengths[order[i]];
        }
        return pieces <= most && payload >= (long) pieces * LEAST_PIECE_BYTES;
    }

    /**
     * Number of pieces of local memory that the fragments of a transfer and the gaps between them
     * belong to: 1 if it is a part of the payload. More than {@code most} if there are more, or if
     * a byte belongs to two fragments.
     */
    public int pieces(int transfer, int most) {
        int pieces = 0;
        long end = boxAddresses[transfer];
        long next = -1;
        for (int i = firstOf(transfer); i < firstOf(transfer + 1) && pieces <= most; i++) {
            int fragment = order[i];
            long gap = addresses[fragment] - end;
            if (gap < 0) {
                return most + 1;
            }
            pieces += gap > 0 ? 2 : starts[fragment] == next ? 0 : 1;
            end = addresses[fragment] + lengths[fragment];
            next = starts[fragment] + lengths[fragment];
        }
        return pieces;
    }

    /** Bytes of all transfers. */
    public long bytes() {
        return bytes;
    }

    /** Whether the transfers laid end to end are the fragments in the order they were added. */
    public boolean isCompact() {
        return compact;
    }

    /** Sum of the costs of all transfers. */
    public double cost(CostCurve curve) {
        double sum = 0;
        for (int box = 0; box < boxes; box++) {
            sum += curve.of(boxLengths[box]);
        }
        return sum;
    }

    private void grow() {
        int larger = 2 * fragments;
        addresses = Arrays.copyOf(addresses, larger);
        lengths = Arrays.copyOf(lengths, larger);
        places = Arrays.copyOf(places, larger);
        starts = Arrays.copyOf(starts, larger);
        order = Arrays.copyOf(order, larger);
        boxAddresses = Arrays.copyOf(boxAddresses, larger);
        boxLengths = Arrays.copyOf(boxLengths, larger);
        boxFirsts = Arrays.copyOf(boxFirsts, larger);
    }

    /** Sorts the order by addresses: a heap sort, as it needs no memory. */
    private void sort() {
        for (int i = fragments / 2 - 1; i >= 0; i--) {
            sink(i, fragments);
        }
        for (int end = fragments - 1; end > 0; end--) {
            int largest = order[0];
            order[0] = order[end];
            order[end] = largest;
            sink(0, end);
        }
    }

    private void sink(int from, int end) {
        int moved = order[from];
        int at = from;
        for (int child = 2 * at + 1; child < end; child = 2 * at + 1) {
            if (child + 1 < end && isBefore(order[child], order[child + 1])) {
                child++;
            }
            if (!isBefore(moved, order[child])) {
                break;
            }
            order[at] = order[child];
            at = child;
        }
        order[at] = moved;
    }

    private boolean isBefore(int one, int other) {
        return Long.compareUnsigned(addresses[one], addresses[other]) < 0;
    }
}
