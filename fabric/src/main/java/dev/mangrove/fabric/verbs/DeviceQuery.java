package dev.mangrove.fabric.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.List;

/** Asks an open device what it has. */
final class DeviceQuery {
    private final Libibverbs library;
    private final long context;

    DeviceQuery(Libibverbs library, long context) {
        this.library = library;
        this.context = context;
    }

    DeviceInfo info(String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = arena.allocate(Ibv.DEVICE_ATTRIBUTES);
            library.queryDevice(context, found);
            return new DeviceInfo(
                    name,
                    found.getString(Ibv.offset(Ibv.DEVICE_ATTRIBUTES, "fw_ver")),
                    number(found, "vendor_id"),
                    DeviceInfo.Atomics.of(number(found, "atomic_cap")),
                    number(found, "max_qp_init_rd_atom"),
                    number(found, "max_qp_rd_atom"),
                    number(found, "max_qp_wr"),
                    number(found, "max_cqe"),
                    found.get(Ibv.LONG, Ibv.offset(Ibv.DEVICE_ATTRIBUTES, "max_mr_size")),
                    0,
                    ports(found.get(Ibv.BYTE, Ibv.offset(Ibv.DEVICE_ATTRIBUTES, "phys_port_cnt"))));
        }
    }

    private static int number(MemorySegment attributes, String name) {
        return attributes.get(Ibv.INT, Ibv.offset(Ibv.DEVICE_ATTRIBUTES, name));
    }

    private List<PortInfo> ports(int number) {
        List<PortInfo> ports = new ArrayList<>();
        for (int port = 1; port <= number; port++) {
            ports.add(port(port));
        }
        return ports;
    }

    private PortInfo port(int number) {
        try (Arena arena = Arena.ofConfined()) {
            StructLayout layout = Ibv.PORT_ATTRIBUTES;
            MemorySegment found = arena.allocate(layout);
            library.queryPort(context, number, found);
            int mtu = found.get(Ibv.INT, Ibv.offset(layout, "active_mtu"));
            return new PortInfo(
                    number,
                    found.get(Ibv.INT, Ibv.offset(layout, "state")) == Ibv.PORT_ACTIVE,
                    found.get(Ibv.BYTE, Ibv.offset(layout, "link_layer")) == Ibv.LINK_ETHERNET,
                    PortInfo.mtuOf(mtu),
                    mtu,
                    Short.toUnsignedInt(found.get(Ibv.SHORT, Ibv.offset(layout, "lid"))),
                    Integer.toUnsignedLong(found.get(Ibv.INT, Ibv.offset(layout, "max_msg_sz"))),
                    gids(number, found.get(Ibv.INT, Ibv.offset(layout, "gid_tbl_len"))));
        }
    }

    private List<GidInfo> gids(int port, int entries) {
        List<GidInfo> gids = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment entry = arena.allocate(Ibv.GID_ENTRY);
            for (int i = 0; i < entries; i++) {
                if (library.queryGid(context, port, i, entry)) {
                    byte[] bytes = entry.asSlice(0, GidInfo.BYTES).toArray(Ibv.BYTE);
                    int type = entry.get(Ibv.INT, Ibv.offset(Ibv.GID_ENTRY, "gid_type"));
                    gids.add(GidInfo.of(i, type, bytes));
                }
            }
        }
        return gids;
    }
}
