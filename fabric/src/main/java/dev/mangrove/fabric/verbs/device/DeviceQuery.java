package dev.mangrove.fabric.verbs.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.List;

/** Asks an open device what it has. */
final class DeviceQuery {
    private static final StructLayout PORT = Ibv.PORT_ATTRIBUTES;

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
                    number(found, "max_sge"),
                    number(found, "max_sge_rd"),
                    number(found, "max_cqe"),
                    found.get(Ibv.LONG, Ibv.offset(Ibv.DEVICE_ATTRIBUTES, "max_mr_size")),
                    new ExtendedContext(context).deviceMemory(),
                    ports(found.get(Ibv.BYTE, Ibv.offset(Ibv.DEVICE_ATTRIBUTES, "phys_port_cnt"))));
        }
    }

    private static int number(MemorySegment attributes, String name) {
        return attributes.get(Ibv.INT, Ibv.offset(Ibv.DEVICE_ATTRIBUTES, name));
    }

    private List<PortInfo> ports(int number) {
        try (Arena arena = Arena.ofConfined()) {
            List<MemorySegment> attributes = new ArrayList<>();
            int entries = 0;
            for (int port = 1; port <= number; port++) {
                MemorySegment found = arena.allocate(PORT);
                library.queryPort(context, port, found);
                attributes.add(found);
                entries += found.get(Ibv.INT, Ibv.offset(PORT, "gid_tbl_len"));
            }
            MemorySegment table = arena.allocate(Ibv.GID_ENTRY, Math.max(1, entries));
            int filled = library.queryGidTable(context, table, entries);
            List<PortInfo> ports = new ArrayList<>();
            for (int port = 1; port <= number; port++) {
                ports.add(port(port, attributes.get(port - 1), gids(port, table, filled)));
            }
            return ports;
        }
    }

    private static PortInfo port(int number, MemorySegment found, List<GidInfo> gids) {
        int mtu = found.get(Ibv.INT, Ibv.offset(PORT, "active_mtu"));
        return new PortInfo(
                number,
                found.get(Ibv.INT, Ibv.offset(PORT, "state")) == Ibv.PORT_ACTIVE,
                found.get(Ibv.BYTE, Ibv.offset(PORT, "link_layer")) == Ibv.LINK_ETHERNET,
                PortInfo.mtuOf(mtu),
                mtu,
                Short.toUnsignedInt(found.get(Ibv.SHORT, Ibv.offset(PORT, "lid"))),
                Integer.toUnsignedLong(found.get(Ibv.INT, Ibv.offset(PORT, "max_msg_sz"))),
                gids);
    }

    /** The GIDs of one port, from the table of all. */
    private static List<GidInfo> gids(int port, MemorySegment table, int filled) {
        StructLayout layout = Ibv.GID_ENTRY;
        List<GidInfo> gids = new ArrayList<>();
        for (int i = 0; i < filled; i++) {
            MemorySegment entry = table.asSlice(i * layout.byteSize(), layout);
            if (entry.get(Ibv.INT, Ibv.offset(layout, "port_num")) == port) {
                gids.add(
                        GidInfo.of(
                                entry.get(Ibv.INT, Ibv.offset(layout, "gid_index")),
                                entry.get(Ibv.INT, Ibv.offset(layout, "gid_type")),
                                entry.asSlice(0, GidInfo.BYTES).toArray(Ibv.BYTE)));
            }
        }
        return gids;
    }
}
