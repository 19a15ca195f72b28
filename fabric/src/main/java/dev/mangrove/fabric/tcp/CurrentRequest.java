package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.memory.MemoryVerbs;
import dev.mangrove.fabric.socket.Frame;
import dev.mangrove.fabric.socket.Limits;
import dev.mangrove.fabric.socket.ProtocolException;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * The request that a connection is executing: first validated completely, then executed on the
 * memory of its region, at once or in parts. Belongs to the I/O thread.
 */
final class CurrentRequest {
    private Verb verb = Verb.READ;
    private @Nullable ExposedRegion region;
    private long offset;
    private int length;
    private int done;
    private int immediate;
    private boolean written;
    private long address;
    private final AttachedRegions attached;
    private final CurrentSelection selection;

    CurrentRequest(AttachedRegions attached) {
        this.attached = attached;
        this.selection = new CurrentSelection(attached);
    }

    Verb verb() {
        return verb;
    }

    int length() {
        return length;
    }

    int immediate() {
        return immediate;
    }

    /** Bytes of data or result that are still to be moved. */
    int left() {
        return length - done;
    }

    /** Zeroes that follow the data or the result. */
    int padding() {
        return Frame.padded(length) - length;
    }

    /** Parses and validates the head at the position, without moving the position. */
    void take(ByteBuffer in, Verb itsVerb, int frameLeft)
            throws ProtocolException, BadRequestException {
        int at = in.position();
        verb = itsVerb;
        length = WireRequest.length(in.getLong(at));
        done = 0;
        address = in.getLong(at + 8);
        checkSize(frameLeft);
        if (verb.isSelective()) {
            int described = selection.begin(in.getLong(at + WireRequest.HEAD_BYTES));
            checkSize(frameLeft - described);
            return;
        }
        locate();
        if (verb == Verb.WRITE_IMMEDIATE) {
            long value = in.getLong(at + WireRequest.HEAD_BYTES);
            immediate = (int) value;
            if (value != immediate) {
                throw new ProtocolException("immediate is not 32 bits: " + value);
            }
        }
    }

    /** Checks the request's size against the frame and the limits. */
    private void checkSize(int frameLeft) throws ProtocolException, BadRequestException {
        int most = verb == Verb.SEND ? Limits.LARGEST_MESSAGE : Limits.LARGEST_TRANSFER;
        if (length < 0 || length > most) {
            throw new BadRequestException(
                    Kind.TOO_LARGE,
                    "at most " + most + " bytes: length=" + Integer.toUnsignedString(length));
        }
        if (WireRequest.bytes(verb, length) > frameLeft) {
            throw new ProtocolException("request leaves its frame: " + verb + ", length=" + length);
        }
        if (verb.isAtomic() && length != Long.BYTES) {
            throw new ProtocolException("atomics work on 8 bytes: " + verb + ", length=" + length);
        }
    }

    /** Finds the memory that the request addresses. */
    private void locate() throws ProtocolException, BadRequestException {
        if (verb == Verb.SEND) {
            if (address != Address.NULL) {
                throw new ProtocolException(
                        "SEND has no address: address=" + Address.toString(address));
            }
            return;
        }
        int id = Address.region(address);
        ExposedRegion found = attached.find(id);
        if (found == null || found.isReleased()) {
            throw new BadRequestException(
                    Kind.BAD_KEY, "region " + id + " is not attached or was released");
        }
        region = found;
        offset = Address.offset(address);
        if (offset > found.size - length) {
            throw new BadRequestException(
                    Kind.OUT_OF_BOUNDS,
                    "region "
                            + id
                            + " ends at 0x"
                            + Long.toHexString(found.size)
                            + ": offset=0x"
                            + Long.toHexString(offset)
                            + ", length="
                            + length);
        }
        if (verb.isAtomic() && (offset & 7) != 0) {
            throw new BadRequestException(
                    Kind.MISALIGNED,
                    "atomics need a multiple of 8: offset=0x" + Long.toHexString(offset));
        }
    }

    /** Carries out an atomic whose operands are at the position and returns what the word held. */
    long atomic(ByteBuffer in) throws BadRequestException {
        MemorySegment memory = memory();
        settleWrites();
        int operands = in.position() + WireRequest.HEAD_BYTES;
        long first = in.getLong(operands);
        return switch (verb) {
            case COMPARE_AND_SWAP ->
                    MemoryVerbs.compareAndSwap(memory, offset, first, in.getLong(operands + 8));
            case MASKED_COMPARE_AND_SWAP ->
                    MemoryVerbs.maskedCompareAndSwap(
                            memory,
                            offset,
                            first,
                            in.getLong(operands + 8),
                            in.getLong(operands + 16),
                            in.getLong(operands + 24));
            case FETCH_AND_ADD -> MemoryVerbs.fetchAndAdd(memory, offset, first);
            case READ, WRITE, WRITE_IMMEDIATE, SEND, GATHER, SCATTER, WRITE_SELECTION ->
                    throw new AssertionError(verb);
        };
    }

    /** Writes the next part of the data, at most so many bytes, and returns how many. */
    int write(MemorySegment from, long at, int most) throws BadRequestException {
        int bytes = wholeWords(most);
        if (bytes > 0) {
            MemoryVerbs.write(memory(), offset + done, from, at, bytes);
            written = true;
            done += bytes;
        }
        return bytes;
    }

    /** Bytes of the next part of a READ's result, if there is room for so many. */
    int nextPart(int room) {
        return wholeWords(Math.min(left(), room));
    }

    /** Reads the next part of the result. */
    void read(MemorySegment to, long at, int bytes) throws BadRequestException {
        settleWrites();
        MemoryVerbs.read(memory(), offset + done, to, at, bytes);
        done += bytes;
    }

    /** The selection of a gather or scatter. */
    CurrentSelection selection() {
        return selection;
    }

    /** Validates the selection, whose description is complete. */
    void openSelection() throws ProtocolException, BadRequestException {
        selection.open(address, length);
    }

    /** Writes the next part of a scatter's data, at most so many bytes, and returns how many. */
    int scatter(MemorySegment from, long at, int most, int fragments) throws BadRequestException {
        int bytes = selection.scatter(from, at, most, fragments);
        written |= bytes > 0;
        done += bytes;
        return bytes;
    }

    /** Reads the next part of a gather's result, at most so many bytes, and returns how many. */
    int gather(MemorySegment to, long at, int most, int fragments) throws BadRequestException {
        settleWrites();
        int bytes = selection.gather(to, at, Math.min(most, left()), fragments);
        done += bytes;
        return bytes;
    }

    /** Counts bytes that were moved elsewhere. */
    void moved(int bytes) {
        done += bytes;
    }

    /**
     * Shortens a part so that it does not end within a word of the region: both parts would tear
     * the word.
     */
    private int wholeWords(int most) {
        return most >= left() ? left() : Math.max(0, most - (int) (offset + done + most & 7));
    }

    /** Orders earlier WRITEs before all later requests, also a later READ. */
    private void settleWrites() {
        if (written) {
            VarHandle.fullFence();
            written = false;
        }
    }

    private MemorySegment memory() throws BadRequestException {
        ExposedRegion current = region;
        if (current == null || current.isReleased()) {
            throw new BadRequestException(
                    Kind.BAD_KEY, "region " + Address.region(address) + " was released");
        }
        return current.memory;
    }
}
