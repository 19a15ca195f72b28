package dev.mangrove.sim.request;

import dev.mangrove.fabric.Verb;
import dev.mangrove.sim.hardware.BufferPool;
import dev.mangrove.sim.hardware.Nic;
import dev.mangrove.sim.kernel.Event;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/** An arrival at an inbox or, from a server, at an endpoint. Reused. */
final class Item extends Event {
    private static final int ARRIVE = 0;

    /** A message of the server is in the client's memory. */
    static final int DELIVER = 1;

    /** What it is. */
    enum What {
        OPENED,
        MESSAGE,
        IMMEDIATE,
        CLOSED
    }

    @Nullable Item next;
    What what = What.MESSAGE;
    int immediate;
    String reason = "";

    private final BufferPool buffers;
    private final FreeList<Item> home;
    private @Nullable SimConnection connection;
    private @Nullable MemorySegment memory;
    private int length;

    Item(BufferPool buffers, FreeList<Item> home) {
        this.buffers = buffers;
        this.home = home;
    }

    void fill(SimConnection of, What kind) {
        connection = of;
        what = kind;
        length = 0;
    }

    void data(MemorySegment from, long offset, int bytes) {
        MemorySegment buffer = buffers.take(bytes);
        MemorySegment.copy(from, offset, buffer, 0, bytes);
        memory = buffer;
        length = bytes;
    }

    SimConnection connection() {
        SimConnection of = connection;
        if (of == null) {
            throw new AssertionError("an item without a connection");
        }
        return of;
    }

    MemorySegment memory() {
        MemorySegment buffer = memory;
        if (buffer == null) {
            throw new AssertionError("an item without data");
        }
        return buffer;
    }

    int length() {
        return length;
    }

    /** Bytes that it takes of its connection's window. */
    int weight() {
        return SimConnection.weight(length);
    }

    /** A message of the server arrives at the client's card, then in its queue. */
    @Override
    protected void fire(int argument) {
        SimConnection from = connection();
        SimChannel channel = from.channel();
        if (argument == ARRIVE && channel.client().isAlive()) {
            Nic nic = channel.client().nic();
            long now = channel.client().kernel().now();
            long received = nic.receive(now, length);
            long ready =
                    nic.dma().write(nic.serve(received, Verb.SEND, channel.clientPair()), length);
            channel.client().kernel().schedule(from.inOrder(ready), this, DELIVER);
        } else if (channel.client().isAlive()) {
            from.landed();
            channel.owner().deliver(this);
        } else {
            recycle();
        }
    }

    void consumedByClient() {
        connection().clientConsumed(weight());
        recycle();
    }

    /** The handler has seen it; requests that wait for its room continue. */
    void consumedByServer() {
        SimConnection from = connection();
        int weight =
                switch (what) {
                    case MESSAGE, IMMEDIATE -> weight();
                    case OPENED, CLOSED -> 0;
                };
        recycle();
        from.serverConsumed(weight);
    }

    void recycle() {
        MemorySegment buffer = memory;
        if (buffer != null) {
            buffers.give(buffer);
        }
        memory = null;
        connection = null;
        home.give(this);
    }
}
