package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.socket.ProtocolException;
import dev.mangrove.fabric.verbs.device.CompletionQueue;
import dev.mangrove.fabric.verbs.device.Device;
import dev.mangrove.fabric.verbs.device.EventChannel;
import dev.mangrove.fabric.verbs.device.Ibv;
import dev.mangrove.fabric.verbs.device.ReceiveChain;
import dev.mangrove.fabric.verbs.ring.MessageMemory;
import dev.mangrove.fabric.verbs.ring.RingWindow;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A shared receive queue with its completion queue, and the connections that use it. There are as
 * many receives as the windows of all its connections allow messages, so the receive queue never
 * runs empty and the completion queue never overflows. Under the lock of the inbox.
 */
final class ReceivePool implements AutoCloseable {
    /** Connections of one pool. Chosen: bounds the shared receive queue to 8 · 512 receives. */
    private static final int CONNECTIONS = 8;

    private static final int RECEIVES = CONNECTIONS * RingWindow.RECORDS;

    private final Device device;
    private final CompletionQueue queue;
    private final long receives;
    private final ReceiveChain chain = new ReceiveChain();
    private final MemorySegment bad = Arena.ofAuto().allocate(Ibv.LONG);
    private final @Nullable MessageMemory[] memories = new MessageMemory[CONNECTIONS];
    private final @Nullable VerbsConnection[] connections = new VerbsConnection[CONNECTIONS];

    ReceivePool(Device device, EventChannel events) {
        this.device = device;
        queue = CompletionQueue.waking(device, RECEIVES, events);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment wanted = arena.allocate(Ibv.SHARED_RECEIVE_INIT);
            wanted.set(Ibv.INT, Ibv.offset(Ibv.SHARED_RECEIVE_INIT, "max_wr"), RECEIVES);
            wanted.set(Ibv.INT, Ibv.offset(Ibv.SHARED_RECEIVE_INIT, "max_sge"), 1);
            receives = device.library().createSrq(device.domain(), wanted);
        } catch (RuntimeException e) {
            queue.close();
            throw e;
        }
        chain.post(RECEIVES, this::post);
    }

    private int post(long requests) {
        return device.calls().postSharedReceive(receives, requests, bad.address());
    }

    CompletionQueue queue() {
        return queue;
    }

    /** The shared receive queue. */
    long receives() {
        return receives;
    }

    /** A place for a connection; -1 if all are taken. */
    int freePlace() {
        for (int i = 0; i < CONNECTIONS; i++) {
            if (connections[i] == null) {
                return i;
            }
        }
        return -1;
    }

    /** Message memory of a place; consecutive connections at the place reuse it. */
    MessageMemory memory(int place) {
        MessageMemory memory = memories[place];
        if (memory == null) {
            memory = new MessageMemory(device);
            memories[place] = memory;
        }
        memory.clear();
        return memory;
    }

    void add(int place, VerbsConnection connection) {
        connections[place] = connection;
    }

    void remove(VerbsConnection connection) {
        for (int i = 0; i < CONNECTIONS; i++) {
            if (connections[i] == connection) {
                connections[i] = null;
            }
        }
    }

    /** Passes arrived records to their connections. */
    void collect() {
        int number;
        do {
            number = queue.poll();
            for (int i = 0; i < number; i++) {
                VerbsConnection connection = find(queue.queuePair(i));
                if (connection != null) {
                    deliver(connection, i);
                }
            }
            if (number > 0) {
                chain.post(number, this::post);
            }
        } while (number == CompletionQueue.MOST);
    }

    private void deliver(VerbsConnection connection, int i) {
        if (queue.status(i) != Ibv.STATUS_SUCCESS) {
            return; // Flushed: the code that failed the queue pair has reported the cause.
        }
        try {
            connection.arrived(queue.opcode(i) == Ibv.COMPLETED_RECEIVE_WRITE, queue.immediate(i));
        } catch (ProtocolException e) {
            connection.protocolBroken(e);
        }
    }

    private @Nullable VerbsConnection find(int queuePair) {
        for (VerbsConnection connection : connections) {
            if (connection != null && connection.queuePair() == queuePair) {
                return connection;
            }
        }
        return null;
    }

    @Override
    public void close() {
        device.library().destroySrq(receives);
        queue.close();
        for (MessageMemory memory : memories) {
            if (memory != null) {
                memory.close();
            }
        }
    }
}
