package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.FragmentCursor;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.memory.MemoryVerbs;
import dev.mangrove.fabric.memory.SelectionVerbs;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Executes its requests in the calling thread when it is submitted. Only a SEND can block, on a
 * full ring; then the rest of the batch, and all later batches, wait in the channel's queue.
 */
final class ShmBatch extends Batch {
    private final ShmChannel channel;
    private final FragmentCursor cursor = new FragmentCursor();

    /** Whether a WRITE may still be on its way to memory. */
    private boolean unsettled;

    /** Next in the channel's queue. */
    @Nullable ShmBatch behind;

    ShmBatch(ShmChannel channel, int capacity) {
        super(channel, capacity);
        this.channel = channel;
    }

    @Override
    protected void start() {
        channel.post(this);
    }

    /** Requests carried out so far. */
    int done() {
        return completed();
    }

    /**
     * Executes requests until all are done or a SEND finds no room; returns whether all are done.
     */
    boolean run() {
        int i = completed();
        int end = size();
        try {
            while (i < end && carryOut(i)) {
                i++;
            }
        } catch (InternalError | DamagedRingException | IllegalStateException e) {
            int culprit =
                    Math.min(i, end - 1); // The JVM reports a fault a little after it happened.
            channel.broken(verb(culprit), address(culprit), length(culprit), e);
        }
        settle();
        completeUpTo(i);
        return i == end;
    }

    /**
     * Makes WRITEs visible before any later load and before they count as completed: a processor
     * lets a load overtake earlier stores.
     */
    private void settle() {
        if (unsettled) {
            VarHandle.fullFence();
            unsettled = false;
        }
    }

    private boolean carryOut(int i) {
        Verb verb = verb(i);
        if (verb == Verb.SEND) {
            return channel.send(buffer(i), localOffset(i), length(i));
        }
        if (verb.isSelective()) {
            select(verb, i);
            return true;
        }
        MemorySegment memory = channel.memoryOf(address(i));
        long offset = address(i) & Address.MAX_OFFSET;
        if (verb != Verb.WRITE && verb != Verb.WRITE_IMMEDIATE) {
            settle();
        }
        switch (verb) {
            case READ -> MemoryVerbs.read(memory, offset, buffer(i), localOffset(i), length(i));
            case WRITE -> write(memory, offset, i);
            case WRITE_IMMEDIATE -> {
                return writeImmediate(memory, offset, i);
            }
            case COMPARE_AND_SWAP ->
                    result(
                            i,
                            MemoryVerbs.compareAndSwap(memory, offset, operand(i), replacement(i)));
            case MASKED_COMPARE_AND_SWAP ->
                    result(
                            i,
                            MemoryVerbs.maskedCompareAndSwap(
                                    memory,
                                    offset,
                                    operand(i),
                                    replacement(i),
                                    compareMask(i),
                                    swapMask(i)));
            case FETCH_AND_ADD -> result(i, MemoryVerbs.fetchAndAdd(memory, offset, operand(i)));
            case SEND, GATHER, SCATTER, WRITE_SELECTION -> throw new AssertionError(verb);
        }
        return true;
    }

    private void select(Verb verb, int i) {
        Selection selection = selection(i);
        if (verb == Verb.SCATTER) {
            unsettled = true;
            SelectionVerbs.scatter(channel, selection, cursor, buffer(i), localOffset(i));
            return;
        }
        settle();
        result(i, SelectionVerbs.gather(channel, selection, cursor, buffer(i), localOffset(i)));
    }

    private void write(MemorySegment memory, long offset, int i) {
        unsettled = true;
        MemorySegment local = local(i);
        if (local == null) {
            MemoryVerbs.writeLong(memory, offset, operand(i));
        } else {
            MemoryVerbs.write(memory, offset, local, localOffset(i), length(i));
        }
    }

    /** If the immediate finds no room, the retry writes the same data again, which is harmless. */
    private boolean writeImmediate(MemorySegment memory, long offset, int i) {
        write(memory, offset, i);
        return channel.sendImmediate((int) operand(i));
    }
}
