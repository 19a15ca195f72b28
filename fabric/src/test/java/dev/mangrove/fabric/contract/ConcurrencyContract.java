package dev.mangrove.fabric.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Host;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;

/** What several clients do to the same words at the same time adds up, and is seen in order. */
public abstract class ConcurrencyContract extends FabricContract {
    private static final int TIMES = 2000;
    private static final int SIGHTINGS = 200;

    @Test
    void shouldLoseNoIncrementByCompareAndSwap() throws Exception {
        run(
                world -> {
                    Peer[] peers = startThree(world, PeerProgram.INCREMENT_BY_SWAP, 64);
                    finish(peers);
                    assertThat(world.client().readWord(world.at(64))).isEqualTo(3L * TIMES);
                });
    }

    @Test
    void shouldLoseNoIncrementByFetchAndAdd() throws Exception {
        run(
                world -> {
                    Peer[] peers = startThree(world, PeerProgram.INCREMENT_BY_ADD, 64);
                    finish(peers);
                    assertThat(world.client().readWord(world.at(64))).isEqualTo(3L * TIMES);
                });
    }

    @Test
    void shouldLoseNoIncrementWhenBothAtomicsMeetOnOneWord() throws Exception {
        run(
                world -> {
                    Peer swap = start(world, PeerProgram.INCREMENT_BY_SWAP, 64);
                    Peer add = start(world, PeerProgram.INCREMENT_BY_ADD, 64);
                    PeerContext.go(swap, add);
                    for (int i = 0; i < TIMES; i++) {
                        world.client().fetchAndAdd(world.at(64), 1);
                    }
                    finish(swap, add);
                    assertThat(world.client().readWord(world.at(64))).isEqualTo(3L * TIMES);
                });
    }

    @Test
    void shouldProtectACounterByALockMadeOfCompareAndSwap() throws Exception {
        run(
                world -> {
                    int times = TIMES / 4;
                    Peer[] peers = new Peer[3];
                    for (int i = 0; i < peers.length; i++) {
                        peers[i] =
                                world.start(
                                        PeerProgram.INCREMENT_UNDER_LOCK,
                                        world.target(),
                                        world.region(),
                                        0,
                                        64,
                                        times);
                    }
                    PeerContext.go(peers);
                    finish(peers);
                    assertThat(world.client().readWord(world.at(64))).isEqualTo(3L * times);
                    assertThat(world.client().readWord(world.at(0))).as("lock is free").isZero();
                });
    }

    /** Without the promise the clients' own increments must still add up. */
    @Test
    void shouldComposeWithTheServersAtomicsWhereDeclared() throws Exception {
        run(
                world -> {
                    boolean composes = world.capabilities().atomicsComposeWithCpu();
                    MemorySegment memory = world.region().memory();
                    Peer swap = start(world, PeerProgram.INCREMENT_BY_SWAP, 64);
                    Peer add = start(world, PeerProgram.INCREMENT_BY_ADD, 64);
                    PeerContext.go(swap, add);
                    Host.Task own =
                            world.host()
                                    .start(
                                            "own",
                                            () -> {
                                                for (int i = 0; i < TIMES; i++) {
                                                    Memory.getAndAddWord(
                                                            memory, composes ? 64 : 128, 1);
                                                    world.host().spinWait();
                                                }
                                            });
                    finish(swap, add);
                    assertThat(own.join(PATIENCE_NANOS)).isTrue();
                    assertThat(Memory.wordAcquire(memory, 64))
                            .isEqualTo((composes ? 3L : 2L) * TIMES);
                });
    }

    @Test
    void shouldNeverPublishBeforeWhatWasWrittenBeforeToAReader() throws Exception {
        run(
                world -> {
                    Peer writer =
                            world.start(PeerProgram.PUBLISH, world.target(), world.region(), 0);
                    Peer reader =
                            world.start(
                                    PeerProgram.FOLLOW_BY_READ,
                                    world.target(),
                                    world.region(),
                                    0,
                                    SIGHTINGS);
                    PeerContext.go(writer, reader);
                    long last = Long.parseLong(reader.finish().getFirst());
                    PeerContext.stop(writer);
                    writer.finish();
                    assertThat(last).isGreaterThanOrEqualTo(SIGHTINGS);
                });
    }

    @Test
    void shouldNeverPublishBeforeWhatWasWrittenBeforeToAReaderInPlace() throws Exception {
        run(
                world -> {
                    if (!world.capabilities().directAccess()) {
                        Failures.assertFails(
                                Kind.UNSUPPORTED,
                                () -> world.channel().direct(world.region().handle()));
                        return;
                    }
                    Peer writer =
                            world.start(PeerProgram.PUBLISH, world.target(), world.region(), 0);
                    Peer reader =
                            world.start(
                                    PeerProgram.FOLLOW_IN_PLACE,
                                    world.target(),
                                    world.region(),
                                    0,
                                    SIGHTINGS);
                    PeerContext.go(writer, reader);
                    long last = Long.parseLong(reader.finish().getFirst());
                    PeerContext.stop(writer);
                    writer.finish();
                    assertThat(last).isGreaterThanOrEqualTo(SIGHTINGS);
                });
    }

    /** The server reads its own memory in place on every fabric. */
    @Test
    void shouldNeverPublishBeforeWhatWasWrittenBeforeToTheServer() throws Exception {
        run(
                world -> {
                    Peer writer =
                            world.start(PeerProgram.PUBLISH, world.target(), world.region(), 0);
                    MemorySegment memory = world.region().memory();
                    PeerContext.go(writer);
                    long last = OrderPrograms.follow(world.host(), memory, SIGHTINGS);
                    PeerContext.stop(writer);
                    writer.finish();
                    assertThat(last).isGreaterThanOrEqualTo(SIGHTINGS);
                });
    }

    @Test
    void shouldNeverTearAnAlignedUnit() throws Exception {
        run(
                world -> {
                    Peer writer =
                            world.start(PeerProgram.FILL, world.target(), world.region(), 64, 1024);
                    Peer reader =
                            world.start(
                                    PeerProgram.CHECK_UNITS,
                                    world.target(),
                                    world.region(),
                                    64,
                                    1024,
                                    SIGHTINGS);
                    PeerContext.go(writer, reader);
                    assertThat(reader.finish()).isEmpty();
                    PeerContext.stop(writer);
                    assertThat(writer.finish()).isEmpty();
                });
    }

    private static Peer start(World world, PeerProgram program, int offset) {
        return world.start(program, world.target(), world.region(), offset, TIMES);
    }

    private static Peer[] startThree(World world, PeerProgram program, int offset) {
        Peer[] peers = new Peer[3];
        for (int i = 0; i < peers.length; i++) {
            peers[i] = start(world, program, offset);
        }
        PeerContext.go(peers);
        return peers;
    }

    private static void finish(Peer... peers) {
        for (Peer peer : peers) {
            assertThat(peer.finish()).isEmpty();
        }
    }
}
