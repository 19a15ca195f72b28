package dev.mangrove.fabric.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * A server's memory for the messages of one connection.
 *
 * <pre>
 * +------------------+----------------------------+----------------------------+
 * | credit (8), 0…   | ring: the client's messages | copy of the client's ring |
 * +------------------+----------------------------+----------------------------+
 *  0                  4096
 * </pre>
 *
 * What the server sends lies at the same place in the copy as in the client's ring, so it stays
 * untouched until the client has taken it.
 */
final class MessageMemory implements AutoCloseable {
    private static final long HEAD = 4096;
    private static final long PAGE = 4096;
    private static final VarHandle WORD = Ibv.LONG.varHandle().withInvokeExactBehavior();

    private final Registration registration;
    private final MemorySegment memory;

    MessageMemory(Device device) {
        registration = device.register(Arena.ofAuto().allocate(HEAD + 2L * RingWindow.BYTES, PAGE));
        memory = registration.memory();
    }

    /** Prepares for another connection. */
    void clear() {
        WORD.setVolatile(memory, 0L, 0L);
    }

    /** The last credit that the client has written. */
    int credit() {
        return (int) (long) WORD.getAcquire(memory, 0L);
    }

    long creditAddress() {
        return memory.address();
    }

    MemorySegment ring() {
        return memory.asSlice(HEAD, RingWindow.BYTES);
    }

    MemorySegment copy() {
        return memory.asSlice(HEAD + RingWindow.BYTES, RingWindow.BYTES);
    }

    int localKey() {
        return registration.localKey();
    }

    int remoteKey() {
        return registration.remoteKey();
    }

    @Override
    public void close() {
        registration.close();
    }
}
