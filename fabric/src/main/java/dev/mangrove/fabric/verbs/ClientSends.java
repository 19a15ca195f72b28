package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.verbs.control.ConnectionEnd;
import dev.mangrove.fabric.verbs.control.ControlMessage;
import dev.mangrove.fabric.verbs.device.Ibv;
import dev.mangrove.fabric.verbs.device.QueuePair;
import dev.mangrove.fabric.verbs.device.Registration;
import dev.mangrove.fabric.verbs.device.SendChain;
import dev.mangrove.fabric.verbs.ring.RingWindow;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/**
 * The send queue of a channel. Batches queue up; as many requests of the first as there is room for
 * are posted as one chain, a <em>part</em>, whose last request alone is signalled. Parts complete
 * in order.
 *
 * <p>The device starts requests in order, but a READ or atomic under way does not delay the
 * requests behind it. Where the order would be observable, a fence delays them: before a WRITE,
 * message or atomic behind a READ, and before a WRITE or message behind an atomic.
 *
 * <p>For an atomic on a region whose arbiter is the server's processor, the channel waits until all
 * earlier requests have completed, sends the atomic over TCP, and posts later requests after its
 * answer.
 */
final class ClientSends {
    /** Requests in the queue. Chosen: four of the largest batches. */
    static final int MOST = 1024;

    /**
     * Credits of the server that can be outstanding: a credit is due per quarter of the window, and
     * the window bounds them.
     */
    static final int MOST_CREDITS = 32;

    /**
     * Bytes up to which a request carries its data inline. Chosen: two lines, enough for a latch or
     * a changed line.
     */
    static final int INLINE = 128;

    private static final long CREDIT_ID = -1;

    private final VerbsChannel channel;
    private final QueuePair pair;
    private final RemoteRegions regions;
    private final LocalMemory memory;
    private final RingWindow window = new RingWindow();
    private final SendChain creditChain = new SendChain(1);
    private final MemorySegment creditWord;
    private final int creditKey;

    /** The parts under way, a ring: batch, where the part ends in it, and its work requests. */
    private final @Nullable VerbsBatch[] partBatches = new VerbsBatch[MOST];

    private final int[] partEnds = new int[MOST];
    private final int[] partRequests = new int[MOST];
    private int firstPart;
    private int parts;
    private int free = MOST;

    private @Nullable VerbsBatch first;
    private @Nullable VerbsBatch last;
    private @Nullable ConnectionEnd server;
    private boolean serving;
    private boolean creditWaits;
    private boolean readsAhead;
    private boolean atomicsAhead;

    ClientSends(VerbsChannel channel, QueuePair pair, RemoteRegions regions, LocalMemory memory) {
        this.channel = channel;
        this.pair = pair;
        this.regions = regions;
        this.memory = memory;
        this.creditWord = memory.allocate(Long.BYTES);
        this.creditKey = keyOf(creditWord);
    }

    /** The key of memory that was allocated here. */
    int keyOf(MemorySegment allocated) {
        return keyOf(allocated.address(), allocated.byteSize());
    }

    /** The key of a part of memory that was allocated here. */
    int keyOf(long address, long length) {
        Registration registration = memory.find(address, length);
        if (registration == null) {
            throw new AssertionError("memory of the endpoint is registered");
        }
        return registration.localKey();
    }

    void connected(ConnectionEnd end) {
        server = end;
    }

    RingWindow window() {
        return window;
    }

    RemoteRegions regions() {
        return regions;
    }

    LocalMemory memory() {
        return memory;
    }

    /** Bytes that a request can carry inline. */
    int inline() {
        return pair.inline();
    }

    /** Work requests that the queue still takes. */
    int free() {
        return free;
    }

    /** Where the server's ring is. */
    long ring() {
        return server().ring();
    }

    int ringKey() {
        return server().ringKey();
    }

    private ConnectionEnd server() {
        ConnectionEnd end = server;
        if (end == null) {
            throw new AssertionError("not connected");
        }
        return end;
    }

    /**
     * The fence flag that a request needs because of earlier READs or atomics; records the
     * request's own kind.
     */
    int fenceFor(Verb verb) {
        boolean fence =
                switch (verb) {
                    case READ, GATHER, SCATTER, WRITE_SELECTION -> false;
                    case COMPARE_AND_SWAP, MASKED_COMPARE_AND_SWAP, FETCH_AND_ADD -> readsAhead;
                    case WRITE, WRITE_IMMEDIATE, SEND -> readsAhead || atomicsAhead;
                };
        if (fence) {
            readsAhead = false;
            atomicsAhead = false;
        }
        readsAhead |= verb == Verb.READ;
        atomicsAhead |= verb.isAtomic();
        return fence ? Ibv.FLAG_FENCE : 0;
    }

    /** Queues a batch. */
    void post(VerbsBatch batch) {
        batch.following = null;
        VerbsBatch end = last;
        if (end == null) {
            first = batch;
        } else {
            end.following = batch;
        }
        last = batch;
        pump();
    }

    /** Posts what there is room for. */
    void pump() {
        if (creditWaits) {
            postCredit();
        }
        for (VerbsBatch batch = first; batch != null && !serving; batch = first) {
            if (!advance(batch)) {
                return;
            }
            if (batch.posted() == batch.size()) {
                first = batch.following;
                batch.following = null;
                if (first == null) {
                    last = null;
                }
            }
        }
    }

    /** Posts more of a batch; false if it has to wait. */
    private boolean advance(VerbsBatch batch) {
        if (batch.isServed(batch.posted())) {
            if (parts == 0) {
                serving = true;
                batch.serve(channel);
            }
            return false;
        }
        if (parts == 0) {
            readsAhead = false;
            atomicsAhead = false;
        }
        SendChain chain = batch.fill();
        if (chain.size() == 0) {
            return false;
        }
        return postPart(chain, batch, batch.posted());
    }

    private boolean postPart(SendChain chain, @Nullable VerbsBatch batch, int end) {
        int error = chain.post(pair);
        if (error != 0) {
            channel.notPosted(error);
            return false;
        }
        int part = (firstPart + parts++) % MOST;
        if (partBatches[part] != batch) {
            partBatches[part] = batch;
        }
        partEnds[part] = end;
        partRequests[part] = chain.size();
        free -= chain.size();
        return true;
    }

    /** The oldest part has completed. */
    void completed() {
        VerbsBatch batch = partBatches[firstPart];
        free += partRequests[firstPart];
        int end = partEnds[firstPart];
        firstPart = (firstPart + 1) % MOST;
        parts--;
        if (batch != null) {
            batch.finish(end);
        }
    }

    /** The server has answered an atomic; false if none was outstanding. */
    boolean served(ControlMessage message) {
        VerbsBatch batch = first;
        if (!serving || batch == null || message.type() != ControlMessage.RESULT) {
            return false;
        }
        serving = false;
        int request = batch.posted();
        if (message.word(1) == 0) {
            channel.notServed(batch.verb(request), batch.address(request));
            return true;
        }
        batch.served(message.word(0));
        if (batch.posted() == batch.size()) {
            first = batch.following;
            batch.following = null;
            if (first == null) {
                last = null;
            }
        }
        return true;
    }

    /** Whether an atomic at the server's processor is outstanding. */
    boolean isServing() {
        return serving;
    }

    /** Sends the server a credit for consumed messages. */
    void credit(int credit) {
        creditWord.set(Ibv.LONG, 0, Integer.toUnsignedLong(credit));
        postCredit();
    }

    private void postCredit() {
        creditWaits = free == 0;
        if (creditWaits) {
            return;
        }
        creditChain.clear();
        int i = creditChain.add(Ibv.DO_WRITE, CREDIT_ID, 0);
        creditChain.remote(i, server().credit(), server().creditKey());
        if (inline() >= Long.BYTES) {
            creditChain.inline(i, creditWord.address(), Long.BYTES);
        } else {
            creditChain.local(i, creditWord.address(), Long.BYTES, creditKey);
        }
        postPart(creditChain, null, 0);
    }

    /** Drops all queued and posted batches; none of them will complete. */
    void discardAll() {
        first = null;
        last = null;
        serving = false;
    }

    /** The verb of a request that failed, by its number within the oldest part's batch. */
    @Nullable Verb verbOf(long id) {
        VerbsBatch batch = partBatches[firstPart];
        return id == CREDIT_ID || batch == null ? null : batch.verb((int) id);
    }

    long addressOf(long id) {
        VerbsBatch batch = partBatches[firstPart];
        return batch == null ? 0 : batch.address((int) id);
    }

    int lengthOf(long id) {
        VerbsBatch batch = partBatches[firstPart];
        return batch == null ? 0 : batch.length((int) id);
    }

    /** Names a request that failed. */
    String describe(long id) {
        Verb verb = verbOf(id);
        return verb == null ? "credit" : channel.name(verb, addressOf(id), lengthOf(id));
    }
}
