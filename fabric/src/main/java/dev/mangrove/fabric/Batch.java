package dev.mangrove.fabric;

import dev.mangrove.fabric.FabricException.Kind;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * A chain of work requests that one doorbell submits. The requests take effect at the server in
 * order, and complete in order. A batch is made once and used again and again: record, {@link
 * #submit}, consume completions, {@link #clear}.
 *
 * <p>Requests before a bad one may have taken effect, those after it have not. An atomic that fails
 * to match does not stop the requests behind it.
 *
 * <p>Local memory belongs to the batch from {@link #submit} until the request has completed.
 */
public abstract class Batch {
    /** Returned instead of a request when there is none. */
    public static final int NONE = -1;

    /**
     * Words of one request. All of them lie side by side, so that a request occupies one or two
     * cache lines, also where one thread simulates many clients.
     */
    private static final int STRIDE = 8;

    private static final int ADDRESS = 0;
    private static final int LENGTH = 1;
    private static final int LOCAL_OFFSET = 2;
    private static final int OPERAND = 3;
    private static final int REPLACEMENT = 4;
    private static final int COMPARE_MASK = 5;
    private static final int SWAP_MASK = 6;
    private static final int RESULT = 7;

    private final Verb[] verbs;
    private final @Nullable MemorySegment[] locals;
    private final long[] words;
    private final Channel channel;
    private int count;
    private int completed;
    private int consumed;
    private boolean submitted;

    private @Nullable SelectiveRequests selections;

    /** Whether a request has a selection. */
    private boolean selective;

    private @Nullable LocalPieces pieces;

    /** What a submitted batch was turned into, where the target moves no selections. */
    private @Nullable Lowering lowered;

    /** For providers. */
    protected Batch(Channel channel, int capacity) {
        int largest = channel.capabilities().largestBatch();
        if (capacity < 1 || capacity > largest) {
            throw new IllegalArgumentException(
                    "a batch holds 1 to " + largest + " requests: capacity=" + capacity);
        }
        this.channel = channel;
        verbs = new Verb[capacity];
        locals = new MemorySegment[capacity];
        words = new long[capacity * STRIDE];
    }

    /**
     * Copies {@code length} bytes from the server into local memory. Returns the number of the
     * request.
     */
    public final int read(long address, MemorySegment local, long offset, int length) {
        return transfer(Verb.READ, address, local, offset, length);
    }

    /**
     * Copies {@code length} bytes of local memory to the server. Returns the number of the request.
     */
    public final int write(long address, MemorySegment local, long offset, int length) {
        return transfer(Verb.WRITE, address, local, offset, length);
    }

    /** Writes one 64-bit word, little-endian, given by value. Returns the number of the request. */
    public final int writeLong(long address, long value) {
        int request = add(Verb.WRITE, address, Long.BYTES);
        if (locals[request] != null) {
            locals[request] = null;
        }
        set(request, OPERAND, value);
        return request;
    }

    /** A {@link #write} that then delivers {@code immediate} to the server's inbox. */
    public final int writeImmediate(
            long address, MemorySegment local, long offset, int length, int immediate) {
        int request = transfer(Verb.WRITE_IMMEDIATE, address, local, offset, length);
        set(request, OPERAND, immediate);
        return request;
    }

    /** Replaces the word if it equals {@code expected}; its old value is the {@link #result}. */
    public final int compareAndSwap(long address, long expected, long replacement) {
        int request = add(Verb.COMPARE_AND_SWAP, address, Long.BYTES);
        set(request, OPERAND, expected);
        set(request, REPLACEMENT, replacement);
        return request;
    }

    /**
     * Replaces the bits of {@code swapMask} if the bits of {@code compareMask} equal those of
     * {@code expected}; the old value of the whole word is the {@link #result}. Only where {@link
     * Capabilities#maskedAtomics} is declared.
     */
    public final int maskedCompareAndSwap(
            long address, long expected, long replacement, long compareMask, long swapMask) {
        int request = add(Verb.MASKED_COMPARE_AND_SWAP, address, Long.BYTES);
        set(request, OPERAND, expected);
        set(request, REPLACEMENT, replacement);
        set(request, COMPARE_MASK, compareMask);
        set(request, SWAP_MASK, swapMask);
        return request;
    }

    /** Adds to the word; its old value is the {@link #result}. */
    public final int fetchAndAdd(long address, long delta) {
        int request = add(Verb.FETCH_AND_ADD, address, Long.BYTES);
        set(request, OPERAND, delta);
        return request;
    }

    /** Delivers a message to the server's inbox. It completes when it has been placed there. */
    public final int send(MemorySegment message, long offset, int length) {
        return transfer(Verb.SEND, Address.NULL, message, offset, length);
    }

    /**
     * Copies a selection of the server's memory into local memory, its fragments end to end. Where
     * its rows have guards, {@link #tornRows} tells whether all of them are consistent.
     */
    public final int gather(Selection remote, MemorySegment local, long offset) {
        int request = transfer(Verb.GATHER, remote.base(), local, offset, remote.bytes());
        return select(request, remote);
    }

    /**
     * Copies local memory to a selection of the server's memory, fragment after fragment. The
     * guards of its rows are not changed, unless a run covers them.
     */
    public final int scatter(Selection remote, MemorySegment local, long offset) {
        int request = transfer(Verb.SCATTER, remote.base(), local, offset, remote.bytes());
        return select(request, remote);
    }

    /**
     * Copies a selection of local memory to the server, its fragments end to end. The provider
     * takes few and long ones from where they are; else the batch copies them when it is submitted.
     */
    public final int write(long address, MemorySegment local, Selection selection) {
        selections().checkLocal(local, selection);
        int request = add(Verb.WRITE_SELECTION, address, selection.bytes());
        locals[request] = local;
        return select(request, selection);
    }

    /** Rings the doorbell: hands all recorded requests to the fabric. Does not wait. */
    public final void submit() {
        if (submitted) {
            throw new IllegalStateException("batch is submitted already: clear it first");
        }
        channel.checkOpen();
        if (selective) {
            submitSelective();
            return;
        }
        Meter meter = channel.meter();
        for (int i = 0; i < count; i++) {
            if (!channel.admits(verbs[i], address(i), length(i))) {
                throw rejection(i);
            }
            meter.request(verbs[i], length(i));
        }
        meter.batch();
        submitted = true;
        start();
    }

    /**
     * Waits for the next completion, in order of arrival, and returns the number of its request.
     *
     * @return {@link #NONE} when all have been consumed
     * @throws FabricException if that request failed, or none completed within the endpoint's time
     *     limit
     */
    public final int next() {
        if (consumed == completed && !awaitNews(Endpoint.Condition.COMPLETION)) {
            return NONE;
        }
        return consumed++;
    }

    /** Like {@link #next}, but returns {@link #NONE} also when nothing has arrived yet. */
    public final int poll() {
        if (consumed == completed) {
            if (consumed == count) {
                return NONE;
            }
            channel.endpoint().progress();
            takeCarried();
            if (consumed == completed) {
                channel.checkOpen();
                return NONE;
            }
        }
        return consumed++;
    }

    /** Waits until all requests have completed. */
    public final void await() {
        while (completed < count) {
            consumed = completed;
            awaitNews(Endpoint.Condition.ALL_COMPLETIONS);
        }
        consumed = count;
    }

    /** Submits and waits until all requests have completed. */
    public final void execute() {
        submit();
        await();
    }

    /** What the atomic {@code request} found at the server. */
    public final long result(int request) {
        if (request >= completed || !verbs[request].isAtomic()) {
            throw new IllegalStateException(
                    "no result: request=" + request + ", completed=" + completed);
        }
        return get(request, RESULT);
    }

    /**
     * Rows of the gather {@code request} whose guard changed during each try to read them; their
     * bytes may be a mixture. 0 where rows have no guard.
     */
    public final int tornRows(int request) {
        if (request >= completed || verbs[request] != Verb.GATHER) {
            throw new IllegalStateException(
                    "no gather has completed: request=" + request + ", completed=" + completed);
        }
        return (int) get(request, RESULT);
    }

    /** Empties the batch for new requests. Only when nothing is outstanding. */
    public final Batch clear() {
        takeCarried();
        if (submitted && completed < count && channel.isOpen()) {
            throw new IllegalStateException(
                    "requests are outstanding: completed=" + completed + ", count=" + count);
        }
        count = 0;
        completed = 0;
        consumed = 0;
        submitted = false;
        selective = false;
        lowered = null;
        LocalPieces old = pieces;
        if (old != null) {
            old.clear();
        }
        return this;
    }

    /** Number of recorded requests. */
    public final int size() {
        return count;
    }

    /** Most requests it can hold. */
    public final int capacity() {
        return verbs.length;
    }

    /** Whether all requests have completed. */
    public final boolean isDone() {
        takeCarried();
        return submitted && completed == count;
    }

    /** The channel it was made for. */
    public final Channel channel() {
        return channel;
    }

    /** Kind of a request. */
    public final Verb verb(int request) {
        return verbs[request];
    }

    /** Remote address of a request. */
    public final long address(int request) {
        return get(request, ADDRESS);
    }

    /** Bytes that a request moves. */
    public final int length(int request) {
        return (int) get(request, LENGTH);
    }

    /** Local memory of a transfer; null where eight bytes are written by value. */
    protected final @Nullable MemorySegment local(int request) {
        return locals[request];
    }

    /** Local memory of a transfer that has some. */
    protected final MemorySegment buffer(int request) {
        return Objects.requireNonNull(locals[request]);
    }

    /** The selection of a gather or scatter. */
    protected final Selection selection(int request) {
        return selections().of(request);
    }

    /** Where the transfer starts in its local memory. */
    protected final long localOffset(int request) {
        return get(request, LOCAL_OFFSET);
    }

    /**
     * Number of pieces that the local memory of a READ or WRITE consists of; 0 if it is contiguous,
     * as always where {@link Capabilities#localPieces} is 1. A request with pieces has no {@link
     * #local} memory.
     */
    protected final int pieces(int request) {
        LocalPieces its = pieces;
        return its == null ? 0 : its.count(request);
    }

    /** The memory that a piece is part of. */
    protected final MemorySegment pieceMemory(int request, int piece) {
        return pieces().memory(request, piece);
    }

    /** Where a piece starts in its memory. */
    protected final long pieceOffset(int request, int piece) {
        return pieces().offset(request, piece);
    }

    /** Bytes of a piece. */
    protected final int pieceLength(int request, int piece) {
        return pieces().length(request, piece);
    }

    /** Whether the provider moves this local memory without a copy, also as one of many pieces. */
    protected boolean isRegistered(MemorySegment memory, long offset, long length) {
        return false;
    }

    /** Expected value, addend, eight bytes to write or immediate. */
    protected final long operand(int request) {
        return get(request, OPERAND);
    }

    /** What a comparison that matches puts in place. */
    protected final long replacement(int request) {
        return get(request, REPLACEMENT);
    }

    /** Bits that must match. */
    protected final long compareMask(int request) {
        return get(request, COMPARE_MASK);
    }

    /** Bits that are replaced. */
    protected final long swapMask(int request) {
        return get(request, SWAP_MASK);
    }

    /** Notes what an atomic found, or how many rows of a gather are torn. */
    protected final void result(int request, long found) {
        set(request, RESULT, found);
    }

    private long get(int request, int word) {
        return words[request * STRIDE + word];
    }

    private void set(int request, int word, long value) {
        words[request * STRIDE + word] = value;
    }

    /**
     * Called before {@link #start} for each WRITE whose data is a copy of a selection. For a
     * simulator, which charges for it.
     */
    protected void copiedOut(int request, Selection selection) {}

    /** Starts to carry out the recorded requests, as far as possible without waiting. */
    protected abstract void start();

    /** Requests that have completed. */
    protected final int completed() {
        return completed;
    }

    /** Notes that the first {@code number} requests have completed. */
    protected final void completeUpTo(int number) {
        assert number >= completed && number <= count : number;
        completed = number;
    }

    /** Whether {@link #next} would not have to wait. */
    final boolean hasNews() {
        takeCarried();
        return consumed < completed || !channel.isOpen();
    }

    /** Whether {@link #await} would not have to wait. */
    final boolean hasEnded() {
        takeCarried();
        return completed == count || !channel.isOpen();
    }

    /** Submits a batch that records what another batch was turned into; it counts for nothing. */
    final void submitCarrier() {
        submitted = true;
        start();
    }

    /** Records a request of another batch. */
    final void copy(Batch from, int request) {
        int mine = add(from.verb(request), from.address(request), from.length(request));
        locals[mine] = from.locals[request];
        System.arraycopy(from.words, request * STRIDE, words, mine * STRIDE, STRIDE);
        int number = from.pieces(request);
        if (number > 0) {
            LocalPieces its = pieces();
            its.begin(mine);
            for (int i = 0; i < number; i++) {
                its.add(
                        from.pieceMemory(request, i),
                        from.pieceOffset(request, i),
                        from.pieceLength(request, i));
            }
        }
    }

    /** Records a READ into pieces, which the caller adds. */
    final LocalPieces readPieces(long address, int length) {
        int request = add(Verb.READ, address, length);
        locals[request] = null;
        LocalPieces its = pieces();
        its.begin(request);
        return its;
    }

    /** The pieces of all requests. */
    final LocalPieces pieces() {
        LocalPieces made = pieces;
        if (made == null) {
            made = new LocalPieces(verbs.length);
            pieces = made;
        }
        return made;
    }

    /** Makes the write of a selection a WRITE of the pieces that were added for it. */
    final void becomeWriteOfPieces(int request) {
        verbs[request] = Verb.WRITE;
        locals[request] = null;
    }

    private int select(int request, Selection selection) {
        selections().set(request, selection);
        selective = true;
        return request;
    }

    private SelectiveRequests selections() {
        SelectiveRequests made = selections;
        if (made == null) {
            made = new SelectiveRequests(this);
            selections = made;
        }
        return made;
    }

    /** Makes the write of a selection a WRITE of its copy. */
    final void becomeWrite(int request, MemorySegment copy, long offset, Selection selection) {
        copiedOut(request, selection);
        verbs[request] = Verb.WRITE;
        locals[request] = copy;
        set(request, LOCAL_OFFSET, offset);
    }

    /** Admits and starts a batch of which at least one request has a selection. */
    private void submitSelective() {
        SelectiveRequests its = selections();
        its.copyOut();
        boolean remote = false;
        for (int i = 0; i < count; i++) {
            Verb verb = verbs[i];
            if (verb.isSelective()) {
                remote = true;
                if (!its.admits(i)) {
                    throw its.rejection(i);
                }
            } else if (!channel.admits(verb, address(i), length(i))) {
                throw rejection(i);
            }
            channel.meter().request(verb, length(i));
        }
        channel.meter().batch();
        submitted = true;
        if (remote && !channel.capabilities().selectsAtTarget()) {
            lowered = its.lower();
        } else {
            start();
        }
    }

    /** Notes completions of the requests that this batch was turned into, if it was. */
    private void takeCarried() {
        Lowering carried = lowered;
        if (carried != null) {
            completed = carried.completedFrom(completed);
        }
    }

    @SuppressWarnings({
        "MemorySegmentReferenceEquality",
        "ReferenceEquality"
    }) // Only avoids a store; equality has no other effect.
    private int transfer(Verb verb, long address, MemorySegment local, long offset, int length) {
        Objects.checkFromIndexSize(offset, (long) length, local.byteSize());
        int request = add(verb, address, length);
        // A reference store costs the collector's barrier, and mostly the reference is unchanged.
        if (locals[request] != local) {
            locals[request] = local;
        }
        set(request, LOCAL_OFFSET, offset);
        return request;
    }

    private int add(Verb verb, long address, int length) {
        if (submitted || count == verbs.length) {
            throw new IllegalStateException(
                    submitted
                            ? "batch is submitted: clear it first"
                            : "batch is full: capacity=" + verbs.length);
        }
        int request = count++;
        if (verbs[request] != verb) {
            verbs[request] = verb;
        }
        set(request, ADDRESS, address);
        set(request, LENGTH, length);
        return request;
    }

    /** Fails the channel over a request that it does not admit; the exception names the reason. */
    private FabricException rejection(int i) {
        Verb verb = verbs[i];
        Capabilities capabilities = channel.capabilities();
        int largest =
                verb == Verb.SEND ? capabilities.largestMessage() : capabilities.largestTransfer();
        if (length(i) > largest) {
            return fail(i, Kind.TOO_LARGE, "at most " + largest + " bytes");
        }
        channel.regionOf(verb, address(i), length(i));
        if (verb == Verb.MASKED_COMPARE_AND_SWAP && !capabilities.maskedAtomics()) {
            return fail(i, Kind.UNSUPPORTED, "no masked atomics here");
        }
        return fail(i, Kind.MISALIGNED, "atomics need a multiple of 8");
    }

    private FabricException fail(int i, Kind kind, String what) {
        return channel.fail(kind, verbs[i], address(i), length(i), what);
    }

    /** Waits for one more completion; false if there is none to come. */
    private boolean awaitNews(Endpoint.Condition condition) {
        if (consumed == count) {
            return false;
        }
        if (!submitted) {
            throw new IllegalStateException("batch is not submitted: submit it before waiting");
        }
        Endpoint endpoint = channel.endpoint();
        long deadline = endpoint.host().nanoTime() + endpoint.timeoutNanos();
        boolean news = endpoint.waitUntil(condition, this, deadline);
        if (consumed < completed) {
            return true;
        }
        int i = completed;
        if (!news) {
            throw channel.fail(
                    Kind.TIMEOUT,
                    verbs[i],
                    address(i),
                    length(i),
                    "no completion within the endpoint's time limit: timeoutMillis="
                            + endpoint.timeoutNanos() / 1_000_000);
        }
        channel.checkOpen();
        throw new AssertionError("woken without news");
    }
}
