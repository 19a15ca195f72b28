package dev.mangrove.fabric.verbs.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** A connection uses the GID of the address to which the client connected. */
final class PortInfoTest {
    private static final GidInfo LINK = gid(0, Ibv.GID_ROCE_2, "fe80::1");
    private static final GidInfo OLD = gid(1, Ibv.GID_ROCE_1, "10.9.0.1");
    private static final GidInfo FOUR = gid(2, Ibv.GID_ROCE_2, "10.9.0.1");
    private static final GidInfo OTHER = gid(3, Ibv.GID_ROCE_2, "10.9.0.2");
    private static final GidInfo SIX = gid(4, Ibv.GID_ROCE_2, "fd00:9::1");
    private static final PortInfo ROCE = port(true, LINK, OLD, FOUR, OTHER, SIX);

    @Test
    void shouldFindTheGidOfAnAddress() throws UnknownHostException {
        assertThat(ROCE.gidFor(InetAddress.getByName("10.9.0.2"))).isEqualTo(OTHER);
        assertThat(ROCE.gidFor(InetAddress.getByName("10.9.0.1"))).isEqualTo(FOUR);
        assertThat(ROCE.gidFor(InetAddress.getByName("fd00:9::1"))).isEqualTo(SIX);
    }

    @Test
    void shouldTakeOneThatLeavesTheLinkWhereNoneFits() throws UnknownHostException {
        assertThat(ROCE.gidFor(InetAddress.getLoopbackAddress())).isEqualTo(FOUR);
        assertThat(port(true, LINK).gidFor(InetAddress.getLoopbackAddress())).isEqualTo(LINK);
        assertThat(port(true, OLD).gidFor(InetAddress.getByName("10.9.0.1"))).isNull();
    }

    @Test
    void shouldAnswerIpv4WithIpv4AndIpv6WithIpv6() throws UnknownHostException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        assertThat(ROCE.gidFor(loopback, OTHER)).isEqualTo(FOUR);
        assertThat(ROCE.gidFor(loopback, LINK)).isEqualTo(SIX);
        assertThat(ROCE.gidFor(InetAddress.getByName("10.9.0.2"), SIX)).isEqualTo(SIX);
        assertThat(ROCE.gidFor(InetAddress.getByName("fe80::1%1"), SIX)).isEqualTo(LINK);
        assertThat(port(true, FOUR).gidFor(loopback, SIX)).isNull();
    }

    @Test
    void shouldUseInfiniBandGidsOnInfiniBand() {
        GidInfo infiniBand = gid(0, Ibv.GID_INFINIBAND, "fe80::248a:703:9c:1");
        PortInfo port = port(false, infiniBand);
        assertThat(port.gidFor(InetAddress.getLoopbackAddress())).isEqualTo(infiniBand);
        assertThat(port.isUsable()).isTrue();
        assertThat(port(true, OLD).isUsable()).isFalse();
    }

    @Test
    void shouldShowAddressesAsPeopleKnowThem() {
        assertThat(FOUR.address()).isEqualTo("10.9.0.1");
        assertThat(SIX.address()).isEqualTo("fd00:9:0:0:0:0:0:1");
        assertThat(PortInfo.mtuOf(5)).isEqualTo(4096);
    }

    private static PortInfo port(boolean ethernet, GidInfo... gids) {
        return new PortInfo(1, true, ethernet, 1024, 3, 0, 1 << 30, List.of(gids));
    }

    private static GidInfo gid(int index, int type, String address) {
        try {
            byte[] bytes = InetAddress.getByName(address).getAddress();
            byte[] gid = new byte[GidInfo.BYTES];
            System.arraycopy(bytes, 0, gid, gid.length - bytes.length, bytes.length);
            if (bytes.length == 4) {
                gid[10] = -1;
                gid[11] = -1;
            }
            return GidInfo.of(index, type, gid);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
