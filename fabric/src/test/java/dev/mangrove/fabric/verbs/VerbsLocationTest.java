package dev.mangrove.fabric.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mangrove.fabric.verbs.device.GidInfo;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;

final class VerbsLocationTest {
    @ParameterizedTest
    @CsvSource({
        "verbs://10.9.0.1:77, 10.9.0.1",
        "verbs://[::1]:77, 0:0:0:0:0:0:0:1",
        "verbs://[fd00:9::1]:77, fd00:9:0:0:0:0:0:1",
        "verbs://[::ffff:10.9.0.1]:77, 10.9.0.1",
        "verbs://[fe80::5054:ff:fe12:3456%1]:77, fe80:0:0:0:5054:ff:fe12:3456%1"
    })
    void shouldUnderstandAddressesOfBothKinds(String text, String address) {
        VerbsLocation location = VerbsLocation.of(URI.create(text));
        assertThat(location.address().getAddress().getHostAddress()).isEqualTo(address);
        assertThat(location.address().getPort()).isEqualTo(77);
        assertThat(VerbsLocation.of(location.uri(78)).address().getAddress())
                .isEqualTo(location.address().getAddress());
        assertThat(location.uri(78)).hasToString(text.replace(":77", ":78"));
    }

    @Test
    void shouldFindTheGidOfALinkLocalAddressWhateverItsScope() {
        GidInfo gid = GidInfo.ofPeer("fe80000000000000505400fffe123456");
        InetAddress scoped =
                VerbsLocation.of(URI.create("verbs://[fe80::5054:ff:fe12:3456%1]:0"))
                        .address()
                        .getAddress();
        assertThat(scoped).isInstanceOf(Inet6Address.class);
        assertThat(gid.isOf(scoped)).isTrue();
        assertThat(gid.isLinkLocal()).isTrue();
        assertThat(gid.isIpv4()).isFalse();
    }

    @Test
    void shouldTakeAMappedGidForTheIpv4AddressThatItIs() {
        GidInfo gid = GidInfo.ofPeer("00000000000000000000ffff0a090001");
        InetAddress address =
                VerbsLocation.of(URI.create("verbs://10.9.0.1:0")).address().getAddress();
        assertThat(address).isInstanceOf(Inet4Address.class);
        assertThat(gid.isOf(address)).isTrue();
        assertThat(gid.isIpv4()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"verbs:host:1", "verbs://host", "verbs://:1", "tcp://host:1"})
    void shouldRejectWhatIsNoLocation(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> VerbsLocation.of(URI.create(text)));
    }
}
