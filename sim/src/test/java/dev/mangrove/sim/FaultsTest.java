package dev.mangrove.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.sim.hardware.Profile;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

final class FaultsTest {
    private static final int LINE = 64;
    private static final int LINES = 16;
    private static final long STOP_NANOS = 2_000_000_000;

    private final List<SimCluster> clusters = new ArrayList<>();
    private SimCluster cluster;
    private SimHost server;
    private Region region;
    private Target target;

    private void open(String faults, long seed, boolean ordered) {
        Profile profile =
                Profile.named("base")
                        .with("promise.ordered_writes", ordered ? 1 : 0)
                        .with("nic.retry_ns", 1_000_000);
        cluster = new SimCluster(profile, seed, Faults.parse(faults), 0, null);
        clusters.add(cluster);
        server = cluster.addHost();
        target = server.fabric().listen(TargetOptions.at(URI.create("sim://h0:1")));
        region = target.allocate(1, 1 << 16, Placement.HOST);
    }

    @AfterEach
    void close() {
        clusters.forEach(SimCluster::close);
    }

    private Channel connect(SimHost host) {
        EndpointOptions options = EndpointOptions.DEFAULT.withTimeout(Duration.ofMillis(50));
        Endpoint endpoint = host.fabric().endpoint(options);
        Channel channel = endpoint.connect(target.uri());
        channel.attach(region.handle());
        return channel;
    }

    private long at(long offset) {
        return region.handle().address(offset);
    }

    /**
     * Runs a writer of whole records and a concurrent reader; returns the number of READs that
     * mixed two records, and of those that tore a line.
     */
    private int[] mixtures(String faults) {
        open(faults, 1, true);
        SimHost writing = cluster.addHost();
        SimHost reading = cluster.addHost();
        boolean[] done = new boolean[1];
        int[] found = new int[2];
        writing.start(
                "writer",
                () -> {
                    Channel channel = connect(writing);
                    Batch batch = channel.batch(1);
                    MemorySegment local = channel.endpoint().allocate(LINES * LINE);
                    for (long version = 1; !done[0]; version++) {
                        for (int i = 0; i < LINES * LINE; i += Long.BYTES) {
                            local.set(JAVA_LONG, i, version);
                        }
                        batch.clear().write(at(0), local, 0, LINES * LINE);
                        batch.execute();
                    }
                });
        reading.start(
                "reader",
                () -> {
                    Channel channel = connect(reading);
                    Batch batch = channel.batch(1);
                    MemorySegment local = channel.endpoint().allocate(LINES * LINE);
                    for (int round = 0; round < 400; round++) {
                        batch.clear().read(at(0), local, 0, LINES * LINE);
                        batch.execute();
                        count(local, found);
                    }
                    done[0] = true;
                });
        cluster.run();
        return found;
    }

    private static void count(MemorySegment local, int[] found) {
        Set<Long> versions = new TreeSet<>();
        boolean torn = false;
        for (int i = 0; i < LINES * LINE; i += Long.BYTES) {
            versions.add(local.get(JAVA_LONG, i));
            torn |= local.get(JAVA_LONG, i) != local.get(JAVA_LONG, i - i % LINE);
        }
        found[0] += versions.size() > 1 ? 1 : 0;
        found[1] += torn ? 1 : 0;
    }

    @Test
    void shouldReadWholeRecordsWithoutFaults() {
        assertThat(mixtures("none")).containsExactly(0, 0);
    }

    @Test
    void shouldMixLinesOfTornReadsButNeverTearALine() {
        int[] found = mixtures("torn-reads");

        assertThat(found[0]).isGreaterThan(10);
        assertThat(found[1]).isZero();
    }

    @Test
    void shouldMixLinesOfTornWritesButNeverTearALine() {
        int[] found = mixtures("torn-writes");

        assertThat(found[0]).isGreaterThan(10);
        assertThat(found[1]).isZero();
    }

    /**
     * Writes data and then a flag many times; returns how often a reader saw the flag without the
     * data.
     */
    private int overtaken(boolean ordered) {
        open("reordered-writes", 3, ordered);
        SimHost writing = cluster.addHost();
        int[] seen = new int[1];
        boolean[] done = new boolean[1];
        writing.start(
                "writer",
                () -> {
                    Channel channel = connect(writing);
                    Batch batch = channel.batch(2);
                    for (long version = 1; version <= 200; version++) {
                        batch.clear();
                        batch.writeLong(at(0), version);
                        batch.writeLong(at(LINE), version);
                        batch.execute();
                    }
                    done[0] = true;
                });
        server.start(
                "watcher",
                () -> {
                    while (!done[0]) {
                        long flag = region.memory().get(JAVA_LONG, LINE);
                        seen[0] += region.memory().get(JAVA_LONG, 0) < flag ? 1 : 0;
                        server.spinWait();
                    }
                });
        cluster.run();
        return seen[0];
    }

    @Test
    void shouldReorderWritesOnlyWhereTheProfileDoesNotPromiseTheirOrder() {
        assertThat(overtaken(true)).isZero();
        assertThat(overtaken(false)).isPositive();
    }

    @Test
    void shouldLoseCompletionsOfAtomicsThatTookEffect() {
        open("lost-completions", 1, true);
        SimHost client = cluster.addHost();
        long[] counts = new long[2];
        client.start(
                "client",
                () -> {
                    for (int life = 0; life < 3; life++) {
                        try {
                            Batch batch = connect(client).batch(1);
                            while (true) {
                                batch.clear().fetchAndAdd(at(0), 1);
                                batch.execute();
                                counts[0]++;
                            }
                        } catch (FabricException e) {
                            assertThat(e.kind()).isEqualTo(Kind.PEER_LOST);
                            counts[1]++;
                        }
                    }
                });
        cluster.run();

        assertThat(counts[1]).isEqualTo(3);
        assertThat(region.memory().get(JAVA_LONG, 0)).isEqualTo(counts[0] + 3);
    }

    @Test
    void shouldEndAClientAtItsNthVerb() {
        open("none", 1, true);
        SimHost client = cluster.addHost();
        client.crashAtPost(10);
        var task =
                client.start(
                        "client",
                        () -> {
                            Batch batch = connect(client).batch(1);
                            while (true) {
                                batch.clear().fetchAndAdd(at(0), 1);
                                batch.execute();
                            }
                        });
        cluster.run();

        assertThat(task.isAlive()).isFalse();
        assertThat(region.memory().get(JAVA_LONG, 0)).isEqualTo(9);
    }

    @Test
    void shouldStopAllThreadsOfAClientBeforeItsNthVerb() {
        open("none", 1, true);
        SimHost client = cluster.addHost();
        client.slow(16); // A stop takes no longer on a slow host.
        client.stopAtPost(10, STOP_NANOS);
        List<Long> gaps = new ArrayList<>();
        for (int thread = 0; thread < 2; thread++) {
            client.start("client", () -> gaps.add(longestGap(client)));
        }
        cluster.run();

        assertThat(gaps).hasSize(2);
        assertThat(gaps).allMatch(gap -> gap >= STOP_NANOS && gap < STOP_NANOS + STOP_NANOS / 100);
        assertThat(region.memory().get(JAVA_LONG, 0)).isEqualTo(2 * 20);
        assertThat(cluster.injector().happened(InjectedFault.LONG_PAUSE)).isEqualTo(1);
        assertThat(cluster.injector().stoppedNanos()).isEqualTo(STOP_NANOS);
    }

    /** The longest time between two of twenty verbs. */
    private long longestGap(SimHost client) {
        Batch batch = connect(client).batch(1);
        long longest = 0;
        long last = client.nanoTime();
        for (int i = 0; i < 20; i++) {
            batch.clear().fetchAndAdd(at(0), 1);
            batch.execute();
            longest = Math.max(longest, client.nanoTime() - last);
            last = client.nanoTime();
        }
        return longest;
    }

    @Test
    void shouldNotPostWhenThePeerWasLostDuringAStop() {
        open("none", 1, true);
        SimHost client = cluster.addHost();
        client.stopAtPost(10, STOP_NANOS);
        Kind[] kind = new Kind[1];
        client.start(
                "client",
                () -> {
                    Batch batch = connect(client).batch(1);
                    try {
                        while (true) {
                            batch.clear().fetchAndAdd(at(0), 1);
                            batch.execute();
                        }
                    } catch (FabricException e) {
                        kind[0] = e.kind();
                    }
                });
        cluster.run(STOP_NANOS / 2);
        long posted = cluster.verbs();
        server.crash();
        cluster.run();

        assertThat(kind[0]).isEqualTo(Kind.PEER_LOST);
        assertThat(cluster.verbs()).isEqualTo(posted);
    }

    @Test
    void shouldLoseAServerThatCrashesAtItsNthVerb() {
        open("none", 1, true);
        SimHost client = cluster.addHost();
        server.crashAtServe(10);
        Kind[] kind = new Kind[1];
        long[] done = new long[1];
        client.start(
                "client",
                () -> {
                    Batch batch = connect(client).batch(1);
                    try {
                        while (true) {
                            batch.clear().fetchAndAdd(at(0), 1);
                            batch.execute();
                            done[0]++;
                        }
                    } catch (FabricException e) {
                        kind[0] = e.kind();
                    }
                    assertThatThrownBy(() -> connect(client)).isInstanceOf(FabricException.class);
                });
        cluster.run();

        assertThat(kind[0]).isEqualTo(Kind.PEER_LOST);
        assertThat(done[0]).isEqualTo(9);
    }

    @Test
    void shouldOutlastACutThatIsShorterThanTheCardsPatience() {
        open("flaps", 1, true);
        assertThat(kindAfterCut(300_000)).isNull();
    }

    @Test
    void shouldLoseThePeerOverACutThatLasts() {
        open("cuts", 1, true);
        assertThat(kindAfterCut(10_000_000_000L)).isEqualTo(Kind.PEER_LOST);
    }

    private Kind kindAfterCut(long nanos) {
        SimHost client = cluster.addHost();
        Kind[] kind = new Kind[1];
        client.start(
                "client",
                () -> {
                    Batch batch = connect(client).batch(1);
                    server.cut(nanos);
                    try {
                        batch.clear().fetchAndAdd(at(0), 1);
                        batch.execute();
                    } catch (FabricException e) {
                        kind[0] = e.kind();
                    }
                });
        cluster.run(100_000_000);
        return kind[0];
    }

    @Test
    void shouldReadFaultsByName() {
        assertThat(Faults.parse("torn-reads, loss").toString()).isEqualTo("torn-reads,loss");
        assertThat(Faults.parse("all")).isEqualTo(Faults.ALL);
        assertThat(Faults.parse("none")).isEqualTo(Faults.NONE);
        assertThatThrownBy(() -> Faults.parse("gremlins"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no such fault: gremlins; there are all, none, torn-reads");
    }
}
