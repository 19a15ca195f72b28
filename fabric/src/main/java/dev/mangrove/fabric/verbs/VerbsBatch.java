package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.verbs.device.Ibv;
import dev.mangrove.fabric.verbs.device.Registration;
import dev.mangrove.fabric.verbs.device.SendChain;
import dev.mangrove.fabric.verbs.ring.RingWindow;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A batch and its work requests. Memory of the endpoint is transferred without a copy, also in
 * pieces, which are the elements of a scatter/gather list; small data travels inline; other memory
 * is copied to and from registered memory.
 */
final class VerbsBatch extends Batch {
    private static final ValueLayout.OfLong WORD =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** A WRITE with immediate is a WRITE and a SEND_WITH_IMM without data. */
    private static final int REQUESTS_PER_VERB = 2;

    private final VerbsChannel channel;
    private final ClientSends sends;
    private final SendChain chain;

    /**
     * A word for each request: the old value that an atomic returns, or the value of a WRITE by
     * value.
     */
    private final MemorySegment words;

    private final int wordsKey;
    private @Nullable MemorySegment copies;
    private int copiesKey;
    private long copied;
    private long[] copyOffsets = {};
    private int posted;

    /** The batch submitted after this one, while both wait to be posted. */
    @Nullable VerbsBatch following;

    VerbsBatch(VerbsChannel channel, ClientSends sends, int capacity) {
        super(channel, capacity);
        this.channel = channel;
        this.sends = sends;
        this.chain =
                new SendChain(capacity * REQUESTS_PER_VERB, channel.capabilities().localPieces());
        this.words = channel.endpoint().allocate((long) capacity * Long.BYTES);
        this.wordsKey = sends.keyOf(words);
    }

    @Override
    protected void start() {
        posted = 0;
        copied = 0;
        if (size() > 0) {
            prepareCopies();
            channel.post(this);
        }
    }

    /** Requests that have been posted. */
    int posted() {
        return posted;
    }

    /** Whether the server's processor has to execute a request. */
    boolean isServed(int request) {
        return verb(request).isAtomic() && sends.regions().isServed(address(request));
    }

    /** Sends the next request to the server's processor. */
    void serve(VerbsChannel by) {
        by.serve(verb(posted), address(posted), operand(posted), replacement(posted));
    }

    /** The server's processor has executed the next request. */
    void served(long found) {
        result(posted, found);
        posted++;
        completeUpTo(posted);
    }

    /** Puts as many requests into the chain as there is room for. */
    SendChain fill() {
        chain.clear();
        int room = sends.free();
        while (posted < size() && !isServed(posted)) {
            int needed = verb(posted) == Verb.WRITE_IMMEDIATE ? REQUESTS_PER_VERB : 1;
            if (chain.size() + needed > room || !add(posted)) {
                break;
            }
            posted++;
        }
        return chain;
    }

    private boolean add(int request) {
        Verb verb = verb(request);
        switch (verb) {
            case READ -> {
                int i = chain.add(Ibv.DO_READ, request, sends.fenceFor(verb));
                remote(i, request);
                incoming(i, request);
            }
            case WRITE -> write(request, verb);
            case WRITE_IMMEDIATE -> {
                if (!sends.window().placeRecord()) {
                    return false;
                }
                write(request, verb);
                int i = chain.add(Ibv.DO_SEND_IMMEDIATE, request, 0);
                chain.immediate(i, (int) operand(request));
            }
            case COMPARE_AND_SWAP -> atomic(request, verb, Ibv.DO_COMPARE_AND_SWAP);
            case FETCH_AND_ADD -> atomic(request, verb, Ibv.DO_FETCH_AND_ADD);
            case SEND -> {
                return message(request);
            }
            case MASKED_COMPARE_AND_SWAP, GATHER, SCATTER, WRITE_SELECTION ->
                    throw new AssertionError("not declared: " + verb);
        }
        return true;
    }

    private void write(int request, Verb verb) {
        int i = chain.add(Ibv.DO_WRITE, request, sends.fenceFor(verb));
        remote(i, request);
        outgoing(i, request);
    }

    private void atomic(int request, Verb verb, int opcode) {
        int i = chain.add(opcode, request, sends.fenceFor(verb));
        long address = address(request);
        chain.atomic(
                i,
                sends.regions().address(address),
                sends.regions().key(address),
                operand(request),
                replacement(request));
        chain.local(i, wordAddress(request), Long.BYTES, wordsKey);
    }

    private boolean message(int request) {
        int length = length(request);
        int unit = sends.window().place(length);
        if (unit == RingWindow.NO_ROOM) {
            return false;
        }
        int i = chain.add(Ibv.DO_WRITE_IMMEDIATE, request, sends.fenceFor(Verb.SEND));
        chain.remote(i, sends.ring() + (long) unit * RingWindow.UNIT, sends.ringKey());
        chain.immediate(i, RingWindow.immediate(unit, length));
        outgoing(i, request);
        return true;
    }

    private void remote(int i, int request) {
        long address = address(request);
        chain.remote(i, sends.regions().address(address), sends.regions().key(address));
    }

    private long wordAddress(int request) {
        return words.address() + (long) request * Long.BYTES;
    }

    private void outgoing(int i, int request) {
        int length = length(request);
        MemorySegment memory = local(request);
        if (length == 0) {
            return;
        }
        if (pieces(request) > 0) {
            list(i, request);
        } else if (memory == null) {
            words.set(WORD, (long) request * Long.BYTES, operand(request));
            if (length <= sends.inline()) {
                chain.inline(i, wordAddress(request), length);
            } else {
                chain.local(i, wordAddress(request), length, wordsKey);
            }
        } else if (memory.isNative() && length <= sends.inline()) {
            chain.inline(i, memory.address() + localOffset(request), length);
        } else if (!inPlace(i, request, memory)) {
            long at = copyOffsets[request];
            MemorySegment.copy(memory, localOffset(request), copies(), at, length);
            chain.local(i, copies().address() + at, length, copiesKey);
        }
    }

    private void incoming(int i, int request) {
        MemorySegment memory = local(request);
        if (pieces(request) > 0) {
            list(i, request);
        } else if (length(request) > 0 && memory != null && !inPlace(i, request, memory)) {
            chain.local(i, copies().address() + copyOffsets[request], length(request), copiesKey);
        }
    }

    /** Lists the pieces of a request, all of which are memory of the endpoint. */
    private void list(int i, int request) {
        for (int piece = 0; piece < pieces(request); piece++) {
            long address = pieceMemory(request, piece).address() + pieceOffset(request, piece);
            int length = pieceLength(request, piece);
            chain.piece(i, address, length, sends.keyOf(address, length));
        }
    }

    @Override
    protected boolean isRegistered(MemorySegment memory, long offset, long length) {
        return memory.isNative() && sends.memory().find(memory.address() + offset, length) != null;
    }

    /** Uses memory of the endpoint without a copy; false for other memory. */
    private boolean inPlace(int i, int request, MemorySegment memory) {
        if (!memory.isNative()) {
            return false;
        }
        long address = memory.address() + localOffset(request);
        Registration registration = sends.memory().find(address, length(request));
        if (registration == null) {
            return false;
        }
        chain.local(i, address, length(request), registration.localKey());
        return true;
    }

    private MemorySegment copies() {
        MemorySegment made = copies;
        if (made == null) {
            throw new AssertionError("copies were not prepared");
        }
        return made;
    }

    /** Allocates registered memory for requests whose memory is not registered. */
    private void prepareCopies() {
        for (int request = 0; request < size(); request++) {
            MemorySegment memory = local(request);
            if (memory != null && length(request) > 0 && needsCopy(request, memory)) {
                if (copyOffsets.length == 0) {
                    copyOffsets = new long[capacity()];
                }
                copyOffsets[request] = copied;
                copied += length(request) + 63 & -64;
            }
        }
        if (copied > 0 && (copies == null || copies.byteSize() < copied)) {
            MemorySegment larger = channel.endpoint().allocate(Long.highestOneBit(copied) * 2);
            copies = larger;
            copiesKey = sends.keyOf(larger);
        }
    }

    private boolean needsCopy(int request, MemorySegment memory) {
        return switch (verb(request)) {
            case READ, WRITE, WRITE_IMMEDIATE, SEND ->
                    !memory.isNative()
                            || sends.memory()
                                            .find(
                                                    memory.address() + localOffset(request),
                                                    length(request))
                                    == null;
            default -> false;
        };
    }

    /** Notes that requests up to {@code end} have completed, with their results. */
    void finish(int end) {
        for (int request = completed(); request < end; request++) {
            Verb verb = verb(request);
            if (verb.isAtomic()) {
                result(request, words.get(WORD, (long) request * Long.BYTES));
            } else if (verb == Verb.READ && copied > 0) {
                MemorySegment memory = local(request);
                if (memory != null && length(request) > 0 && needsCopy(request, memory)) {
                    MemorySegment.copy(
                            copies(),
                            copyOffsets[request],
                            memory,
                            localOffset(request),
                            length(request));
                }
            }
        }
        completeUpTo(end);
    }
}
