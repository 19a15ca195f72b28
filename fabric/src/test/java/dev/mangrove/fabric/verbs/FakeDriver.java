package dev.mangrove.fabric.verbs;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.mangrove.fabric.verbs.device.Device;
import dev.mangrove.fabric.verbs.device.Ibv;
import dev.mangrove.fabric.verbs.device.Libibverbs;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A fake of libibverbs with one device in this process's memory: structures have the layout of
 * {@code verbs.h}, and functions record their arguments. This class states the offsets a second
 * time, so that a wrong one in {@link Ibv} makes a test fail.
 *
 * <pre>
 * verbs_context:  56 reg_dm_mr   64 alloc_dm   72 free_dm   216 query_device_ex   312 sz   320 context
 * ibv_dm:          0 context      8 memcpy_to_dm            16 memcpy_from_dm
 * ibv_mr:          0 context      8 pd         24 length    36 lkey              40 rkey
 * </pre>
 */
@SuppressWarnings({
    "restricted", // It makes functions for native code, and looks where that points to.
    "unused" // They are called by native code.
})
public final class FakeDriver implements AutoCloseable {
    /** Size of the memory that the device reports. */
    public static final long MEMORY = 4096;

    public static final int REMOTE_KEY = 0x7654_3210;

    private static final long EXTENSION_BYTES = 320;
    private static final long CONTEXT_BYTES = 336;
    private static final long ABI_COMPAT = 328;
    private static final long SIZE = 312;
    private static final long DEVICE = 4711;
    private static final int DIRT = 0x5A;
    private static final int ENOMEM = 12;

    public final List<String> calls = new ArrayList<>();

    /** The memory on the device. */
    public final MemorySegment chip;

    public boolean hasMemory = true;
    public boolean refusesMemory;
    public boolean refusesCopies;
    public boolean refusesRegistrations;

    private final Arena arena = Arena.ofShared();
    private final Map<String, MemorySegment> functions = new HashMap<>();
    private final MemorySegment extension = arena.allocate(EXTENSION_BYTES + CONTEXT_BYTES, 8);
    private final MemorySegment context = extension.asSlice(EXTENSION_BYTES);
    private final MemorySegment domain = arena.allocate(16, 8);
    private final MemorySegment device = arena.allocate(32, 8);
    private final MemorySegment registration = arena.allocate(48, 8);

    public FakeDriver() {
        chip = arena.allocate(MEMORY, 8).fill((byte) DIRT);
        context.set(JAVA_LONG, 0, DEVICE);
        context.set(JAVA_LONG, ABI_COMPAT, -1);
        extension.set(JAVA_LONG, SIZE, EXTENSION_BYTES + CONTEXT_BYTES);
        extension.set(
                ADDRESS,
                56,
                stub(
                        "registerMemory",
                        JAVA_LONG,
                        JAVA_LONG,
                        JAVA_LONG,
                        JAVA_LONG,
                        JAVA_LONG,
                        JAVA_INT));
        extension.set(ADDRESS, 64, stub("allocateMemory", JAVA_LONG, JAVA_LONG, ADDRESS));
        extension.set(ADDRESS, 72, stub("freeMemory", JAVA_INT, JAVA_LONG));
        extension.set(
                ADDRESS,
                216,
                stub("queryExtended", JAVA_INT, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG));
        domain.set(ADDRESS, 0, context);
        device.set(ADDRESS, 0, context);
        device.set(ADDRESS, 8, stub("copyTo", JAVA_INT, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG));
        device.set(
                ADDRESS, 16, stub("copyFrom", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG));
        functions.put("ibv_open_device", stub("open", JAVA_LONG, JAVA_LONG));
        functions.put("ibv_close_device", stub("closeDevice", JAVA_INT, JAVA_LONG));
        functions.put("ibv_query_device", stub("query", JAVA_INT, JAVA_LONG, ADDRESS));
        functions.put("ibv_alloc_pd", stub("allocateDomain", JAVA_LONG, JAVA_LONG));
        functions.put("ibv_dealloc_pd", stub("freeDomain", JAVA_INT, JAVA_LONG));
        functions.put("ibv_dereg_mr", stub("deregister", JAVA_INT, JAVA_LONG));
        functions.put(
                "_ibv_query_gid_table",
                stub("queryGids", JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_LONG));
    }

    /** Opens the device, without recording the calls. */
    public Device open() {
        MemorySegment other = stub("other", JAVA_INT);
        SymbolLookup symbols = name -> Optional.of(functions.getOrDefault(name, other));
        Device opened = new Device(new Libibverbs(symbols, 44), DEVICE, "fake0");
        calls.clear();
        return opened;
    }

    /** Makes the driver one from before device memory, with a shorter extension. */
    public void shorten() {
        extension.set(JAVA_LONG, SIZE, EXTENSION_BYTES + CONTEXT_BYTES - 72);
    }

    private long open(long which) {
        return which == DEVICE ? context.address() : 0;
    }

    private int closeDevice(long which) {
        calls.add("close");
        return 0;
    }

    private int query(long which, MemorySegment attributes) {
        return 0;
    }

    private long queryGids(long which, MemorySegment entries, long most, int flags, long bytes) {
        return 0;
    }

    private int queryExtended(long which, long input, MemorySegment attributes, long bytes) {
        if (which != context.address() || input != 0 || bytes != 400) {
            return ENOMEM;
        }
        attributes.reinterpret(bytes).set(JAVA_LONG, 376, hasMemory ? MEMORY : 0);
        return 0;
    }

    private long allocateDomain(long which) {
        return domain.address();
    }

    private int freeDomain(long which) {
        calls.add("dealloc_pd");
        return 0;
    }

    private long allocateMemory(long which, MemorySegment attributes) {
        MemorySegment wanted = attributes.reinterpret(16);
        calls.add(
                "alloc_dm "
                        + (which == context.address())
                        + " length="
                        + wanted.get(JAVA_LONG, 0)
                        + " log_align="
                        + wanted.get(JAVA_INT, 8)
                        + " mask="
                        + wanted.get(JAVA_INT, 12));
        return refusesMemory || wanted.get(JAVA_LONG, 0) > MEMORY ? 0 : device.address();
    }

    private int freeMemory(long which) {
        calls.add("free_dm " + (which == device.address()));
        return 0;
    }

    private int copyTo(long which, long offset, MemorySegment from, long bytes) {
        calls.add("to_dm " + (which == device.address()) + " " + offset + "+" + bytes);
        if (refusesCopies) {
            return ENOMEM;
        }
        MemorySegment.copy(from.reinterpret(bytes), 0, chip, offset, bytes);
        return 0;
    }

    private int copyFrom(MemorySegment to, long which, long offset, long bytes) {
        calls.add("from_dm " + (which == device.address()) + " " + offset + "+" + bytes);
        if (refusesCopies) {
            return ENOMEM;
        }
        MemorySegment.copy(chip, offset, to.reinterpret(bytes), 0, bytes);
        return 0;
    }

    private long registerMemory(long in, long which, long offset, long bytes, int access) {
        calls.add(
                "reg_dm_mr "
                        + (in == domain.address() && which == device.address())
                        + " "
                        + offset
                        + "+"
                        + bytes
                        + " access="
                        + access);
        if (refusesRegistrations) {
            return 0;
        }
        registration.set(ADDRESS, 0, context);
        registration.set(ADDRESS, 8, domain);
        registration.set(JAVA_LONG, 24, bytes);
        registration.set(JAVA_INT, 36, 1);
        registration.set(JAVA_INT, 40, REMOTE_KEY);
        return registration.address();
    }

    private int deregister(long which) {
        calls.add("dereg_mr " + (which == registration.address()));
        return 0;
    }

    private int other() {
        calls.add("something else");
        return ENOMEM;
    }

    /** Wraps a method as a function for native code. */
    private MemorySegment stub(String method, MemoryLayout result, MemoryLayout... arguments) {
        FunctionDescriptor type = FunctionDescriptor.of(result, arguments);
        try {
            MethodHandle handle =
                    MethodHandles.lookup()
                            .findVirtual(FakeDriver.class, method, type.toMethodType());
            return Linker.nativeLinker().upcallStub(handle.bindTo(this), type, arena);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(method, e);
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
