package dev.mangrove.fabric.verbs.device;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Memory on a device, registered from when it is allocated until it is closed. Remote addresses in
 * it start at 0. It is not mapped for the processor: the driver copies it, in whole units of 4
 * bytes.
 */
public final class DeviceMemory implements RemoteMemory {
    private static final int UNIT = 4;

    /** Atomics want words of 8 bytes that start at multiples of 8. */
    private static final int LOG_ALIGNMENT = 3;

    private final Libibverbs library;
    private final ExtendedContext context;
    private final long pointer;
    private final long bytes;
    private final MethodHandle copyTo;
    private final MethodHandle copyFrom;
    private long registration;
    private int remoteKey;
    private boolean closed;

    private DeviceMemory(Libibverbs library, ExtendedContext context, long pointer, long bytes) {
        this.library = library;
        this.context = context;
        this.pointer = pointer;
        this.bytes = bytes;
        MemorySegment made = Device.structure(pointer, Ibv.DEVICE_MEMORY);
        copyTo =
                NativeFunctions.numberAt(
                        made.get(Ibv.LONG, Ibv.offset(Ibv.DEVICE_MEMORY, "memcpy_to_dm")),
                        JAVA_LONG,
                        JAVA_LONG,
                        ADDRESS,
                        JAVA_LONG);
        copyFrom =
                NativeFunctions.numberAt(
                        made.get(Ibv.LONG, Ibv.offset(Ibv.DEVICE_MEMORY, "memcpy_from_dm")),
                        ADDRESS,
                        JAVA_LONG,
                        JAVA_LONG,
                        JAVA_LONG);
    }

    /** Allocates device memory, zeroes it, and only then registers it. */
    static DeviceMemory allocate(
            Libibverbs library, ExtendedContext context, long domain, long bytes, int access) {
        long whole = Math.ceilDiv(bytes, Long.BYTES) * Long.BYTES;
        long pointer = context.allocateMemory(whole, LOG_ALIGNMENT);
        try {
            Device.checkSame(
                    "context of device memory",
                    Device.structure(pointer, Ibv.DEVICE_MEMORY).get(Ibv.LONG, 0),
                    context.address());
            DeviceMemory memory = new DeviceMemory(library, context, pointer, whole);
            memory.clear(0, whole);
            memory.register(domain, access);
            return memory;
        } catch (RuntimeException e) {
            context.freeMemory(pointer);
            throw e;
        }
    }

    private void register(long domain, int access) {
        registration =
                context.registerMemory(domain, pointer, bytes, access | Ibv.ACCESS_ZERO_BASED);
        MemorySegment made = Device.structure(registration, Ibv.MEMORY_REGION);
        try {
            Device.checkSame(
                    "length of a registration",
                    made.get(Ibv.LONG, Ibv.offset(Ibv.MEMORY_REGION, "length")),
                    bytes);
        } catch (RuntimeException e) {
            library.deregMr(registration);
            throw e;
        }
        remoteKey = made.get(Ibv.INT, Ibv.offset(Ibv.MEMORY_REGION, "rkey"));
    }

    @Override
    public long address() {
        return 0;
    }

    @Override
    public int remoteKey() {
        return remoteKey;
    }

    /** Makes bytes zero; not atomic with what peers do. */
    public synchronized void clear(long offset, long length) {
        check(offset, length);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment zeroes = arena.allocate(length, Long.BYTES);
            NativeFunctions.check(
                    "ibv_memcpy_to_dm",
                    errno -> (int) copyTo.invokeExact(errno, pointer, offset, zeroes, length));
        }
    }

    /** Copies bytes to the processor's memory. */
    public synchronized void copyOut(long offset, MemorySegment to) {
        long length = to.byteSize();
        check(offset, length);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(length, Long.BYTES);
            NativeFunctions.check(
                    "ibv_memcpy_from_dm",
                    errno -> (int) copyFrom.invokeExact(errno, copy, pointer, offset, length));
            to.copyFrom(copy);
        }
    }

    /** Rejects ranges that a driver refuses or does not check. */
    private void check(long offset, long length) {
        if (closed) {
            throw new FabricException(Kind.CLOSED, "device memory has been given back");
        }
        if (offset < 0 || length < 0 || offset > bytes - length) {
            throw new IndexOutOfBoundsException(
                    "offset=" + offset + ", length=" + length + ", bytes=" + bytes);
        }
        if (offset % UNIT != 0 || length % UNIT != 0) {
            throw new IllegalArgumentException(
                    "not in units of " + UNIT + " bytes: offset=" + offset + ", length=" + length);
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            library.deregMr(registration);
            context.freeMemory(pointer);
        }
    }
}
