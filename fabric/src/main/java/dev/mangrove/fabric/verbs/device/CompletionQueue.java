package dev.mangrove.fabric.verbs.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A completion queue of a device. Used by one thread at a time. */
public final class CompletionQueue implements AutoCloseable {
    /** Completions taken at once. Chosen: 1.5 KiB of results for each call. */
    public static final int MOST = 32;

    private static final long BYTES = Ibv.COMPLETION.byteSize();
    private static final long ID = Ibv.offset(Ibv.COMPLETION, "wr_id");
    private static final long STATUS = Ibv.offset(Ibv.COMPLETION, "status");
    private static final long OPCODE = Ibv.offset(Ibv.COMPLETION, "opcode");
    private static final long IMMEDIATE = Ibv.offset(Ibv.COMPLETION, "imm_data");
    private static final long QUEUE_PAIR = Ibv.offset(Ibv.COMPLETION, "qp_num");

    private final Device device;
    private final DriverCalls calls;
    private final long pointer;
    private final MemorySegment found = Arena.ofAuto().allocate(MOST * BYTES, 8);

    /** A queue without events. */
    public CompletionQueue(Device device, int entries) {
        this(device, entries, 0);
    }

    private CompletionQueue(Device device, int entries, long channel) {
        this.device = device;
        this.calls = device.calls();
        this.pointer = device.library().createCq(device.context(), entries, channel);
    }

    /** A queue whose events wake a waiter. */
    public static CompletionQueue waking(Device device, int entries, EventChannel events) {
        return new CompletionQueue(device, entries, events.pointer());
    }

    long pointer() {
        return pointer;
    }

    /** Takes completions that have come, and returns how many. */
    public int poll() {
        int number = calls.poll(pointer, MOST, found.address());
        if (number < 0) {
            throw new IllegalStateException("completion queue has failed: " + number);
        }
        return number;
    }

    /** Requests an event at the next completion. Poll again afterwards. */
    public void arm() {
        int error = calls.requestNotify(pointer);
        if (error != 0) {
            throw new IllegalStateException("cannot ask for an event: " + error);
        }
    }

    /** The number that the request was posted with. */
    public long id(int i) {
        return found.get(Ibv.LONG, i * BYTES + ID);
    }

    public int status(int i) {
        return found.get(Ibv.INT, i * BYTES + STATUS);
    }

    public int opcode(int i) {
        return found.get(Ibv.INT, i * BYTES + OPCODE);
    }

    public int immediate(int i) {
        return found.get(Ibv.NETWORK_INT, i * BYTES + IMMEDIATE);
    }

    /** Number of the queue pair. */
    public int queuePair(int i) {
        return found.get(Ibv.INT, i * BYTES + QUEUE_PAIR);
    }

    @Override
    public void close() {
        device.library().destroyCq(pointer);
    }
}
