package dev.mangrove.fabric.verbs;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * What the library keeps in front of an open device's context for drivers that know more than the
 * first interface did. In C these are inline functions that look whether the part they need is
 * there.
 */
@SuppressWarnings("restricted") // Structures of the library are reached through its pointers.
final class ExtendedContext {
    /** In place of the compatibility pointer of contexts without an extension. */
    private static final long IS_EXTENDED = -1;

    private final long context;

    ExtendedContext(long context) {
        this.context = context;
    }

    /** Bytes of memory that the device has on its chip; 0 where it does not say. */
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
