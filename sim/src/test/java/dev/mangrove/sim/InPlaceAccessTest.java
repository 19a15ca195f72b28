package dev.mangrove.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.sim.Interleaving.Stores;
import dev.mangrove.sim.hardware.Profile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Litmus tests of the memory model, each with many seeds: the results that two threads in place can
 * observe. Runs with {@code -Dmangrove.watched=true}.
 */
final class InPlaceAccessTest {
    private static final int SEEDS = 200;
    private static final int LOOKS = 400;
    private static final long X = 0;
    private static final long Y = 64;
    private static final long BYTES = 4096;
    private static final long LINGERING_NANOS = 100_000;

    /** The values that two threads have read. */
    private final long[] read = new long[2];

    @ParameterizedTest
    @EnumSource(Stores.class)
    void shouldLetLoadsOvertakeStoresOnlyWhenStoresAreLate(Stores stores) {
        Set<String> seen = seen(stores, memory -> storeThenLoad(memory, false));
        assertThat(seen.contains("0 0")).isEqualTo(stores != Stores.AT_ONCE);
        assertThat(seen).contains("0 1", "1 0");
    }

    @ParameterizedTest
    @EnumSource(Stores.class)
    void shouldShowStoresAtAFullFence(Stores stores) {
        Set<String> seen = seen(stores, memory -> storeThenLoad(memory, true));
        assertThat(seen).doesNotContain("0 0").contains("0 1", "1 0");
    }

    @ParameterizedTest
    @EnumSource(Stores.class)
    void shouldReorderPlainStoresOnlyInAnyOrder(Stores stores) {
        Set<String> seen = seen(stores, memory -> passMessage(memory, false));
        assertThat(seen.contains("1 0")).isEqualTo(stores == Stores.ANY_ORDER);
    }

    @ParameterizedTest
    @EnumSource(Stores.class)
    void shouldKeepTheOrderOfReleaseStores(Stores stores) {
        Set<String> seen = seen(stores, memory -> passMessage(memory, true));
        assertThat(seen).doesNotContain("1 0").contains("1 1");
    }

    @ParameterizedTest
    @EnumSource(Stores.class)
    void shouldShowAThreadItsOwnStores(Stores stores) {
        Set<String> seen =
                seen(
                        stores,
                        memory ->
                                List.of(
                                        () -> {
                                            SharedWords.plain(memory, X, 1);
                                            SharedWords.plain(memory, X, 2);
                                            read[0] = SharedWords.plain(memory, X);
                                            SharedWords.release(memory, X, 3);
                                            read[1] = SharedWords.acquire(memory, X);
                                        }));
        assertThat(seen).containsExactly("2 3");
    }

    @ParameterizedTest
    @EnumSource(Stores.class)
    void shouldSwapOnlyOnce(Stores stores) {
        Set<String> seen =
                seen(
                        stores,
                        memory ->
                                List.of(
                                        () -> read[0] = SharedWords.swap(memory, X, 0, 1),
                                        () -> read[1] = SharedWords.swap(memory, X, 0, 2)));
        assertThat(seen).containsExactly("0 1", "2 0");
    }

    @Test
    void shouldKeepWhatAProcessThatDiedHasStored() {
        try (SimCluster cluster = cluster(1, Stores.IN_ORDER)) {
            MemorySegment memory = region(cluster.addHost()).memory();
            SimHost dying = cluster.addHost();
            dying.start(
                    "dies",
                    () -> {
                        SharedWords.plain(memory, X, 7);
                        dying.crash();
                    });
            cluster.run();
            assertThat(SharedWords.plain(memory, X)).isEqualTo(7);
        }
    }

    @Test
    void shouldUseMemoryOfANeighbourInPlaceAndNotThatOfOthers() {
        Profile profile = Profile.named("base").with("host.direct", 1);
        try (SimCluster cluster = new SimCluster(profile, 1)) {
            SimHost server = cluster.addHost();
            Region region = region(server);
            URI uri = URI.create("sim://" + server.name() + ":1");
            List<Boolean> direct = new ArrayList<>();
            for (SimHost client : List.of(cluster.addHostBeside(server), cluster.addHost())) {
                var endpoint = client.fabric().endpoint(EndpointOptions.DEFAULT);
                direct.add(endpoint.connect(uri).capabilities().directAccess());
            }
            assertThat(direct).containsExactly(true, false);
            assertThat(region.handle().size()).isEqualTo(BYTES);
        }
    }

    /** Both store to one word and load the other's; without fences both may load 0. */
    private List<Runnable> storeThenLoad(MemorySegment memory, boolean fence) {
        List<Runnable> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int self = i;
            threads.add(
                    () -> {
                        SharedWords.plain(memory, self == 0 ? X : Y, 1);
                        if (fence) {
                            SharedWords.fullFence();
                        }
                        read[self] = SharedWords.plain(memory, self == 0 ? Y : X);
                    });
        }
        return threads;
    }

    /**
     * One thread stores data and then a flag; the other, if it sees the flag, must see the data.
     */
    private List<Runnable> passMessage(MemorySegment memory, boolean release) {
        return List.of(
                () -> {
                    SharedWords.plain(memory, X, 1);
                    if (release) {
                        SharedWords.release(memory, Y, 1);
                    } else {
                        SharedWords.plain(memory, Y, 1);
                    }
                },
                () -> {
                    read[0] = 0;
                    for (int looks = 0; read[0] == 0 && looks < LOOKS; looks++) {
                        read[0] = SharedWords.acquire(memory, Y);
                    }
                    read[1] = SharedWords.plain(memory, X);
                });
    }

    private interface Litmus {
        List<Runnable> threads(MemorySegment memory);
    }

    private Set<String> seen(Stores stores, Litmus litmus) {
        Set<String> seen = new TreeSet<>();
        for (int seed = 1; seed <= SEEDS; seed++) {
            try (SimCluster cluster = cluster(seed, stores)) {
                MemorySegment memory = region(cluster.addHost()).memory();
                litmus.threads(memory).forEach(body -> start(cluster.addHost(), body));
                cluster.run();
            }
            String result = read[0] + " " + read[1];
            boolean _ = seen.add(result);
        }
        return seen;
    }

    /** Starts a thread that sleeps at its end, as an ended thread has an empty store buffer. */
    private static void start(SimHost host, Runnable body) {
        host.start(
                "thread",
                () -> {
                    body.run();
                    host.sleep(LINGERING_NANOS);
                });
    }

    private static SimCluster cluster(long seed, Stores stores) {
        SimCluster cluster = new SimCluster(Profile.named("base"), seed, Faults.NONE, 0, null);
        cluster.interleave(new Interleaving(2, 2_000, stores));
        return cluster;
    }

    private static Region region(SimHost host) {
        URI uri = URI.create("sim://" + host.name() + ":1");
        Target target = host.fabric().listen(TargetOptions.at(uri));
        return target.allocate(1, BYTES, Placement.HOST);
    }
}
