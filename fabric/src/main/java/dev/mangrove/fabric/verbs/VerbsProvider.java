package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricProvider;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.verbs.device.Device;
import dev.mangrove.fabric.verbs.device.DeviceInfo;
import dev.mangrove.fabric.verbs.device.Libibverbs;

import java.util.List;

/** Opens verbs between hosts with RDMA devices. */
public final class VerbsProvider implements FabricProvider {
    /** Environment variable that names the device to use, where there are several. */
    public static final String DEVICE_VARIABLE = "MANGROVE_RDMA_DEVICE";

    /** For {@link java.util.ServiceLoader}. */
    public VerbsProvider() {}

    @Override
    public String scheme() {
        return VerbsLocation.SCHEME;
    }

    @Override
    public Fabric open(Host host) {
        return new VerbsFabric(host, Device.open(System.getenv(DEVICE_VARIABLE)));
    }

    /**
     * The attributes of the devices of this machine.
     *
     * @throws dev.mangrove.fabric.FabricException {@code UNSUPPORTED}, in one line, if there is no
     *     library or the kernel has no RDMA
     */
    public static List<DeviceInfo> devices() {
        return Device.list();
    }

    /** The release of rdma-core that the library is of. */
    public static int libraryRelease() {
        return Libibverbs.load().release();
    }
}
