package dev.mangrove.fabric.verbs.device;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;

/**
 * One entry of a port's table of GIDs: an address of the port.
 *
 * @param index place in the table
 * @param type how packets with it look on the wire
 * @param hex the 16 bytes
 */
public record GidInfo(int index, Type type, String hex) {
    /** Bytes of a GID. */
    public static final int BYTES = 16;

    /** How packets look on the wire. */
    public enum Type {
        /** InfiniBand. */
        INFINIBAND("InfiniBand"),
        /** RoCE within one Ethernet segment. */
        ROCE_1("RoCE v1"),
        /** RoCE over UDP, which routers forward. */
        ROCE_2("RoCE v2");

        private final String text;

        Type(String text) {
            this.text = text;
        }

        static Type of(int code) {
            return switch (code) {
                case Ibv.GID_ROCE_2 -> ROCE_2;
                case Ibv.GID_ROCE_1 -> ROCE_1;
                default -> INFINIBAND;
            };
        }

        @Override
        public String toString() {
            return text;
        }
    }

    static GidInfo of(int index, int type, byte... bytes) {
        return new GidInfo(index, Type.of(type), HexFormat.of().formatHex(bytes));
    }

    /** The GID that a peer has sent. */
    public static GidInfo ofPeer(String hex) {
        return new GidInfo(0, Type.ROCE_2, hex);
    }

    byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }

    /** The address in its usual form; that of IPv4 where it stands for one. */
    public String address() {
        return toAddress().getHostAddress();
    }

    /** Whether this is the GID of an IP address, in either form. */
    public boolean isOf(InetAddress address) {
        return toAddress().equals(address);
    }

    /** Whether it stands for an address of IPv4. */
    public boolean isIpv4() {
        return toAddress() instanceof Inet4Address;
    }

    /** Whether it is good within one link only. */
    public boolean isLinkLocal() {
        return toAddress().isLinkLocalAddress();
    }

    private InetAddress toAddress() {
        try {
            return InetAddress.getByAddress(bytes()); // Mapped IPv4 addresses become IPv4.
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
