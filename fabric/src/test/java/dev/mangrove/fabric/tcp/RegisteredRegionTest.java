package dev.mangrove.fabric.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.shm.ShmProvider;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.net.URI;
import java.nio.ByteOrder;

/** One region accessed over two fabrics and by the server itself. */
final class RegisteredRegionTest {
    private static final int ADDS = 3000;
    private static final VarHandle WORD =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

    private final Fabric shm = new ShmProvider().open(Host.system());
    private final Fabric tcp = new TcpProvider().open(Host.system());
    private final Target owner =
            shm.listen(
                    TargetOptions.at(
                            URI.create("shm:registered-" + ProcessHandle.current().pid())));
    private final Target other = tcp.listen(TargetOptions.at(URI.create("tcp://127.0.0.1:0")));
    private final Region region = owner.allocate(7, 1 << 20, Placement.HOST);

    @AfterEach
    void close() {
        tcp.close();
        shm.close();
    }

    @Test
    void shouldComposeAtomicsOfBothFabricsAndTheServer() {
        other.register(region);
        Host.Task near = Host.system().start("near", () -> add(shm, owner));
        Host.Task far = Host.system().start("far", () -> add(tcp, other));
        for (int i = 0; i < ADDS; i++) {
            WORD.getAndAdd(region.memory(), 64L, 1L);
        }
        assertThat(near.join(30_000_000_000L)).isTrue();
        assertThat(far.join(30_000_000_000L)).isTrue();
        assertThat((long) WORD.getVolatile(region.memory(), 64L)).isEqualTo(3 * ADDS);
    }

    @Test
    void shouldLeaveMemoryToItsOwnerWhenReleased() {
        other.register(region);
        try (Endpoint endpoint = tcp.endpoint(EndpointOptions.DEFAULT)) {
            Channel channel = endpoint.connect(other.uri());
            channel.attach(region.handle());
            other.release(region);
            Batch batch = channel.batch(1);
            batch.fetchAndAdd(region.handle().address(64), 1);
            assertThatThrownBy(batch::execute)
                    .asInstanceOf(type(FabricException.class))
                    .extracting(FabricException::kind)
                    .isEqualTo(Kind.BAD_KEY);
        }
        add(shm, owner);
        assertThat((long) WORD.getVolatile(region.memory(), 64L)).isEqualTo(ADDS);
    }

    @Test
    void shouldRefuseRequestsOnceTheOwnerHasFreedTheMemory() {
        other.register(region);
        try (Endpoint endpoint = tcp.endpoint(EndpointOptions.DEFAULT)) {
            Channel channel = endpoint.connect(other.uri());
            channel.attach(region.handle());
            owner.close();
            Batch batch = channel.batch(1);
            batch.fetchAndAdd(region.handle().address(64), 1);
            assertThatThrownBy(batch::execute)
                    .asInstanceOf(type(FabricException.class))
                    .extracting(FabricException::kind)
                    .isEqualTo(Kind.BAD_KEY);
        }
    }

    private void add(Fabric fabric, Target target) {
        try (Endpoint endpoint = fabric.endpoint(EndpointOptions.DEFAULT)) {
            Channel channel = endpoint.connect(target.uri());
            channel.attach(region.handle());
            Batch batch = channel.batch(4);
            for (int i = 0; i < ADDS; i += 4) {
                batch.clear();
                for (int j = 0; j < 4; j++) {
                    batch.fetchAndAdd(region.handle().address(64), 1);
                }
                batch.execute();
            }
        }
    }
}
