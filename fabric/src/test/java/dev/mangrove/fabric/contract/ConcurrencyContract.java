package dev.mangrove.fabric.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Host;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What several clients do to the same words at the same time adds up, and is seen in order. They
 * work for a given time rather than a given number of times, so that they are at it together
 * however fast the fabric is.
 */
public abstract class ConcurrencyContract extends FabricContract {
    private static final long WORK_NANOS = 150_000_000;
    private static final int COUNTER = 64;

    @Test
    void shouldLoseNoIncrementByCompareAndSwap(World world) {
        Peer[] peers = startThree(world, PeerProgram.INCREMENT_BY_SWAP, COUNTER);
        long increments = increments(peers);
        assertThat(world.client().readWord(world.at(COUNTER))).isEqualTo(increments);
    }

    @Test
    void shouldLoseNoIncrementByFetchAndAdd(World world) {
        Peer[] peers = startThree(world, PeerProgram.INCREMENT_BY_ADD, COUNTER);
        long increments = increments(peers);
        assertThat(world.client().readWord(world.at(COUNTER))).isEqualTo(increments);
    }

    @Test
    void shouldLoseNoIncrementWhenBothAtomicsMeetOnOneWord(World world) {
        Peer swap = start(world, PeerProgram.INCREMENT_BY_SWAP, COUNTER);
        Peer add = start(world, PeerProgram.INCREMENT_BY_ADD, COUNTER);
        PeerContext.go(swap, add);
        long own =
                CounterPrograms.repeat(
                        world.host(),
                        WORK_NANOS,
                        () -> world.client().fetchAndAdd(world.at(COUNTER), 1));
        long increments = own + increments(swap, add);
        assertThat(world.client().readWord(world.at(COUNTER))).isEqualTo(increments);
    }

    @Test
    void shouldServeSeveralThreadsOfOneFabric(World world) {
        AtomicLong increments = new AtomicLong();
        List<Host.Task> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Client client = world.connect();
            threads.add(
                    world.host()
                            .start(
                                    "client",
                                    () ->
                                            increments.addAndGet(
                                                    CounterPrograms.repeat(
                                                            world.host(),
                                                            WORK_NANOS,
                                                            () ->
                                                                    client.fetchAndAdd(
                                                                            world.at(COUNTER),
                                                                            1)))));
        }
        for (Host.Task thread : threads) {
            assertThat(thread.join(PATIENCE_NANOS)).isTrue();
        }
        assertThat(increments.get()).isPositive();
        assertThat(world.client().readWord(world.at(COUNTER))).isEqualTo(increments.get());
    }

    @Test
    void shouldProtectACounterByALockMadeOfCompareAndSwap(World world) {
        Peer[] peers = startThree(world, PeerProgram.INCREMENT_UNDER_LOCK, 0);
        long increments = increments(peers);
        assertThat(world.client().readWord(world.at(8))).isEqualTo(increments);
        assertThat(world.client().readWord(world.at(0))).as("lock is free").isZero();
    }

    /** Without the promise the clients' own increments must still add up. */
    @Test
    void shouldComposeWithTheServersAtomicsWhereDeclared(World world) {
        boolean composes = world.capabilities().atomicsComposeWithCpu();
        MemorySegment memory = world.region().memory();
        Peer swap = start(world, PeerProgram.INCREMENT_BY_SWAP, COUNTER);
        Peer add = start(world, PeerProgram.INCREMENT_BY_ADD, COUNTER);
        long[] own = {0};
        PeerContext.go(swap, add);
        Host.Task server =
                world.host()
                        .start(
                                "increment",
                                () -> own[0] = incrementInPlace(world.host(), memory, composes));
        long increments = increments(swap, add);
        assertThat(server.join(PATIENCE_NANOS)).isTrue();
        assertThat(own[0]).isPositive();
        assertThat(Memory.wordAcquire(memory, COUNTER))
                .isEqualTo(composes ? increments + own[0] : increments);
    }

    @Test
    void shouldNeverPublishBeforeWhatWasWrittenBeforeToAReader(World world) {
        assertFollows(world, PeerProgram.FOLLOW_BY_READ);
    }

    @Test
    void shouldNeverPublishBeforeWhatWasWrittenBeforeToAReaderInPlace(World world) {
        if (world.capabilities().directAccess()) {
            assertFollows(world, PeerProgram.FOLLOW_IN_PLACE);
        } else {
            Failures.assertFails(
                    Kind.UNSUPPORTED, () -> world.channel().direct(world.region().handle()));
        }
    }

    /** The server reads its own memory in place on every fabric. */
    @Test
    void shouldNeverPublishBeforeWhatWasWrittenBeforeToTheServer(World world) {
        Peer writer = world.start(PeerProgram.PUBLISH, world.target(), world.region(), 0);
        PeerContext.go(writer);
        long seen = OrderPrograms.followInPlace(world.host(), world.region().memory(), WORK_NANOS);
        PeerContext.stop(writer);
        assertThat(writer.finish()).isEmpty();
        assertThat(seen).isPositive();
    }

    @Test
    void shouldNotLetTwoClientsMissEachOtherWhenBothWriteAndThenRead(World world) {
        Peer first =
                world.start(PeerProgram.MEET, world.target(), world.region(), 0, 4 * WORK_NANOS);
        Peer second =
                world.start(PeerProgram.MEET, world.target(), world.region(), 1, 4 * WORK_NANOS);
        PeerContext.go(first, second);
        assertThat(first.finish()).as("rounds in which both saw nothing").containsExactly("0");
        assertThat(second.finish()).as("rounds in which both saw nothing").containsExactly("0");
    }

    @Test
    void shouldNeverTearAnAlignedUnit(World world) {
        Peer writer = world.start(PeerProgram.FILL, world.target(), world.region(), 64, 1024);
        Peer reader =
                world.start(
                        PeerProgram.CHECK_UNITS,
                        world.target(),
                        world.region(),
                        64,
                        1024,
                        WORK_NANOS);
        PeerContext.go(writer, reader);
        assertThat(Long.parseLong(reader.finish().getFirst())).isPositive();
        PeerContext.stop(writer);
        assertThat(writer.finish()).isEmpty();
    }

    private static void assertFollows(World world, PeerProgram follower) {
        Peer writer = world.start(PeerProgram.PUBLISH, world.target(), world.region(), 0);
        Peer reader = world.start(follower, world.target(), world.region(), 0, WORK_NANOS);
        PeerContext.go(writer, reader);
        assertThat(Long.parseLong(reader.finish().getFirst())).isPositive();
        PeerContext.stop(writer);
        assertThat(writer.finish()).isEmpty();
    }

    private static long incrementInPlace(Host host, MemorySegment memory, boolean composes) {
        return CounterPrograms.repeat(
                host,
                WORK_NANOS,
                () -> {
                    Memory.getAndAddWord(memory, composes ? COUNTER : 2 * COUNTER, 1);
                    host.spinWait();
                });
    }

    private static Peer start(World world, PeerProgram program, int offset) {
        return world.start(program, world.target(), world.region(), offset, WORK_NANOS);
    }

    private static Peer[] startThree(World world, PeerProgram program, int offset) {
        Peer[] peers = new Peer[3];
        for (int i = 0; i < peers.length; i++) {
            peers[i] = start(world, program, offset);
        }
        PeerContext.go(peers);
        return peers;
    }

    /** Waits for peers and sums up what they say they have done. */
    private static long increments(Peer... peers) {
        long sum = 0;
        for (Peer peer : peers) {
            long own = Long.parseLong(peer.finish().getFirst());
            assertThat(own).isPositive();
            sum += own;
        }
        return sum;
    }
}
