package dev.mangrove.fabric.verbs.device;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * Finds and calls functions of a C library: the first argument of a handle is where the error
 * number is stored, and a call that fails throws an exception that names the function.
 */
@SuppressWarnings("restricted") // Every call here goes into a library.
final class NativeFunctions {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO_VALUE =
            STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final MethodHandle STRERROR =
            LINKER.downcallHandle(
                    LINKER.defaultLookup().findOrThrow("strerror"),
                    FunctionDescriptor.of(ADDRESS, JAVA_INT));
    private static final int LONGEST_TEXT = 256;

    private final SymbolLookup symbols;

    NativeFunctions(SymbolLookup symbols) {
        this.symbols = symbols;
    }

    /** A function of any type. */
    MethodHandle bind(String name, FunctionDescriptor type) {
        return LINKER.downcallHandle(symbols.findOrThrow(name), type, ERRNO);
    }

    /** A function that returns a pointer or another 64-bit number. */
    MethodHandle pointer(String name, MemoryLayout... arguments) {
        return bind(name, FunctionDescriptor.of(JAVA_LONG, arguments));
    }

    /** A function that returns a number. */
    MethodHandle number(String name, MemoryLayout... arguments) {
        return bind(name, FunctionDescriptor.of(JAVA_INT, arguments));
    }

    /** A function that is known by its address and returns a number. */
    static MethodHandle numberAt(long address, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                MemorySegment.ofAddress(address),
                FunctionDescriptor.of(JAVA_INT, arguments),
                ERRNO);
    }

    /** A function that is known by its address and returns a pointer. */
    static MethodHandle pointerAt(long address, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                MemorySegment.ofAddress(address),
                FunctionDescriptor.of(JAVA_LONG, arguments),
                ERRNO);
    }

    /** A call that returns a pointer, or null and an error number. */
    static long call(String name, LongCall call) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = arena.allocate(STATE);
            long pointer = call.invoke(errno);
            if (pointer == 0) {
                throw failed(name, (int) ERRNO_VALUE.get(errno, 0L));
            }
            return pointer;
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    /** A call that returns how many there are, or a negative error number. */
    static long count(String name, LongCall call) {
        try (Arena arena = Arena.ofConfined()) {
            long number = call.invoke(arena.allocate(STATE));
            if (number < 0) {
                throw failed(name, (int) -number);
            }
            return number;
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    /** A call that returns 0 or an error number. */
    static void check(String name, IntCall call) {
        int error = result(call);
        if (error != 0) {
            throw failed(name, error);
        }
    }

    /** A call whose error number is the caller's to judge; -1 stands for the one in errno. */
    static int result(IntCall call) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = arena.allocate(STATE);
            int error = call.invoke(errno);
            return error == -1 ? (int) ERRNO_VALUE.get(errno, 0L) : error;
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    /** A call that returns nothing, or what cannot fail. */
    static void run(VoidCall call) {
        try (Arena arena = Arena.ofConfined()) {
            call.invoke(arena.allocate(STATE));
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    private static VerbsCallException failed(String name, int errno) {
        return new VerbsCallException(name, errno, errorText(errno));
    }

    private static String errorText(int errno) {
        try {
            return text((MemorySegment) STRERROR.invokeExact(errno));
        } catch (Throwable e) {
            return "error " + errno;
        }
    }

    /** The text that a pointer leads to. */
    static String text(MemorySegment pointer) {
        return pointer.reinterpret(LONGEST_TEXT).getString(0);
    }

    private static RuntimeException rethrow(Throwable e) {
        return switch (e) {
            case RuntimeException unchecked -> unchecked;
            case Error error -> throw error;
            default -> throw new AssertionError(e);
        };
    }

    /** Returns a 64-bit number. */
    interface LongCall {
        long invoke(MemorySegment errno) throws Throwable;
    }

    /** Returns a 32-bit number. */
    interface IntCall {
        int invoke(MemorySegment errno) throws Throwable;
    }

    /** Returns nothing. */
    interface VoidCall {
        void invoke(MemorySegment errno) throws Throwable;
    }
}
