package dev.mangrove.fabric.verbs.device;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * An open device with one protection domain, to which all its objects belong.
 *
 * <p>Opening compares structures that the library filled in with {@link Ibv}: the context must
 * point to the device, the domain to the context, a registration to its memory.
 */
@SuppressWarnings("restricted") // Structures of the library are reached through its pointers.
public final class Device implements AutoCloseable {
    private static final long POINTER_BYTES = 8;

    /** Chosen: bounds the walk along the null-terminated list of libibverbs. */
    private static final int MOST_DEVICES = 256;

    private static final int REGION_ACCESS =
            Ibv.ACCESS_LOCAL_WRITE
                    | Ibv.ACCESS_REMOTE_WRITE
                    | Ibv.ACCESS_REMOTE_READ
                    | Ibv.ACCESS_REMOTE_ATOMIC;

    private final Libibverbs library;
    private final long context;
    private final long domain;
    private final DeviceInfo info;
    private final DriverCalls calls;

    /** Opens a device of a library. */
    public Device(Libibverbs library, long device, String name) {
        this.library = library;
        context = library.openDevice(device);
        long made = 0;
        try {
            MemorySegment memory = structure(context, Ibv.CONTEXT);
            checkSame("device", memory.get(Ibv.LONG, Ibv.offset(Ibv.CONTEXT, "device")), device);
            calls = new DriverCalls(memory);
            made = library.allocPd(context);
            domain = made;
            MemorySegment domainMemory = structure(domain, Ibv.PROTECTION_DOMAIN);
            checkSame("context of a domain", domainMemory.get(Ibv.LONG, 0), context);
            info = new DeviceQuery(library, context).info(name);
        } catch (RuntimeException e) {
            if (made != 0) {
                library.deallocPd(made);
            }
            library.closeDevice(context);
            throw e;
        }
    }

    /** Refuses a structure that is not laid out as {@link Ibv} says. */
    static void checkSame(String what, long found, long expected) {
        if (found != expected) {
            throw Libibverbs.missing(
                    Libibverbs.NAME + " has structures of another kind: " + what + " differs");
        }
    }

    /** A structure that the library has made. */
    static MemorySegment structure(long pointer, StructLayout layout) {
        return MemorySegment.ofAddress(pointer).reinterpret(layout.byteSize());
    }

    /** Opens the device of a name, or the first that can be used. */
    public static Device open(@Nullable String name) {
        Libibverbs library = Libibverbs.load();
        List<String> seen = new ArrayList<>();
        Device found = null;
        try (Listing listing = new Listing(library)) {
            for (long device : listing.devices()) {
                String each = library.getDeviceName(device);
                seen.add(each);
                if (found == null && (name == null || name.equals(each))) {
                    found = usable(library, device, each, name != null);
                }
            }
        }
        if (found == null) {
            throw Libibverbs.missing(
                    seen.isEmpty()
                            ? "there is no device"
                            : (name == null ? "no device" : "no device " + name)
                                    + " that can be used among "
                                    + seen);
        }
        return found;
    }

    private static @Nullable Device usable(
            Libibverbs library, long device, String name, boolean wanted) {
        Device opened = new Device(library, device, name);
        if (opened.info.isUsable()) {
            return opened;
        }
        opened.close();
        if (wanted) {
            throw Libibverbs.missing(
                    "device " + name + " has no atomics, or no active port with an address");
        }
        return null;
    }

    /** The attributes of all devices of this machine. */
    public static List<DeviceInfo> list() {
        Libibverbs library = Libibverbs.load();
        List<DeviceInfo> infos = new ArrayList<>();
        try (Listing listing = new Listing(library)) {
            for (long device : listing.devices()) {
                try (Device opened = new Device(library, device, library.getDeviceName(device))) {
                    infos.add(opened.info);
                }
            }
        }
        return infos;
    }

    public Libibverbs library() {
        return library;
    }

    public DriverCalls calls() {
        return calls;
    }

    public DeviceInfo info() {
        return info;
    }

    long context() {
        return context;
    }

    public long domain() {
        return domain;
    }

    /** Registers memory for all verbs: its pages are pinned until the registration is closed. */
    public Registration register(MemorySegment memory) {
        long pointer;
        try {
            pointer = library.regMr(domain, memory.address(), memory.byteSize(), REGION_ACCESS);
        } catch (VerbsCallException e) {
            throw new FabricException(
                    Kind.OUT_OF_MEMORY,
                    "cannot register "
                            + memory.byteSize()
                            + " bytes with "
                            + info.name()
                            + ": "
                            + e.getMessage()
                            + (e.isOutOfMemory()
                                    ? " (is the limit for locked memory high"
                                            + " enough? ulimit -l)"
                                    : ""),
                    e);
        }
        MemorySegment made = structure(pointer, Ibv.MEMORY_REGION);
        checkSame(
                "address of a registration",
                made.get(Ibv.LONG, Ibv.offset(Ibv.MEMORY_REGION, "addr")),
                memory.address());
        return new Registration(
                library,
                pointer,
                memory,
                made.get(Ibv.INT, Ibv.offset(Ibv.MEMORY_REGION, "lkey")),
                made.get(Ibv.INT, Ibv.offset(Ibv.MEMORY_REGION, "rkey")));
    }

    /**
     * Allocates zeroed device memory, registered for all verbs of clients.
     *
     * @throws FabricException {@code UNSUPPORTED} if the device has none, {@code OUT_OF_MEMORY} if
     *     it has too little left
     */
    public DeviceMemory allocate(long bytes) {
        if (info.deviceMemory() == 0) {
            throw new FabricException(
                    Kind.UNSUPPORTED, "device " + info.name() + " has no memory of its own");
        }
        try {
            return DeviceMemory.allocate(
                    library, new ExtendedContext(context), domain, bytes, REGION_ACCESS);
        } catch (VerbsCallException e) {
            throw new FabricException(
                    Kind.OUT_OF_MEMORY,
                    "cannot take "
                            + bytes
                            + " bytes of the "
                            + info.deviceMemory()
                            + " on device "
                            + info.name()
                            + ": "
                            + e.getMessage(),
                    e);
        }
    }

    @Override
    public void close() {
        library.deallocPd(domain);
        library.closeDevice(context);
    }

    /** The library's list of devices, which must be freed. */
    private static final class Listing implements AutoCloseable {
        private final Libibverbs library;
        private final long list;

        Listing(Libibverbs library) {
            this.library = library;
            try (Arena arena = Arena.ofConfined()) {
                list = library.getDeviceList(arena.allocate(Ibv.INT));
            } catch (VerbsCallException e) {
                throw Libibverbs.missing(
                        "the kernel offers no devices (" + e.getMessage() + "); load ib_uverbs");
            }
        }

        List<Long> devices() {
            MemorySegment pointers =
                    MemorySegment.ofAddress(list).reinterpret(MOST_DEVICES * POINTER_BYTES);
            List<Long> devices = new ArrayList<>();
            for (int i = 0; i < MOST_DEVICES; i++) {
                long device = pointers.getAtIndex(Ibv.LONG, i);
                if (device == 0) {
                    break;
                }
                devices.add(device);
            }
            return devices;
        }

        @Override
        public void close() {
            library.freeDeviceList(list);
        }
    }
}
