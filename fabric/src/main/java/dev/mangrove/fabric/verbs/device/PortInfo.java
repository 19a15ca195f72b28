package dev.mangrove.fabric.verbs.device;

import org.jspecify.annotations.Nullable;

import java.net.InetAddress;
import java.util.List;
import java.util.function.Predicate;

/**
 * A port of a device.
 *
 * @param number from 1
 * @param active whether its link is up
 * @param ethernet whether its link is Ethernet (RoCE), not InfiniBand
 * @param mtu bytes of payload in a packet at most
 * @param mtuCode the same, as the code of {@code enum ibv_mtu}
 * @param lid its address within an InfiniBand subnet; 0 on Ethernet
 * @param largestMessage bytes of the longest transfer
 * @param gids its addresses
 */
public record PortInfo(
        int number,
        boolean active,
        boolean ethernet,
        int mtu,
        int mtuCode,
        int lid,
        long largestMessage,
        List<GidInfo> gids) {
    private static final int SMALLEST_MTU = 128;

    /** Copies the list. */
    public PortInfo {
        gids = List.copyOf(gids);
    }

    static int mtuOf(int code) {
        return SMALLEST_MTU << code;
    }

    /**
     * The GID for a peer that connected to a local IP address: the GID of that address if there is
     * one, else the first that is not link-local. On Ethernet those of RoCE v2 only.
     */
    public @Nullable GidInfo gidFor(InetAddress local) {
        return best(local, gid -> true);
    }

    /** The same, of the kind that the peer has chosen: packets are of IPv4 or of IPv6. */
    public @Nullable GidInfo gidFor(InetAddress local, GidInfo peer) {
        return best(local, gid -> !ethernet || gid.isIpv4() == peer.isIpv4());
    }

    private @Nullable GidInfo best(InetAddress local, Predicate<GidInfo> fits) {
        GidInfo.Type type = ethernet ? GidInfo.Type.ROCE_2 : GidInfo.Type.INFINIBAND;
        GidInfo best = null;
        for (GidInfo gid : gids) {
            if (gid.type() != type || !fits.test(gid)) {
                continue;
            }
            if (gid.isOf(local)) {
                return gid;
            }
            if (best == null || (best.isLinkLocal() && !gid.isLinkLocal())) {
                best = gid;
            }
        }
        return best;
    }

    /** Whether queue pairs can be connected through it. */
    public boolean isUsable() {
        return active
                && gids.stream().anyMatch(gid -> !ethernet || gid.type() == GidInfo.Type.ROCE_2);
    }
}
