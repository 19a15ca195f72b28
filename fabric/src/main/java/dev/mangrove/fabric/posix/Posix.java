package dev.mangrove.fabric.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Calls into the C library, with the error number turned into an {@link IOException}. Linux, 64
 * bits.
 */
@SuppressWarnings("restricted") // Every call here goes into the C library.
final class Posix {
    static final int O_RDWR = 2;
    static final int O_CREAT = 0x40;
    static final int O_EXCL = 0x80;
    static final int O_CLOEXEC = 0x80000;

    /** Arm and Power have numbers of their own for this flag. */
    static final int O_NOFOLLOW =
            System.getProperty("os.arch").matches("aarch64|arm.*|ppc.*") ? 0x8000 : 0x20000;

    static final int LOCK_SH = 1;
    static final int LOCK_EX = 2;
    static final int LOCK_NB = 4;
    static final int LOCK_UN = 8;

    private static final int ENOENT = 2;
    private static final int EAGAIN = 11;
    private static final int EACCES = 13;
    private static final int EEXIST = 17;
    private static final int ENOTDIR = 20;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO_VALUE =
            STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final MethodHandle OPEN =
            LINKER.downcallHandle(
                    LINKER.defaultLookup().findOrThrow("open"),
                    FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
                    ERRNO,
                    Linker.Option.firstVariadicArg(2));
    private static final MethodHandle CLOSE =
            simple("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle FCHMOD =
            simple("fchmod", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle FLOCK =
            simple("flock", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle FALLOCATE =
            simple(
                    "fallocate",
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle MADVISE =
            simple("madvise", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));
    private static final MethodHandle KILL =
            simple("kill", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle STRERROR =
            LINKER.downcallHandle(
                    LINKER.defaultLookup().findOrThrow("strerror"),
                    FunctionDescriptor.of(ADDRESS, JAVA_INT));
    private static final int LONGEST_ERROR_TEXT = 256;

    private Posix() {}

    private static MethodHandle simple(String name, FunctionDescriptor type) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type, ERRNO);
    }

    /** Opens a file and returns its descriptor. */
    static int open(Path path, int flags, int mode) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            MemorySegment name = arena.allocateFrom(path.toString());
            int fd = (int) OPEN.invokeExact(state, name, flags | O_CLOEXEC, mode);
            if (fd < 0) {
                throw openError(path, errno(state));
            }
            return fd;
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    static void close(int fd) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            check((int) CLOSE.invokeExact(state, fd), state, "close");
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    static void chmod(int fd, int mode) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            check((int) FCHMOD.invokeExact(state, fd, mode), state, "fchmod");
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    /** Takes or gives back an advisory lock; false if it would block. */
    static boolean flock(int fd, int operation) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            int result = (int) FLOCK.invokeExact(state, fd, operation);
            if (result < 0 && errno(state) == EAGAIN) {
                return false;
            }
            check(result, state, "flock");
            return true;
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    static void fallocate(int fd, int mode, long offset, long length) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            check(
                    (int) FALLOCATE.invokeExact(state, fd, mode, offset, length),
                    state,
                    "fallocate " + length + " bytes");
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    static void madvise(MemorySegment memory, int advice) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            int result =
                    (int) MADVISE.invokeExact(state, memory.address(), memory.byteSize(), advice);
            check(result, state, "madvise");
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    static void kill(int process, int signal) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            int result = (int) KILL.invokeExact(state, process, signal);
            check(result, state, "kill " + process + " with signal " + signal);
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    private static IOException openError(Path path, int errno) {
        String file = path.toString();
        return switch (errno) {
            case ENOENT, ENOTDIR -> new NoSuchFileException(file);
            case EACCES -> new AccessDeniedException(file);
            case EEXIST -> new FileAlreadyExistsException(file);
            default -> new IOException("open " + file + ": " + text(errno));
        };
    }

    private static int check(int result, MemorySegment state, String call) throws IOException {
        if (result < 0) {
            throw new IOException(call + ": " + text(errno(state)));
        }
        return result;
    }

    private static int errno(MemorySegment state) {
        return (int) ERRNO_VALUE.get(state, 0L);
    }

    private static String text(int errno) {
        try {
            MemorySegment text = (MemorySegment) STRERROR.invokeExact(errno);
            return text.reinterpret(LONGEST_ERROR_TEXT).getString(0);
        } catch (Throwable e) {
            return "error " + errno;
        }
    }

    private static IOException rethrow(Throwable e) {
        return switch (e) {
            case IOException io -> io;
            case RuntimeException unchecked -> throw unchecked;
            case Error error -> throw error;
            default -> new IOException(e);
        };
    }
}
