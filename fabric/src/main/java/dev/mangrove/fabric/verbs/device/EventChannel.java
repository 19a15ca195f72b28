package dev.mangrove.fabric.verbs.device;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.posix.EventPoll;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A completion channel: a thread sleeps here until one of its completion queues has a completion,
 * or another thread wakes it. The queues must be closed before the channel.
 *
 * <p>The sleeper arms the queues, looks at them once more, calls {@link #await}, and then {@link
 * #takeEvents} under the same lock under which the queues are closed.
 */
public final class EventChannel implements AutoCloseable {
    private final Libibverbs library;
    private final long pointer;
    private final EventPoll poll;
    private final MemorySegment queue = Arena.ofAuto().allocate(Ibv.LONG);
    private final MemorySegment context = Arena.ofAuto().allocate(Ibv.LONG);

    public EventChannel(Device device) {
        library = device.library();
        pointer = library.createChannel(device.context());
        MemorySegment made = Device.structure(pointer, Ibv.COMPLETION_CHANNEL);
        try {
            poll = new EventPoll(made.get(Ibv.INT, Ibv.offset(Ibv.COMPLETION_CHANNEL, "fd")));
        } catch (IOException e) {
            library.destroyChannel(pointer);
            throw new FabricException(Kind.OUT_OF_MEMORY, "no event channel", e);
        }
    }

    long pointer() {
        return pointer;
    }

    /** Sleeps; may return early. */
    public void await(long nanos) {
        poll.await(nanos);
    }

    /** Ends the current or next sleep; from any thread. */
    public void wakeUp() {
        poll.wakeUp();
    }

    /** Takes events that have come; a queue that has any left cannot be closed. */
    public void takeEvents() {
        while (library.getCqEvent(pointer, queue, context)) {
            library.ackCqEvents(queue.get(Ibv.LONG, 0), 1);
        }
    }

    @Override
    public void close() {
        poll.close();
        library.destroyChannel(pointer);
    }
}
