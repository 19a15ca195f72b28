package dev.mangrove.fabric.verbs.device;

import static dev.mangrove.fabric.verbs.device.NativeFunctions.call;
import static dev.mangrove.fabric.verbs.device.NativeFunctions.check;
import static dev.mangrove.fabric.verbs.device.NativeFunctions.count;
import static dev.mangrove.fabric.verbs.device.NativeFunctions.result;
import static dev.mangrove.fabric.verbs.device.NativeFunctions.run;
import static dev.mangrove.fabric.verbs.device.NativeFunctions.text;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.NoSuchElementException;

/**
 * Calls into libibverbs that create and destroy objects; a call that fails throws an exception with
 * the error number. Pointers to the library's objects are plain numbers. Calls made for every batch
 * are in {@link DriverCalls}.
 */
@SuppressWarnings("restricted") // Every call here goes into the library.
public final class Libibverbs {
    static final String NAME = "libibverbs.so.1";

    /** The first release (rdma-core 33) with {@code ibv_query_gid_table}. */
    private static final int OLDEST_RELEASE = 33;

    private static @Nullable Libibverbs loaded;

    private final int release;
    private final MethodHandle getDeviceList;
    private final MethodHandle freeDeviceList;
    private final MethodHandle getDeviceName;
    private final MethodHandle openDevice;
    private final MethodHandle closeDevice;
    private final MethodHandle queryDevice;
    private final MethodHandle queryPort;
    private final MethodHandle queryGidTable;
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

    /** Binds the functions of a library. */
    public Libibverbs(SymbolLookup symbols, int release) {
        NativeFunctions c = new NativeFunctions(symbols);
        this.release = release;
        getDeviceList = c.pointer("ibv_get_device_list", ADDRESS);
        freeDeviceList = c.bind("ibv_free_device_list", FunctionDescriptor.ofVoid(JAVA_LONG));
        getDeviceName = c.pointer("ibv_get_device_name", JAVA_LONG);
        openDevice = c.pointer("ibv_open_device", JAVA_LONG);
        closeDevice = c.number("ibv_close_device", JAVA_LONG);
        queryDevice = c.number("ibv_query_device", JAVA_LONG, ADDRESS);
        queryPort = c.number("ibv_query_port", JAVA_LONG, JAVA_BYTE, ADDRESS);
        queryGidTable =
                c.pointer(
                        "_ibv_query_gid_table", JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_LONG);
        allocPd = c.pointer("ibv_alloc_pd", JAVA_LONG);
        deallocPd = c.number("ibv_dealloc_pd", JAVA_LONG);
        regMr = c.pointer("ibv_reg_mr", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT);
        deregMr = c.number("ibv_dereg_mr", JAVA_LONG);
        createChannel = c.pointer("ibv_create_comp_channel", JAVA_LONG);
        destroyChannel = c.number("ibv_destroy_comp_channel", JAVA_LONG);
        createCq = c.pointer("ibv_create_cq", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
        destroyCq = c.number("ibv_destroy_cq", JAVA_LONG);
        getCqEvent = c.number("ibv_get_cq_event", JAVA_LONG, ADDRESS, ADDRESS);
        ackCqEvents = c.bind("ibv_ack_cq_events", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_INT));
        createSrq = c.pointer("ibv_create_srq", JAVA_LONG, ADDRESS);
        destroySrq = c.number("ibv_destroy_srq", JAVA_LONG);
        createQp = c.pointer("ibv_create_qp", JAVA_LONG, ADDRESS);
        modifyQp = c.number("ibv_modify_qp", JAVA_LONG, ADDRESS, JAVA_INT);
        destroyQp = c.number("ibv_destroy_qp", JAVA_LONG);
        statusText = c.bind("ibv_wc_status_str", FunctionDescriptor.of(ADDRESS, JAVA_INT));
    }

    /**
     * The library, loaded once.
     *
     * @throws FabricException {@code UNSUPPORTED}, with a message of one line, if it is not
     *     installed or too old
     */
    public static synchronized Libibverbs load() {
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
        int release = LibraryFile.release();
        if (release < OLDEST_RELEASE) {
            throw missing(NAME + " is of rdma-core " + release + ", needed is " + OLDEST_RELEASE);
        }
        try {
            return new Libibverbs(symbols, release);
        } catch (NoSuchElementException e) {
            throw missing(NAME + " lacks a function: " + e.getMessage());
        }
    }

    /** The exception for a missing library, device or kernel module. */
    public static FabricException missing(String what) {
        return new FabricException(Kind.UNSUPPORTED, "no RDMA here: " + what);
    }

    /** Release of rdma-core. */
    public int release() {
        return release;
    }

    /** The devices; to be freed by {@link #freeDeviceList}. Null-terminated. */
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

    /** Reads the GIDs of all ports that are not empty; how many there were. */
    int queryGidTable(long context, MemorySegment entries, int most) {
        return (int)
                count(
                        "ibv_query_gid_table",
                        errno ->
                                (long)
                                        queryGidTable.invokeExact(
                                                errno,
                                                context,
                                                entries,
                                                (long) most,
                                                0,
                                                Ibv.GID_ENTRY.byteSize()));
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

    public long createSrq(long domain, MemorySegment attributes) {
        return call(
                "ibv_create_srq", errno -> (long) createSrq.invokeExact(errno, domain, attributes));
    }

    public void destroySrq(long queue) {
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
    public String statusText(int status) {
        MemorySegment[] found = new MemorySegment[1];
        run(errno -> found[0] = (MemorySegment) statusText.invokeExact(errno, status));
        return text(found[0]);
    }
}
