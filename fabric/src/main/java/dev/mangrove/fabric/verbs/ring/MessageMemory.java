package dev.mangrove.fabric.verbs.ring;

import dev.mangrove.fabric.verbs.device.Device;
import dev.mangrove.fabric.verbs.device.Ibv;
import dev.mangrove.fabric.verbs.device.Registration;

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
 * A message that the server sends lies at the same offset here as in the client's ring, so the
 * server does not overwrite it before the client has consumed it.
 */
public final class MessageMemory implements AutoCloseable {
    private static final long HEAD = 4096;
    private static final long PAGE = 4096;
    private static final VarHandle WORD = Ibv.LONG.varHandle().withInvokeExactBehavior();

    private final Registration registration;
    private final MemorySegment memory;

    public MessageMemory(Device device) {
        registration = device.register(Arena.ofAuto().allocate(HEAD + 2L * RingWindow.BYTES, PAGE));
        memory = registration.memory();
    }

    /** Prepares for another connection. */
    public void clear() {
        WORD.setVolatile(memory, 0L, 0L);
    }

    /** The last credit that the client has written. */
    public int credit() {
        return (int) (long) WORD.getAcquire(memory, 0L);
    }

    public long creditAddress() {
        return memory.address();
    }

    public MemorySegment ring() {
        return memory.asSlice(HEAD, RingWindow.BYTES);
    }

    public MemorySegment copy() {
        return memory.asSlice(HEAD + RingWindow.BYTES, RingWindow.BYTES);
    }

    public int localKey() {
        return registration.localKey();
    }

    public int remoteKey() {
        return registration.remoteKey();
    }

    @Override
    public void close() {
        registration.close();
    }
}
