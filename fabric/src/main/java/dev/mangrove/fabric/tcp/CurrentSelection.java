package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.FragmentCursor;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.SelectionBounds;
import dev.mangrove.fabric.memory.MemoryVerbs;
import dev.mangrove.fabric.memory.SelectionVerbs;
import dev.mangrove.fabric.socket.ProtocolException;
import dev.mangrove.fabric.transfer.ColumnSet;
import dev.mangrove.fabric.transfer.RowMask;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The selection of the gather or scatter that a connection is executing: its description is
 * collected, validated completely, and then executed in parts. Belongs to the I/O thread.
 */
final class CurrentSelection {
    private static final int FIRST_CAPACITY = 64;

    private final Selection selection = new Selection();
    private final RowMask mask = new RowMask(1);
    private final ColumnSet columns = ColumnSet.byRow();
    private final FragmentCursor cursor = new FragmentCursor();
    private final AttachedRegions attached;
    private long[] words = new long[FIRST_CAPACITY];
    private long[] rowWords = new long[FIRST_CAPACITY];
    private long operand;
    private int have;
    private int row;
    private int torn;
    private int fragmentLeft;
    private long fragmentAt;
    private int moved;

    CurrentSelection(AttachedRegions attached) {
        this.attached = attached;
    }

    /** Checks the operand of a request, which tells how long its description is. */
    int begin(long itsOperand) throws ProtocolException {
        int kind = WireSelection.kind(itsOperand);
        int rows = WireSelection.rows(itsOperand);
        int parts = WireSelection.parts(itsOperand);
        boolean mapped = kind == WireSelection.MAPPED;
        int mostRows = mapped ? Selection.MOST_MAPPED_ROWS : Selection.MOST_FRAGMENTS;
        if (kind < WireSelection.STRIDED
                || kind > WireSelection.MAPPED
                || rows < 1
                || rows > mostRows
                || parts < 1
                || parts > (mapped ? ColumnSet.MOST_COLUMNS : RowMask.MOST_RUNS)
                || WireSelection.mode(itsOperand) > (mapped ? 1 : 0)) {
            throw new ProtocolException("no such selection: 0x" + Long.toHexString(itsOperand));
        }
        operand = itsOperand;
        have = 0;
        return WireSelection.words(operand) * Long.BYTES;
    }

    /** Takes words of the description; returns the bytes taken. */
    int take(ByteBuffer in) {
        int end = WireSelection.words(operand);
        if (words.length < end) {
            words = Arrays.copyOf(words, Math.max(end, 2 * words.length));
        }
        int before = have;
        while (have < end && in.remaining() >= Long.BYTES) {
            words[have++] = in.getLong();
        }
        return (have - before) * Long.BYTES;
    }

    /** Whether the whole description is here. */
    boolean isDescribed() {
        return have == WireSelection.words(operand);
    }

    /** Validates the description of a request with so many bytes of payload. */
    void open(long base, int payload) throws ProtocolException, BadRequestException {
        try {
            decode(base);
        } catch (IllegalArgumentException e) {
            throw new ProtocolException("bad selection: " + e.getMessage());
        }
        if (selection.bytes() != payload) {
            throw new ProtocolException(
                    "selection has another size than its request: selection="
                            + selection.bytes()
                            + ", request="
                            + payload);
        }
        int outside = SelectionBounds.firstOutside(selection, attached.sizes());
        if (outside != SelectionBounds.INSIDE) {
            throw new BadRequestException(
                    attached.find(Address.region(SelectionBounds.place(selection, outside))) == null
                            ? Kind.BAD_KEY
                            : Kind.OUT_OF_BOUNDS,
                    SelectionBounds.field(selection, outside) + " is not in an attached region");
        }
        if (!SelectionBounds.hasAlignedGuards(selection)) {
            throw new BadRequestException(
                    Kind.MISALIGNED,
                    "guarded rows begin at multiples of 8: " + SelectionBounds.field(selection, 0));
        }
        cursor.begin(selection);
        row = 0;
        torn = 0;
        fragmentLeft = 0;
    }

    private void decode(long base) {
        int parts = WireSelection.parts(operand);
        int rows = WireSelection.rows(operand);
        if (WireSelection.kind(operand) == WireSelection.MAPPED) {
            columns.clear(WireSelection.mode(operand) == 1);
            for (int i = 0; i < parts; i++) {
                columns.column(words[2 * i], Math.toIntExact(checkedWidth(words[2 * i + 1])));
            }
            selection.mapped(rest(2 * parts), rows, columns);
            return;
        }
        mask.clear((int) words[0]);
        for (int run = 1; run <= parts; run++) {
            mask.run((int) words[run], (int) (words[run] >>> 32));
        }
        int guard = (int) (words[0] >>> 32);
        if (guard != RowMask.NO_GUARD) {
            mask.guard(guard);
        }
        if (WireSelection.kind(operand) == WireSelection.STRIDED) {
            selection.strided(base, rows, mask);
        } else {
            selection.pointed(rest(1 + parts), rows, mask);
        }
    }

    private static long checkedWidth(long width) {
        return width < 1 || width > Integer.MAX_VALUE ? 0 : width;
    }

    /** The words behind the first ones, moved to the start of an array of their own. */
    private long[] rest(int from) {
        int number = have - from;
        if (rowWords.length < number) {
            rowWords = new long[Math.max(number, 2 * rowWords.length)];
        }
        System.arraycopy(words, from, rowWords, 0, number);
        return rowWords;
    }

    boolean isGuarded() {
        return selection.isGuarded();
    }

    /** Rows so far whose guard changed at each try. */
    int torn() {
        return torn;
    }

    /** Bytes of the next part that cannot be divided further. */
    int leastPart() {
        return isByRow() ? mask.bytes() : Long.BYTES;
    }

    /** Whether rows are read as a whole: guarded ones must be, short ones are read faster so. */
    private boolean isByRow() {
        return selection.kind() != Selection.Kind.MAPPED
                && mask.bytes() <= RowMask.LARGEST_GUARDED_ROW;
    }

    /** Fragments that the last call of gather or scatter has moved. */
    int moved() {
        return moved;
    }

    /**
     * Reads at most so many bytes and about so many fragments of the selection; returns the bytes.
     */
    int gather(MemorySegment to, long at, int bytes, int fragments) throws BadRequestException {
        moved = 0;
        int done = 0;
        if (isByRow()) {
            return gatherRows(to, at, bytes, fragments);
        }
        while (done < bytes && moved < fragments && hasFragment()) {
            int part = part(bytes - done);
            if (part == 0) {
                break;
            }
            MemoryVerbs.read(memory(fragmentAt), Address.offset(fragmentAt), to, at + done, part);
            done += take(part);
        }
        return done;
    }

    private int gatherRows(MemorySegment to, long at, int bytes, int fragments)
            throws BadRequestException {
        int most = Math.min(bytes / mask.bytes(), Math.max(1, fragments / mask.runs()));
        int number = Math.min(selection.rows() - row, most);
        if (selection.kind() == Selection.Kind.STRIDED) {
            MemorySegment memory = memory(selection.base());
            torn += SelectionVerbs.gatherStrided(memory, selection, row, number, to, at);
        } else {
            for (int done = 0; done < number; ) {
                int first = row + done;
                int end = SelectionVerbs.endOfRegion(selection, first, row + number);
                MemorySegment memory = memory(selection.row(first));
                long place = at + (long) done * mask.bytes();
                torn +=
                        SelectionVerbs.gatherPointed(
                                memory, selection, first, end - first, to, place);
                done = end - row;
            }
        }
        row += number;
        moved = number * mask.runs();
        return number * mask.bytes();
    }

    /** Writes at most so many bytes to the selection; returns how many. */
    int scatter(MemorySegment from, long at, int bytes, int fragments) throws BadRequestException {
        moved = 0;
        int done = 0;
        while (done < bytes && moved < fragments && hasFragment()) {
            int part = part(bytes - done);
            if (part == 0) {
                break;
            }
            MemoryVerbs.write(
                    memory(fragmentAt), Address.offset(fragmentAt), from, at + done, part);
            done += take(part);
        }
        return done;
    }

    private boolean hasFragment() {
        if (fragmentLeft == 0 && cursor.next()) {
            fragmentAt = cursor.address();
            fragmentLeft = cursor.length();
        }
        return fragmentLeft > 0;
    }

    /** Shortens a part so that it does not end within a word of the region. */
    private int part(int most) {
        return most >= fragmentLeft
                ? fragmentLeft
                : Math.max(0, most - (int) (fragmentAt + most & 7));
    }

    private int take(int part) {
        fragmentAt += part;
        fragmentLeft -= part;
        moved++;
        return part;
    }

    private MemorySegment memory(long address) throws BadRequestException {
        ExposedRegion region = attached.find(Address.region(address));
        if (region == null || region.isReleased()) {
            throw new BadRequestException(
                    Kind.BAD_KEY, "region " + Address.region(address) + " was released");
        }
        return region.memory;
    }
}
