package dev.mangrove.fabric.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The option of TCP sockets by which the kernel gives up a peer that acknowledges nothing. The JDK
 * does not offer it and hides the descriptor, so the socket is found among those of this process by
 * the port it listens at. What a listening socket accepts inherits the option.
 */
@SuppressWarnings("restricted") // Every call here goes into the C library.
public final class ListeningSockets {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private static final int SOL_SOCKET = 1;
    private static final int SO_ACCEPTCONN = 30;
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_USER_TIMEOUT = 18;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;

    /**
     * Bytes of the largest socket address: family, port in network order, then fields that are not
     * used here.
     */
    private static final int ADDRESS_BYTES = 128;

    private static final ValueLayout.OfShort FAMILY = ValueLayout.JAVA_SHORT;
    private static final ValueLayout.OfShort PORT =
            ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

    private static final FunctionDescriptor OPTION =
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle GETSOCKOPT = function("getsockopt", OPTION);
    private static final MethodHandle SETSOCKOPT =
            function(
                    "setsockopt",
                    FunctionDescriptor.of(
                            JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle GETSOCKNAME =
            function("getsockname", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));

    private ListeningSockets() {}

    private static MethodHandle function(String name, FunctionDescriptor type) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
    }

    /**
     * Has the kernel give up peers that acknowledge nothing for so long, on what is accepted at a
     * port from now on.
     *
     * @return whether a listening socket was found there
     */
    public static boolean giveUpAfter(int port, int millis) throws IOException {
        boolean found = false;
        try (Arena arena = Arena.ofConfined();
                DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
            MemorySegment value = arena.allocate(JAVA_INT);
            for (Path descriptor : descriptors) {
                int fd = Integer.parseInt(descriptor.getFileName().toString());
                if (isListeningAt(fd, port, arena)) {
                    value.set(JAVA_INT, 0, millis);
                    found |= set(fd, value);
                }
            }
        }
        return found;
    }

    private static boolean set(int fd, MemorySegment value) {
        try {
            return (int)
                            SETSOCKOPT.invokeExact(
                                    fd, IPPROTO_TCP, TCP_USER_TIMEOUT, value, Integer.BYTES)
                    == 0;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Any other descriptor, or one closed meanwhile, ends in an error of the call, which means no.
     */
    private static boolean isListeningAt(int fd, int port, Arena arena) {
        MemorySegment value = arena.allocate(JAVA_INT);
        MemorySegment length = arena.allocate(JAVA_INT);
        MemorySegment address = arena.allocate(ADDRESS_BYTES, Long.BYTES);
        try {
            length.set(JAVA_INT, 0, Integer.BYTES);
            if ((int) GETSOCKOPT.invokeExact(fd, SOL_SOCKET, SO_ACCEPTCONN, value, length) != 0
                    || value.get(JAVA_INT, 0) == 0) {
                return false;
            }
            length.set(JAVA_INT, 0, ADDRESS_BYTES);
            if ((int) GETSOCKNAME.invokeExact(fd, address, length) != 0) {
                return false;
            }
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        short family = address.get(FAMILY, 0);
        return (family == AF_INET || family == AF_INET6)
                && Short.toUnsignedInt(address.get(PORT, 2)) == port;
    }

    /** What a socket of this process has been given, in milliseconds; for tests. */
    static int userTimeout(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(JAVA_INT);
            MemorySegment length = arena.allocate(JAVA_INT);
            length.set(JAVA_INT, 0, Integer.BYTES);
            int result =
                    (int) GETSOCKOPT.invokeExact(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, value, length);
            return result == 0 ? value.get(JAVA_INT, 0) : -1;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
