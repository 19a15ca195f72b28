package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.verbs.control.ConnectionEnd;
import dev.mangrove.fabric.verbs.device.CompletionQueue;
import dev.mangrove.fabric.verbs.device.Ibv;
import dev.mangrove.fabric.verbs.device.QueuePair;
import dev.mangrove.fabric.verbs.device.SendChain;
import dev.mangrove.fabric.verbs.device.VerbsCallException;
import dev.mangrove.fabric.verbs.ring.MessageMemory;
import dev.mangrove.fabric.verbs.ring.RingWindow;

import java.lang.foreign.MemorySegment;

/**
 * The send queue of a server's connection: messages, and credits for the client's. From any thread;
 * its monitor also guards the queue pair against being closed meanwhile.
 */
final class ServerSends {
    private static final System.Logger LOG = System.getLogger(ServerSends.class.getName());

    /** Requests in the queue. */
    static final int MOST = RingWindow.RECORDS + 64;

    /**
     * Bytes that are copied into the work request. Chosen: credits and short answers fit, and
     * Soft-RoCE accepts it; what it gains on a card has not been measured.
     */
    private static final int INLINE = 128;

    /** Chosen: {@link #flush} runs when a connection closes, so its delay matters little. */
    private static final long LOOK_AGAIN_NANOS = 50_000;

    private final QueuePair pair;
    private final CompletionQueue queue;
    private final MessageMemory memory;
    private final MemorySegment copy;
    private final ConnectionEnd client;
    private final RingWindow window = new RingWindow();
    private final SendChain chain = new SendChain(1);
    private int outstanding;
    private int credit;
    private boolean creditWaits;
    private boolean failed;
    private boolean closed;

    ServerSends(QueuePair pair, CompletionQueue queue, MessageMemory memory, ConnectionEnd client) {
        this.pair = pair;
        this.queue = queue;
        this.memory = memory;
        this.copy = memory.copy();
        this.client = client;
    }

    /** Bytes that requests of such a queue carry inline. */
    static int inline() {
        return INLINE;
    }

    /** Sends a message; false if the client has no room for it. */
    synchronized boolean message(MemorySegment from, long offset, int length) {
        failed |= !window.take(memory.credit());
        if (closed || !hasRoom()) {
            return false;
        }
        int unit = window.place(length);
        if (unit == RingWindow.NO_ROOM) {
            return false;
        }
        long at = (long) unit * RingWindow.UNIT;
        MemorySegment.copy(from, offset, copy, at, length);
        chain.clear();
        int i = chain.add(Ibv.DO_WRITE_IMMEDIATE, 0, 0);
        chain.remote(i, client.ring() + at, client.ringKey());
        chain.immediate(i, RingWindow.immediate(unit, length));
        if (length > 0 && length <= pair.inline()) {
            chain.inline(i, copy.address() + at, length);
        } else if (length > 0) {
            chain.local(i, copy.address() + at, length, memory.localKey());
        }
        return post();
    }

    /** Sends the client a credit for consumed messages. */
    synchronized void credit(int taken) {
        credit = taken;
        creditWaits = true;
        sendCredit();
    }

    private void sendCredit() {
        if (closed || !creditWaits || !hasRoom()) {
            return;
        }
        creditWaits = false;
        chain.clear();
        int i = chain.add(Ibv.DO_SEND_IMMEDIATE, 0, 0);
        chain.immediate(i, credit);
        post();
    }

    private boolean post() {
        if (chain.post(pair) != 0) {
            failed = true;
            return false;
        }
        outstanding++;
        return true;
    }

    private boolean hasRoom() {
        if (outstanding >= MOST / 2) {
            takeCompletions();
        }
        return outstanding < MOST && !failed;
    }

    private void takeCompletions() {
        int number;
        do {
            number = queue.poll();
            for (int i = 0; i < number; i++) {
                failed |= queue.status(i) != Ibv.STATUS_SUCCESS;
            }
            outstanding -= number;
        } while (number == CompletionQueue.MOST);
    }

    /** Polls the completions of sends; false if the queue pair has failed. */
    synchronized boolean check() {
        if (closed) {
            return true;
        }
        takeCompletions();
        sendCredit();
        return !failed;
    }

    /**
     * Waits until the client has received all messages, the queue pair has failed, or the time is
     * over.
     */
    void flush(Host host, long nanos) {
        long deadline = host.nanoTime() + nanos;
        while (!isFlushed() && host.nanoTime() - deadline < 0) {
            host.sleep(LOOK_AGAIN_NANOS);
        }
    }

    private synchronized boolean isFlushed() {
        if (!closed) {
            takeCompletions();
        }
        return closed || failed || outstanding == 0;
    }

    /** Ends the connection: the device executes no more requests of the client. */
    synchronized void shut() {
        if (closed) {
            return;
        }
        failed = true;
        try {
            pair.fail();
        } catch (VerbsCallException e) { // A queue pair that cannot be failed must be destroyed.
            LOG.log(
                    System.Logger.Level.WARNING,
                    "cannot fail a queue pair, destroying it: {0}",
                    e.getMessage());
            close();
        }
    }

    /** Frees the queue pair. */
    synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        pair.close();
        queue.close();
    }
}
