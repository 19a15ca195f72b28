package dev.mangrove.sim.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

final class SimConnectionTest {
    private static final Profile PROFILE = Profile.named("base").with("nic.gbps", 8);
    private static final int LENGTH = 32 << 10;

    /** At 8 Gb/s a byte takes a nanosecond. */
    private static final long WIRE_NANOS = LENGTH;

    @Test
    void shouldKeepAThreadBusyUntilALongMessageIsSentWhereItPollsForThat() {
        Profile polling = PROFILE.with("cpu.polled_send_bytes", LENGTH);

        assertThat(sendingNanos(polling, LENGTH)).isGreaterThan(WIRE_NANOS);
        assertThat(sendingNanos(polling, LENGTH - 1)).isLessThan(WIRE_NANOS / 10);
        assertThat(sendingNanos(PROFILE, LENGTH)).isLessThan(WIRE_NANOS / 10);
    }

    /** Time for which a server's thread sends a message to a client that has just connected. */
    private static long sendingNanos(Profile profile, int length) {
        long[] took = new long[1];
        try (SimCluster cluster = new SimCluster(profile, 1, Faults.NONE, 0, null)) {
            SimHost server = cluster.addHost();
            SimHost client = cluster.addHost();
            URI place = URI.create("sim://" + server.name() + ":1");
            Target target = server.fabric().listen(TargetOptions.at(place));
            client.fabric().endpoint(EndpointOptions.DEFAULT).connect(place);
            var task = server.start("server", () -> greet(server, target.inbox(0), length, took));
            assertThat(task.join(10_000_000)).isTrue();
        }
        return took[0];
    }

    @Test
    void shouldNotCallAClientInPlaceGoneBeforeItHasClosedItsChannel() {
        assertThat(goneAfter(true, Channel::close)).containsExactly(false, true);
        assertThat(goneAfter(false, channel -> {})).containsExactly(true, true);
    }

    /**
     * Whether a client is gone when the server has closed its connection, and after its own end.
     */
    private static List<Boolean> goneAfter(boolean inPlace, Consumer<Channel> end) {
        Profile profile = PROFILE.with("host.direct", 1);
        List<Boolean> gone = new ArrayList<>();
        try (SimCluster cluster = new SimCluster(profile, 1, Faults.NONE, 0, null)) {
            SimHost server = cluster.addHost();
            SimHost client = inPlace ? cluster.addHostBeside(server) : cluster.addHost();
            URI place = URI.create("sim://" + server.name() + ":1");
            Target target = server.fabric().listen(TargetOptions.at(place));
            Channel channel = client.fabric().endpoint(EndpointOptions.DEFAULT).connect(place);
            Connection connection = opened(target.inbox(0));
            connection.close();
            cluster.run(1_000_000);
            gone.add(connection.isGone());
            end.accept(channel);
            cluster.run(1_000_000);
            gone.add(connection.isGone());
        }
        return gone;
    }

    private static Connection opened(Inbox inbox) {
        Connection[] found = new Connection[1];
        Inbox.Handler handler =
                new Inbox.Handler() {
                    @Override
                    public void onOpened(Connection connection) {
                        found[0] = connection;
                    }

                    @Override
                    public void onMessage(
                            Connection from, MemorySegment memory, long offset, int bytes) {}

                    @Override
                    public void onImmediate(Connection from, int immediate) {}

                    @Override
                    public void onClosed(Connection connection, String reason) {}
                };
        while (inbox.poll(handler, 1) == 0) {
            inbox.await(Waiting.POLL, 1_000_000);
        }
        return found[0];
    }

    private static void greet(SimHost host, Inbox inbox, int length, long[] took) {
        MemorySegment message = MemorySegment.ofArray(new byte[length]);
        Inbox.Handler greeter =
                new Inbox.Handler() {
                    @Override
                    public void onOpened(Connection connection) {
                        long start = host.nanoTime();
                        assertThat(connection.trySend(message, 0, length)).isTrue();
                        took[0] = host.nanoTime() - start;
                    }

                    @Override
                    public void onMessage(
                            Connection from, MemorySegment memory, long offset, int bytes) {}

                    @Override
                    public void onImmediate(Connection from, int immediate) {}

                    @Override
                    public void onClosed(Connection connection, String reason) {}
                };
        while (inbox.poll(greeter, 1) == 0) {
            inbox.await(Waiting.POLL, 1_000_000);
        }
    }
}
