package dev.mangrove.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.sim.hardware.Profile;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A client and a server on one host. */
final class LocalChannelTest {
    private static final Profile PROFILE = Profile.named("base").with("host.direct", 1);
    private static final int MESSAGE = 64;

    private final SimCluster cluster = new SimCluster(PROFILE, 1, Faults.NONE, 0, null);
    private final SimHost home = cluster.addHost();
    private final SimHost away = cluster.addHost();
    private final Target target =
            home.fabric().listen(TargetOptions.at(URI.create("sim://" + home.name() + ":1")));
    private final Region region = target.allocate(1, 4096, Placement.HOST);

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void shouldHandOutMemoryOfTheSameHostAndOfNoOther() {
        Channel local = channel(home);
        Channel remote = channel(away);

        local.direct(region.handle()).set(JAVA_LONG, 64, 7);

        assertThat(region.memory().get(JAVA_LONG, 64)).isEqualTo(7);
        assertThat(local.capabilities().directAccess()).isTrue();
        assertThat(remote.capabilities().directAccess()).isFalse();
        assertThatThrownBy(() -> remote.direct(region.handle()))
                .isInstanceOf(FabricException.class);
    }

    @Test
    void shouldNotHandOutMemoryForAWrongKey() {
        RegionHandle forged = new RegionHandle(1, region.handle().key() + 1, 4096, Placement.HOST);

        assertThatThrownBy(() -> channel(home).direct(forged))
                .isInstanceOf(FabricException.class)
                .hasMessageContaining("has no region");
    }

    @Test
    void shouldGoThroughTheCardWhereTheProfileHasNoShortCut() {
        try (SimCluster plain = new SimCluster(Profile.named("base"), 1)) {
            SimHost host = plain.addHost();
            URI place = URI.create("sim://" + host.name() + ":1");
            host.fabric().listen(TargetOptions.at(place));

            Channel channel = host.fabric().endpoint(EndpointOptions.DEFAULT).connect(place);

            assertThat(channel.capabilities().directAccess()).isFalse();
        }
    }

    @Test
    void shouldExchangeMessagesFasterThanOverTheNetwork() {
        startEcho();
        long local = roundTrip(home);
        long remote = roundTrip(away);

        assertThat(local).isLessThan(remote / 2);
        assertThat(local).isGreaterThan(2 * 150);
    }

    @Test
    void shouldPayForTheStateOfAConnectionThatTheCoreHasForgotten() {
        Profile forgetful = PROFILE.with("cpu.connections", 1).with("cpu.connection_ns", 5_000);
        long[] times = new long[4];
        try (SimCluster crowded = new SimCluster(forgetful, 1, Faults.NONE, 0, null)) {
            SimHost host = crowded.addHost();
            Target place =
                    host.fabric()
                            .listen(TargetOptions.at(URI.create("sim://" + host.name() + ":1")));
            host.start("server", () -> drain(place.inbox(0), () -> {}));
            var task = host.start("client", () -> exchange(host, place.uri(), times));
            assertThat(task.join(100_000_000)).isTrue();
        }

        assertThat(times[1]).as("the same connection again").isLessThan(5_000);
        assertThat(times[2]).as("another one").isGreaterThan(5_000);
        assertThat(times[3]).as("the first one again").isGreaterThan(5_000);
    }

    /** Two exchanges over one connection, one over another, and one over the first again. */
    private static void exchange(SimHost host, URI place, long[] times) {
        Endpoint endpoint =
                host.fabric().endpoint(EndpointOptions.DEFAULT.withWaiting(Waiting.POLL));
        Channel[] channels = {endpoint.connect(place), endpoint.connect(place)};
        MemorySegment local = endpoint.allocate(MESSAGE);
        int[] order = {0, 0, 1, 0};
        for (int i = 0; i < order.length; i++) {
            long start = host.nanoTime();
            var batch = channels[order[i]].batch(1);
            batch.send(local, 0, MESSAGE);
            batch.execute();
            endpoint.awaitMessage(1_000_000);
            endpoint.receive((over, memory, offset, length) -> {});
            times[i] = host.nanoTime() - start;
        }
    }

    @Test
    void shouldNotLetAMessageOvertakeAWrite() {
        List<Long> seen = new ArrayList<>();
        Inbox inbox = target.inbox(0);
        home.start("server", () -> drain(inbox, () -> seen.add(word())));
        home.start(
                "client",
                () -> {
                    Channel channel = channel(home);
                    MemorySegment local = channel.endpoint().allocate(MESSAGE);
                    local.set(JAVA_LONG, 0, 42);
                    var batch = channel.batch(2);
                    batch.write(region.handle().address(0), local, 0, 8);
                    batch.send(local, 0, MESSAGE);
                    batch.execute();
                });

        cluster.run(1_000_000);

        assertThat(seen).containsExactly(42L);
    }

    private long word() {
        return region.memory().get(JAVA_LONG, 0);
    }

    private Channel channel(SimHost from) {
        Endpoint endpoint =
                from.fabric().endpoint(EndpointOptions.DEFAULT.withWaiting(Waiting.POLL));
        Channel channel = endpoint.connect(target.uri());
        channel.attach(region.handle());
        return channel;
    }

    private void startEcho() {
        Inbox inbox = target.inbox(0);
        home.start("server", () -> drain(inbox, () -> {}));
    }

    private long roundTrip(SimHost from) {
        long[] took = new long[1];
        var task =
                from.start(
                        "client",
                        () -> {
                            Channel channel = channel(from);
                            Endpoint endpoint = channel.endpoint();
                            MemorySegment local = endpoint.allocate(MESSAGE);
                            var batch = channel.batch(1);
                            for (int i = 0; i < 2; i++) {
                                long start = from.nanoTime();
                                batch.clear().send(local, 0, MESSAGE);
                                batch.execute();
                                endpoint.awaitMessage(1_000_000);
                                endpoint.receive((over, memory, offset, length) -> {});
                                took[0] = from.nanoTime() - start;
                            }
                        });
        assertThat(task.join(10_000_000)).isTrue();
        return took[0];
    }

    /** Sends every message back. */
    private static void drain(Inbox inbox, Runnable onMessage) {
        Inbox.Handler echo =
                new Inbox.Handler() {
                    @Override
                    public void onOpened(Connection connection) {}

                    @Override
                    public void onMessage(
                            Connection from, MemorySegment memory, long offset, int length) {
                        onMessage.run();
                        assertThat(from.trySend(memory, offset, length)).isTrue();
                    }

                    @Override
                    public void onImmediate(Connection from, int immediate) {}

                    @Override
                    public void onClosed(Connection connection, String reason) {}
                };
        while (true) {
            if (inbox.poll(echo, 16) == 0) {
                inbox.await(Waiting.POLL, 1_000_000_000);
            }
        }
    }
}
