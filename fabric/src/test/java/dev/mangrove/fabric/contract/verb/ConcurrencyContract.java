package dev.mangrove.fabric.contract.verb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.FailureAssertions;
import dev.mangrove.fabric.contract.MemoryBytes;
import dev.mangrove.fabric.contract.VerbClient;
import dev.mangrove.fabric.contract.World;
import dev.mangrove.fabric.contract.peer.ContractProgram;
import dev.mangrove.fabric.contract.peer.CounterPrograms;
import dev.mangrove.fabric.contract.peer.OrderPrograms;
import dev.mangrove.fabric.contract.peer.PeerContext;
import dev.mangrove.fabric.contract.peer.RemotePeer;
import dev.mangrove.fabric.host.Host;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Concurrent changes of several clients to the same words add up, and become visible in order.
 * Clients work for a given time instead of a given number of operations, so that they overlap on
 * any fabric.
 */
public abstract class ConcurrencyContract extends FabricContract {
    private static final long WORK_NANOS = rounds(150_000_000);
    private static final int COUNTER = 64;

    @Test
    void shouldLoseNoIncrementByCompareAndSwap(World world) {
        RemotePeer[] peers = startThree(world, ContractProgram.INCREMENT_BY_SWAP, COUNTER);
        long increments = increments(peers);
        assertThat(world.client().readWord(world.at(COUNTER))).isEqualTo(increments);
    }

    @Test
    void shouldLoseNoIncrementByFetchAndAdd(World world) {
        RemotePeer[] peers = startThree(world, ContractProgram.INCREMENT_BY_ADD, COUNTER);
        long increments = increments(peers);
        assertThat(world.client().readWord(world.at(COUNTER))).isEqualTo(increments);
    }

    @Test
    void shouldLoseNoIncrementWhenBothAtomicsMeetOnOneWord(World world) {
        RemotePeer swap = start(world, ContractProgram.INCREMENT_BY_SWAP, COUNTER);
        RemotePeer add = start(world, ContractProgram.INCREMENT_BY_ADD, COUNTER);
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
            VerbClient client = world.connect();
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
        RemotePeer[] peers = startThree(world, ContractProgram.INCREMENT_UNDER_LOCK, 0);
        long increments = increments(peers);
        assertThat(world.client().readWord(world.at(8))).isEqualTo(increments);
        assertThat(world.client().readWord(world.at(0))).as("lock is free").isZero();
    }

    /** Where the capability is not declared, the clients' own increments must still add up. */
    @Test
    void shouldComposeWithTheServersAtomicsWhereDeclared(World world) {
        boolean composes = world.capabilities().atomicsComposeWithCpu();
        MemorySegment memory = world.region().memory();
        RemotePeer swap = start(world, ContractProgram.INCREMENT_BY_SWAP, COUNTER);
        RemotePeer add = start(world, ContractProgram.INCREMENT_BY_ADD, COUNTER);
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
        assertThat(MemoryBytes.wordAcquire(memory, COUNTER))
                .isEqualTo(composes ? increments + own[0] : increments);
    }

    @Test
    void shouldNeverPublishBeforeWhatWasWrittenBeforeToAReader(World world) {
        assertFollows(world, ContractProgram.FOLLOW_BY_READ);
    }

    @Test
    void shouldNeverPublishBeforeWhatWasWrittenBeforeToAReaderInPlace(World world) {
        if (world.capabilities().directAccess()) {
            assertFollows(world, ContractProgram.FOLLOW_IN_PLACE);
        } else {
            FailureAssertions.assertFails(
                    Kind.UNSUPPORTED, () -> world.channel().direct(world.region().handle()));
        }
    }

    /** The server reads its own memory in place on every fabric. */
    @Test
    void shouldNeverPublishBeforeWhatWasWrittenBeforeToTheServer(World world) {
        RemotePeer writer = world.start(ContractProgram.PUBLISH, world.target(), world.region(), 0);
        PeerContext.go(writer);
        long seen = OrderPrograms.followInPlace(world.host(), world.region().memory(), WORK_NANOS);
        PeerContext.stop(writer);
        assertThat(writer.finish()).isEmpty();
        assertThat(seen).isPositive();
    }

    @Test
    void shouldNotLetTwoClientsMissEachOtherWhenBothWriteAndThenRead(World world) {
        RemotePeer first =
                world.start(
                        ContractProgram.MEET, world.target(), world.region(), 0, 4 * WORK_NANOS);
        RemotePeer second =
                world.start(
                        ContractProgram.MEET, world.target(), world.region(), 1, 4 * WORK_NANOS);
        PeerContext.go(first, second);
        assertThat(first.finish()).as("rounds in which both saw nothing").containsExactly("0");
        assertThat(second.finish()).as("rounds in which both saw nothing").containsExactly("0");
    }

    @Test
    void shouldNeverTearAnAlignedUnit(World world) {
        RemotePeer writer =
                world.start(ContractProgram.FILL, world.target(), world.region(), 64, 1024);
        RemotePeer reader =
                world.start(
                        ContractProgram.CHECK_UNITS,
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

    private static void assertFollows(World world, ContractProgram follower) {
        RemotePeer writer = world.start(ContractProgram.PUBLISH, world.target(), world.region(), 0);
        RemotePeer reader = world.start(follower, world.target(), world.region(), 0, WORK_NANOS);
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
                    MemoryBytes.getAndAddWord(memory, composes ? COUNTER : 2 * COUNTER, 1);
                    host.spinWait();
                });
    }

    private static RemotePeer start(World world, ContractProgram program, int offset) {
        return world.start(program, world.target(), world.region(), offset, WORK_NANOS);
    }

    private static RemotePeer[] startThree(World world, ContractProgram program, int offset) {
        RemotePeer[] peers = new RemotePeer[3];
        for (int i = 0; i < peers.length; i++) {
            peers[i] = start(world, program, offset);
        }
        PeerContext.go(peers);
        return peers;
    }

    /** Waits for peers and adds up the counts that they report. */
    private static long increments(RemotePeer... peers) {
        long sum = 0;
        for (RemotePeer peer : peers) {
            long own = Long.parseLong(peer.finish().getFirst());
            assertThat(own).isPositive();
            sum += own;
        }
        return sum;
    }
}
