package dev.mangrove.server.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.latch.LatchOwner;
import dev.mangrove.index.latch.LatchPlace;
import dev.mangrove.index.latch.RemoteLatches;
import dev.mangrove.index.latch.WordLatches;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.CardTable;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** Latches on network cards of several kinds. */
final class CardLatchesTest {
    private static final int KEYS = 200;
    private static final long SECOND = 1_000_000_000;
    private static final long PAGE =
            PagePointer.of(
                    Address.of(
                            AddressSpace.regionId(0, AddressSpace.CHUNK_REGION),
                            AddressSpace.FIRST_CHUNK),
                    1);
    private static final Profile MASKED = Profile.named("base");
    private static final Profile PLAIN = MASKED.with("promise.masked_atomics", 0);

    private final List<String> failures = new ArrayList<>();
    private final List<String> trace = new ArrayList<>();
    private @Nullable SimCluster cluster;
    private URI uri = URI.create("sim://nowhere:1");

    @AfterEach
    void close() {
        if (cluster != null) {
            cluster.close();
            cluster = null;
        }
    }

    @Test
    void shouldBeOf16BitsWhereAtomicsAreMasked() {
        assertThat(tableOf(MASKED)).isEqualTo(AddressSpace.SHORT_LATCH_REGION + ":" + 262_144);
    }

    @Test
    void shouldBeWordsWhereAtomicsAreNot() {
        assertThat(tableOf(PLAIN)).isEqualTo(AddressSpace.WORD_LATCH_REGION + ":" + 262_144);
    }

    @Test
    void shouldBeAsManyAsTheCardHasRoomFor() {
        assertThat(tableOf(PLAIN.with("device.bytes", 100_000)))
                .isEqualTo(AddressSpace.WORD_LATCH_REGION + ":" + 65_536);
        assertThat(tableOf(MASKED.with("device.bytes", 100_000)))
                .isEqualTo(AddressSpace.WORD_LATCH_REGION + ":" + 65_536);
    }

    @Test
    void shouldBeInMainMemoryWhereTheCardHasNoRoom() {
        assertThat(tableOf(PLAIN.with("device.bytes", 16_384))).isEqualTo("none");
        assertThat(tableOf(PLAIN.with("device.bytes", 0))).isEqualTo("none");
    }

    @Test
    void shouldLetOneInAndTakeOverFromTheDead() {
        start(PLAIN);
        long[] words = new long[2];
        SimHost victim = running().addHost();
        client(
                victim,
                session -> {
                    long mine = latches(session).nextWord();
                    assertThat(swap(session, LatchOwner.FREE, mine)).isEqualTo(LatchOwner.FREE);
                    words[0] = mine;
                    session.host().sleep(1000 * SECOND);
                });
        assertThat(running().runUntil(SECOND, () -> words[0] != 0)).isTrue();
        finish(
                session -> {
                    RemoteLatches latches = latches(session);
                    words[1] = swap(session, LatchOwner.FREE, latches.nextWord());
                    assertThat(latches.isGone(words[1], false)).isFalse();
                });
        assertThat(words[1]).as("held by the first").isEqualTo(words[0]);
        victim.crash();
        running().run(2 * SECOND);
        finish(
                session -> {
                    RemoteLatches latches = latches(session);
                    assertThat(latches.isGone(words[0], false)).isTrue();
                    long mine = latches.nextWord();
                    assertThat(swap(session, words[0], mine)).as("found").isEqualTo(words[0]);
                    assertThat(swap(session, mine, mine)).as("taken over").isEqualTo(mine);
                    Batch batch = session.link(0).channel().batch(1);
                    latches.free(batch, PAGE);
                    batch.execute();
                    assertThat(swap(session, LatchOwner.FREE, mine)).as("given back").isZero();
                });
    }

    /** All techniques of the design, with plain swaps in the few words that a card has. */
    @Test
    void shouldServeATreeByPlainSwapsOnTheCard() {
        start(PLAIN.with("device.bytes", 32 << 10));
        finish(
                session -> {
                    OrderedOptions options = OrderedOptions.of(Design.SHERMAN);
                    try (Mangrove mangrove = connect(session.host());
                            OrderedIndex index = mangrove.createOrdered("numbers", options)) {
                        for (int i = 0; i < KEYS; i++) {
                            index.put(i, -i);
                        }
                        assertThat(index.count(0, KEYS)).isEqualTo(KEYS);
                        assertThat(index.verify().faults()).isEmpty();
                    }
                });
        int card = AddressSpace.regionId(0, AddressSpace.WORD_LATCH_REGION);
        String there = " at " + Address.toString(Address.of(card, 0)).split("0x", -1)[0];
        List<String> swaps =
                trace.stream()
                        .filter(line -> line.contains(Verb.COMPARE_AND_SWAP + " takes effect"))
                        .filter(line -> line.contains(there))
                        .toList();
        assertThat(swaps).hasSizeGreaterThanOrEqualTo(KEYS);
    }

    private static RemoteLatches latches(Session session) {
        RegionHandle table = session.link(0).cardLatches();
        assertThat(table).isNotNull();
        return new WordLatches(
                session, 0, new LatchOwner(session.number()), LatchPlace.onCard(table));
    }

    private static long swap(Session session, long expected, long mine) {
        RemoteLatches latches = latches(session);
        Batch batch = session.link(0).channel().batch(1);
        int swap = latches.swap(batch, PAGE, expected, mine);
        batch.execute();
        return latches.found(batch, swap, PAGE);
    }

    private String tableOf(Profile profile) {
        start(profile);
        String[] found = {"none"};
        finish(
                session -> {
                    RegionHandle region = session.link(0).cardLatches();
                    if (region != null) {
                        found[0] = CardTable.of(region).region() + ":" + region.size();
                    }
                });
        close();
        return found[0];
    }

    private void start(Profile profile) {
        SimCluster made = new SimCluster(profile, 1, Faults.NONE, 0, trace::add);
        cluster = made;
        SimHost host = made.addHost();
        uri = URI.create("sim://" + host.name() + ":1");
        boolean[] started = new boolean[1];
        host.start(
                "start",
                () -> {
                    MemoryServer.start(
                            ServerOptions.at(uri)
                                    .withHost(host)
                                    .withMemoryLimit(4 * AddressSpace.CHUNK_BYTES));
                    started[0] = true;
                });
        assertThat(made.runUntil(SECOND, () -> started[0])).isTrue();
    }

    private void finish(Consumer<Session> body) {
        Host.Task task = client(running().addHost(), body);
        boolean ended = running().runUntil(10 * SECOND, () -> !task.isAlive());
        assertThat(failures).isEmpty();
        assertThat(ended).as("ended in time").isTrue();
    }

    private Host.Task client(SimHost host, Consumer<Session> body) {
        return host.start(
                "client",
                () -> {
                    try (Mangrove mangrove = connect(host);
                            Session session = ClientAccess.of(mangrove).session()) {
                        body.accept(session);
                    } catch (RuntimeException | AssertionError e) {
                        failures.add(e.toString());
                    }
                });
    }

    private Mangrove connect(Host host) {
        return Mangrove.connect(uri, ConnectOptions.DEFAULT, host);
    }

    private SimCluster running() {
        return Objects.requireNonNull(cluster);
    }
}
