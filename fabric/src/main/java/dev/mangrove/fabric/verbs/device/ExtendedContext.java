package dev.mangrove.fabric.verbs.device;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The extension that the library places in front of a device's context for newer drivers. In C,
 * inline functions check whether the extension has the function they need.
 */
@SuppressWarnings("restricted") // Structures of the library are reached through its pointers.
final class ExtendedContext {
    /** In place of the compatibility pointer of contexts without an extension. */
    private static final long IS_EXTENDED = -1;

    private final long context;

    ExtendedContext(long context) {
        this.context = context;
    }

    long address() {
        return context;
    }

    /** Bytes of on-chip memory; 0 where the device does not report any. */
    long deviceMemory() {
        long query = function("query_device_ex");
        if (query == 0) {
            return 0;
        }
        MethodHandle handle =
                NativeFunctions.numberAt(query, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = arena.allocate(Ibv.EXTENDED_DEVICE_ATTRIBUTES);
            int error =
                    NativeFunctions.result(
                            errno ->
                                    (int)
                                            handle.invokeExact(
                                                    errno, context, 0L, found, found.byteSize()));
            return error == 0
                    ? found.get(Ibv.LONG, Ibv.offset(Ibv.EXTENDED_DEVICE_ATTRIBUTES, "max_dm_size"))
                    : 0;
        }
    }

    /** Allocates device memory, to be freed by {@link #freeMemory}. */
    long allocateMemory(long bytes, int logAlignment) {
        MethodHandle handle = NativeFunctions.pointerAt(needed("alloc_dm"), JAVA_LONG, ADDRESS);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment wanted = arena.allocate(Ibv.DEVICE_MEMORY_INIT);
            wanted.set(Ibv.LONG, Ibv.offset(Ibv.DEVICE_MEMORY_INIT, "length"), bytes);
            wanted.set(Ibv.INT, Ibv.offset(Ibv.DEVICE_MEMORY_INIT, "log_align_req"), logAlignment);
            return NativeFunctions.call(
                    "ibv_alloc_dm", errno -> (long) handle.invokeExact(errno, context, wanted));
        }
    }

    void freeMemory(long memory) {
        MethodHandle handle = NativeFunctions.numberAt(needed("free_dm"), JAVA_LONG);
        NativeFunctions.check("ibv_free_dm", errno -> (int) handle.invokeExact(errno, memory));
    }

    /** Registers memory on the device from its start. */
    long registerMemory(long domain, long memory, long bytes, int access) {
        MethodHandle handle =
                NativeFunctions.pointerAt(
                        needed("reg_dm_mr"), JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT);
        return NativeFunctions.call(
                "ibv_reg_dm_mr",
                errno -> (long) handle.invokeExact(errno, domain, memory, 0L, bytes, access));
    }

    private long needed(String name) {
        long address = function(name);
        if (address == 0) {
            throw Libibverbs.missing("the driver has no " + name);
        }
        return address;
    }

    /** Address of a function of the extension, or 0. */
    private long function(String name) {
        MemorySegment plain = Device.structure(context, Ibv.CONTEXT);
        if (plain.get(Ibv.LONG, Ibv.offset(Ibv.CONTEXT, "abi_compat")) != IS_EXTENDED) {
            return 0;
        }
        long front = Ibv.EXTENSION.byteSize();
        MemorySegment extension = MemorySegment.ofAddress(context - front).reinterpret(front);
        long bytes = extension.get(Ibv.LONG, Ibv.offset(Ibv.EXTENSION, "sz"));
        long needed = front + Ibv.CONTEXT.byteSize() - Ibv.offset(Ibv.EXTENSION, name);
        return bytes < needed ? 0 : extension.get(Ibv.LONG, Ibv.offset(Ibv.EXTENSION, name));
    }
}
