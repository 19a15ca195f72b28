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
 * The send queue of a channel. Batches stand in line; as many requests of the first as there is
 * room for are posted as one chain, a <em>part</em>, whose last request alone is signalled. Parts
 * complete in order.
 *
 * <p>The device starts requests in order, but a READ or atomic under way does not hold up what
 * comes behind it. Where order could be seen, a fence does: before a WRITE, message or atomic
 * behind a READ, and before a WRITE or message behind an atomic.
 *
 * <p>An atomic on a region whose words the server's processor arbitrates waits until all before it
 * has completed, is asked for over TCP, and holds up what is behind it.
 */
final class ClientSends {
    /** Requests in the queue. */
    static final int MOST = 1024;

    /** Credits of the server on their way: the window does not allow for more. */
    static final int MOST_CREDITS = 32;

    /** Bytes up to which a request carries its data itself. */
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
        Registration registration = memory.find(allocated.address(), allocated.byteSize());
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

    /** Bytes that a request can carry itself. */
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

    /** Whether a request must wait for READs or atomics before it, and notes what it is itself. */
    int fenceFor(Verb verb) {
        boolean fence =
                switch (verb) {
                    case READ -> false;
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

    /** Puts a batch in line. */
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

    /** Gets a batch ahead; false if it has to wait. */
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

    /** The server has answered; false if nothing was asked. */
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

    /** Whether the server is asked to carry out an atomic. */
    boolean isServing() {
        return serving;
    }

    /** Tells the server what was taken of its messages. */
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

    /** Nothing is carried out any more. */
    void abandon() {
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
