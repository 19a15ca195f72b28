package dev.mangrove.fabric.verbs;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Calls into libibverbs that set things up and take them down, with the error number turned into an
 * exception. Pointers to the library's objects are plain numbers. What is called for every batch is
 * in {@link DriverCalls}.
 */
@SuppressWarnings("restricted") // Every call here goes into the library.
final class Libibverbs {
    static final String NAME = "libibverbs.so.1";

    /** The first release (rdma-core 33) with {@code ibv_query_gid_ex}. */
    private static final int OLDEST_RELEASE = 33;

    private static final Path MAPPED = Path.of("/proc/self/maps");

    /** The name of the file ends in the interface's number and the release of rdma-core. */
    private static final Pattern FILE = Pattern.compile("libibverbs\\.so\\.1\\.(\\d+)\\.(\\d+)\\.");

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

    private static @Nullable Libibverbs loaded;

    private final SymbolLookup symbols;
    private final int release;
    private final MethodHandle getDeviceList;
    private final MethodHandle freeDeviceList;
    private final MethodHandle getDeviceName;
    private final MethodHandle openDevice;
    private final MethodHandle closeDevice;
    private final MethodHandle queryDevice;
    private final MethodHandle queryPort;
    private final MethodHandle queryGid;
    private final MethodHandle allocPd;
    private final MethodHandle deallocPd;
    private final MethodHandle regMr;
    private final MethodHandle deregMr;
    private final MethodHandle createChannel;
    private final MethodHandle destroyChannel;
    private final MethodHandle createCq;
    private final MethodHandle destroyCq;
    private final MethodHandle getCqEvent;
    private final MethodHandle ackCqEvents;
    private final MethodHandle createSrq;
    private final MethodHandle destroySrq;
    private final MethodHandle createQp;
    private final MethodHandle modifyQp;
    private final MethodHandle destroyQp;
    private final MethodHandle statusText;

    private Libibverbs(SymbolLookup symbols, int release) {
        this.symbols = symbols;
        this.release = release;
        getDeviceList = pointer("ibv_get_device_list", ADDRESS);
        freeDeviceList = bind("ibv_free_device_list", FunctionDescriptor.ofVoid(JAVA_LONG));
        getDeviceName = pointer("ibv_get_device_name", JAVA_LONG);
        openDevice = pointer("ibv_open_device", JAVA_LONG);
        closeDevice = number("ibv_close_device", JAVA_LONG);
        queryDevice = number("ibv_query_device", JAVA_LONG, ADDRESS);
        queryPort = number("ibv_query_port", JAVA_LONG, JAVA_BYTE, ADDRESS);
        queryGid =
                number(
                        "_ibv_query_gid_ex",
                        JAVA_LONG,
                        JAVA_INT,
                        JAVA_INT,
                        ADDRESS,
                        JAVA_INT,
                        JAVA_LONG);
        allocPd = pointer("ibv_alloc_pd", JAVA_LONG);
        deallocPd = number("ibv_dealloc_pd", JAVA_LONG);
        regMr = pointer("ibv_reg_mr", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT);
        deregMr = number("ibv_dereg_mr", JAVA_LONG);
        createChannel = pointer("ibv_create_comp_channel", JAVA_LONG);
        destroyChannel = number("ibv_destroy_comp_channel", JAVA_LONG);
        createCq = pointer("ibv_create_cq", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
        destroyCq = number("ibv_destroy_cq", JAVA_LONG);
        getCqEvent = number("ibv_get_cq_event", JAVA_LONG, ADDRESS, ADDRESS);
        ackCqEvents = bind("ibv_ack_cq_events", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_INT));
        createSrq = pointer("ibv_create_srq", JAVA_LONG, ADDRESS);
        destroySrq = number("ibv_destroy_srq", JAVA_LONG);
        createQp = pointer("ibv_create_qp", JAVA_LONG, ADDRESS);
        modifyQp = number("ibv_modify_qp", JAVA_LONG, ADDRESS, JAVA_INT);
        destroyQp = number("ibv_destroy_qp", JAVA_LONG);
        statusText = bind("ibv_wc_status_str", FunctionDescriptor.of(ADDRESS, JAVA_INT));
    }

    /**
     * The library, loaded once.
     *
     * @throws FabricException {@code UNSUPPORTED}, in one line, if it is not here or does not fit
     */
    static synchronized Libibverbs load() {
        Libibverbs library = loaded;
        if (library == null) {
            library = loadNow();
            loaded = library;
        }
        return library;
    }

    private static Libibverbs loadNow() {
        SymbolLookup symbols;
        try {
            symbols = SymbolLookup.libraryLookup(NAME, Arena.global());
        } catch (IllegalArgumentException e) {
            throw missing(
                    NAME + " is not installed (Debian: apt install libibverbs1 ibverbs-providers)");
        }
        int release = loadedRelease();
        if (release < OLDEST_RELEASE) {
            throw missing(NAME + " is of rdma-core " + release + ", needed is " + OLDEST_RELEASE);
        }
        try {
            return new Libibverbs(symbols, release);
        } catch (NoSuchElementException e) {
            throw missing(NAME + " lacks a function: " + e.getMessage());
        }
    }

    /** The release of rdma-core that the loaded file's name tells. */
    private static int loadedRelease() {
        try (Stream<String> lines = Files.lines(MAPPED)) {
            return lines.map(FILE::matcher)
                    .filter(Matcher::find)
                    .mapToInt(found -> Integer.parseInt(found.group(2)))
                    .findFirst()
                    .orElseThrow(
                            () -> missing(NAME + " is loaded from a file of an unknown version"));
        } catch (IOException e) {
            throw missing("cannot tell the version of " + NAME + ": " + e.getMessage());
        }
    }

    /** Something that verbs need is not here. */
    static FabricException missing(String what) {
        return new FabricException(Kind.UNSUPPORTED, "no RDMA here: " + what);
    }

    private MethodHandle bind(String name, FunctionDescriptor type) {
        return LINKER.downcallHandle(symbols.findOrThrow(name), type, ERRNO);
    }

    private MethodHandle pointer(String name, MemoryLayout... arguments) {
        return bind(name, FunctionDescriptor.of(JAVA_LONG, arguments));
    }

    private MethodHandle number(String name, MemoryLayout... arguments) {
        return bind(name, FunctionDescriptor.of(JAVA_INT, arguments));
    }

    /** Release of rdma-core. */
    int release() {
        return release;
    }

    /** The devices; to be given back by {@link #freeDeviceList}. Null-terminated. */
    long getDeviceList(MemorySegment number) {
        return call(
                "ibv_get_device_list", errno -> (long) getDeviceList.invokeExact(errno, number));
    }

    void freeDeviceList(long list) {
        run(
                errno -> {
                    freeDeviceList.invokeExact(errno, list);
                });
    }

    String getDeviceName(long device) {
        return text(
                MemorySegment.ofAddress(
                        call(
                                "ibv_get_device_name",
                                errno -> (long) getDeviceName.invokeExact(errno, device))));
    }

    long openDevice(long device) {
        return call("ibv_open_device", errno -> (long) openDevice.invokeExact(errno, device));
    }

    void closeDevice(long context) {
        check("ibv_close_device", errno -> (int) closeDevice.invokeExact(errno, context));
    }

    void queryDevice(long context, MemorySegment attributes) {
        check(
                "ibv_query_device",
                errno -> (int) queryDevice.invokeExact(errno, context, attributes));
    }

    void queryPort(long context, int port, MemorySegment attributes) {
        check(
                "ibv_query_port",
                errno -> (int) queryPort.invokeExact(errno, context, (byte) port, attributes));
    }

    /** Reads one entry of a port's table of GIDs; false if it is empty. */
    boolean queryGid(long context, int port, int index, MemorySegment entry) {
        return result(
                        errno ->
                                (int)
                                        queryGid.invokeExact(
                                                errno,
                                                context,
                                                port,
                                                index,
                                                entry,
                                                0,
                                                entry.byteSize()))
                == 0;
    }

    long allocPd(long context) {
        return call("ibv_alloc_pd", errno -> (long) allocPd.invokeExact(errno, context));
    }

    void deallocPd(long domain) {
        check("ibv_dealloc_pd", errno -> (int) deallocPd.invokeExact(errno, domain));
    }

    long regMr(long domain, long address, long length, int access) {
        return call(
                "ibv_reg_mr",
                errno -> (long) regMr.invokeExact(errno, domain, address, length, access));
    }

    void deregMr(long registration) {
        check("ibv_dereg_mr", errno -> (int) deregMr.invokeExact(errno, registration));
    }

    long createChannel(long context) {
        return call(
                "ibv_create_comp_channel",
                errno -> (long) createChannel.invokeExact(errno, context));
    }

    void destroyChannel(long channel) {
        check(
                "ibv_destroy_comp_channel",
                errno -> (int) destroyChannel.invokeExact(errno, channel));
    }

    long createCq(long context, int entries, long channel) {
        return call(
                "ibv_create_cq",
                errno -> (long) createCq.invokeExact(errno, context, entries, 0L, channel, 0));
    }

    void destroyCq(long queue) {
        check("ibv_destroy_cq", errno -> (int) destroyCq.invokeExact(errno, queue));
    }

    /** Takes one event from a channel that does not block; false if there is none. */
    boolean getCqEvent(long channel, MemorySegment queue, MemorySegment context) {
        return result(errno -> (int) getCqEvent.invokeExact(errno, channel, queue, context)) == 0;
    }

    void ackCqEvents(long queue, int events) {
        run(
                errno -> {
                    ackCqEvents.invokeExact(errno, queue, events);
                });
    }

    long createSrq(long domain, MemorySegment attributes) {
        return call(
                "ibv_create_srq", errno -> (long) createSrq.invokeExact(errno, domain, attributes));
    }

    void destroySrq(long queue) {
        check("ibv_destroy_srq", errno -> (int) destroySrq.invokeExact(errno, queue));
    }

    long createQp(long domain, MemorySegment attributes) {
        return call(
                "ibv_create_qp", errno -> (long) createQp.invokeExact(errno, domain, attributes));
    }

    void modifyQp(long queuePair, MemorySegment attributes, int mask, String to) {
        check(
                "ibv_modify_qp to " + to,
                errno -> (int) modifyQp.invokeExact(errno, queuePair, attributes, mask));
    }

    void destroyQp(long queuePair) {
        check("ibv_destroy_qp", errno -> (int) destroyQp.invokeExact(errno, queuePair));
    }

    /** What the status of a completion means. */
    String statusText(int status) {
        MemorySegment[] found = new MemorySegment[1];
        run(errno -> found[0] = (MemorySegment) statusText.invokeExact(errno, status));
        return text(found[0]);
    }

    /** A call that returns a pointer, or null and an error number. */
    private static long call(String name, LongCall call) {
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

    /** A call that returns 0 or an error number. */
    private static void check(String name, IntCall call) {
        int error = result(call);
        if (error != 0) {
            throw failed(name, error);
        }
    }

    /** A call whose error number is the caller's to judge; -1 stands for the one in errno. */
    private static int result(IntCall call) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = arena.allocate(STATE);
            int error = call.invoke(errno);
            return error == -1 ? (int) ERRNO_VALUE.get(errno, 0L) : error;
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    private static void run(VoidCall call) {
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

    private static String text(MemorySegment pointer) {
        return pointer.reinterpret(LONGEST_TEXT).getString(0);
    }

    private static RuntimeException rethrow(Throwable e) {
        return switch (e) {
            case RuntimeException unchecked -> unchecked;
            case Error error -> throw error;
            default -> throw new AssertionError(e);
        };
    }

    private interface LongCall {
        long invoke(MemorySegment errno) throws Throwable;
    }

    private interface IntCall {
        int invoke(MemorySegment errno) throws Throwable;
    }

    private interface VoidCall {
        void invoke(MemorySegment errno) throws Throwable;
    }
}
