package dev.mangrove.index.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Role;
import dev.mangrove.index.wire.Status;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;

final class ExchangeTest {
    private static final URI UNKNOWN_FABRIC = URI.create("pigeon:loft");

    @Test
    void shouldPassOverAUriThatReachesAnotherServer() {
        try (SimPool pool = new SimPool(2);
                Exchange exchange = pool.exchange()) {
            ScriptedServer intended = pool.server(1);
            Member member = intended.memberAt(List.of(pool.server(0).uri(), intended.uri()));
            Link link = exchange.reach(member, Role.SESSION, UnaskedHandler.NONE);
            assertThat(link.server()).isEqualTo(1);
            assertThat(link.channel().peer()).isEqualTo(intended.uri());
        }
    }

    @Test
    void shouldNameTheReasonForEachUriWhenNoneWorks() {
        try (SimPool pool = new SimPool(2);
                Exchange exchange = pool.exchange()) {
            URI other = pool.server(0).uri();
            URI nobody = URI.create(other.toString().replace(":1", ":9"));
            Member member = pool.server(1).memberAt(List.of(UNKNOWN_FABRIC, other, nobody));
            assertThatThrownBy(() -> exchange.reach(member, Role.SESSION, UnaskedHandler.NONE))
                    .isInstanceOfSatisfying(
                            FabricException.class,
                            e -> assertThat(e.kind()).isEqualTo(FabricException.Kind.PEER_LOST))
                    .hasMessageContaining("server 1 (s1) cannot be reached")
                    .hasMessageContaining("no such fabric: pigeon")
                    .hasMessageContaining(other + " reaches another server")
                    .hasMessageContaining(nobody.toString());
        }
    }

    @Test
    void shouldTryNoOtherUriWhenAnotherClientHasTheSessionNumber() {
        try (SimPool pool = new SimPool(1);
                Exchange exchange = pool.exchange()) {
            ScriptedServer server = pool.server(0);
            server.on(MessageKind.HELLO, request -> request.refuse(Status.EXISTS, "taken"));
            Member member = server.memberAt(List.of(server.uri(), server.uri()));
            assertThatThrownBy(() -> exchange.reach(member, Role.SESSION, UnaskedHandler.NONE))
                    .isInstanceOfSatisfying(
                            RequestRefusedException.class,
                            e -> assertThat(e.status()).isEqualTo(Status.EXISTS));
            assertThat(server.requests(MessageKind.HELLO)).hasSize(1);
        }
    }

    @Test
    void shouldRefuseAHelloAnswerThatIsTooShort() {
        try (SimPool pool = new SimPool(1);
                Exchange exchange = pool.exchange()) {
            pool.server(0).on(MessageKind.HELLO, request -> request.answer(new byte[8]));
            assertThatThrownBy(
                            () ->
                                    exchange.connect(
                                            pool.server(0).uri(),
                                            Role.SESSION,
                                            UnaskedHandler.NONE))
                    .isInstanceOf(FabricException.class)
                    .hasMessageContaining("too short");
        }
    }

    @Test
    void shouldReuseTheNumbersOfClosedLinks() {
        try (SimPool pool = new SimPool(1);
                Exchange exchange = pool.exchange()) {
            URI uri = pool.server(0).uri();
            for (int i = 0; i < 300; i++) {
                exchange.connect(uri, Role.SESSION, UnaskedHandler.NONE).close();
            }
            Link last = exchange.connect(uri, Role.SESSION, UnaskedHandler.NONE);
            last.admin().execute(MessageKind.ECHO, 8);
            assertThat(last.admin().answerBytes()).isEqualTo(8);
        }
    }

    @Test
    void shouldRefuseAUriWithoutAScheme() {
        try (SimPool pool = new SimPool(1);
                Exchange exchange = pool.exchange()) {
            assertThatThrownBy(
                            () ->
                                    exchange.connect(
                                            URI.create("loft"), Role.SESSION, UnaskedHandler.NONE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("shm:NAME");
        }
    }

    @Test
    void shouldPreferDirectAccessWhenTheServerListsItLast(@TempDir Path folder) {
        Host host = Host.system();
        URI shm = URI.create("shm:" + folder.resolve("server"));
        URI tcp = URI.create("tcp://127.0.0.1:0");
        try (ScriptedServer near = new ScriptedServer(host, shm, 0, 7);
                ScriptedServer far = new ScriptedServer(host, tcp, 0, 7);
                Fabrics fabrics = new Fabrics(host);
                Exchange exchange = new Exchange(fabrics, EndpointOptions.DEFAULT, 0, 0)) {
            Member member = near.memberAt(List.of(far.uri(), near.uri()));
            Link link = exchange.reach(member, Role.SESSION, UnaskedHandler.NONE);
            assertThat(link.channel().peer()).isEqualTo(near.uri());
            assertThat(far.requests(MessageKind.HELLO)).isEmpty();
        }
    }

    @Test
    void shouldKeepTheListedOrderAmongFabricsOfOneKind() {
        try (SimPool pool = new SimPool(2);
                Exchange exchange = pool.exchange()) {
            ScriptedServer first = pool.server(0);
            ScriptedServer second = pool.server(1);
            second.instance(first.member().instance());
            Member member = first.memberAt(List.of(second.uri(), first.uri()));
            Link link = exchange.reach(member, Role.SESSION, UnaskedHandler.NONE);
            assertThat(link.channel().peer()).isEqualTo(second.uri());
        }
    }
}
