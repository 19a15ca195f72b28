package dev.mangrove.fabric.contract.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.FailureAssertions;
import dev.mangrove.fabric.contract.MemoryBytes;
import dev.mangrove.fabric.contract.VerbClient;
import dev.mangrove.fabric.contract.World;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * A bad request ends in an exception, fails its channel for good, and affects neither the memory
 * nor other clients.
 */
public abstract class ErrorContract extends FabricContract {
    private static final byte FILL = 0x5A;
    private static final int UNKNOWN = 9;

    @Test
    void shouldRefuseAddressesOfRegionsThatAreNotAttached(World world) {
        Region unseen = world.target().allocate(2, 4096, Placement.HOST);
        for (long address :
                new long[] {
                    Address.NULL,
                    8,
                    Address.of(UNKNOWN, 0),
                    unseen.handle().address(0),
                    Address.of(Address.MAX_REGION, 0)
                }) {
            for (Request request : requestsAt(address, 8)) {
                assertRefused(world, Kind.BAD_KEY, request);
            }
        }
    }

    @Test
    void shouldRefuseTransfersThatLeaveTheRegion(World world) {
        int end = World.REGION_BYTES;
        for (long[] range :
                new long[][] {
                    {end - 7, 8},
                    {end, 1},
                    {end, 8},
                    {end + 64L, 8},
                    {end - 1, 4096},
                    {1L << 32, 8},
                    {1L << 47, 8},
                    {Address.MAX_OFFSET - 7, 8},
                    {Address.MAX_OFFSET, 1},
                    {Address.MAX_OFFSET, 4096}
                }) {
            for (Request request : transfersAt(world.at(range[0]), (int) range[1])) {
                assertRefused(world, Kind.OUT_OF_BOUNDS, request);
            }
        }
    }

    @Test
    void shouldRefuseAtomicsThatLeaveTheRegion(World world) {
        for (long offset : new long[] {World.REGION_BYTES, 1L << 32, Address.MAX_OFFSET - 7}) {
            for (Request request : atomicsAt(world.at(offset))) {
                assertRefused(world, Kind.OUT_OF_BOUNDS, request);
            }
        }
    }

    @Test
    void shouldRefuseMisalignedAtomics(World world) {
        for (int offset : new int[] {1, 4, 7, 12, World.REGION_BYTES - 12}) {
            for (Request request : atomicsAt(world.at(offset))) {
                assertRefused(world, Kind.MISALIGNED, request);
            }
        }
    }

    @Test
    void shouldRefuseAKeyThatDoesNotOpenTheRegion(World world) {
        RegionHandle right = world.region().handle();
        for (long key :
                new long[] {right.key() + 1, ~right.key(), right.key() ^ (1L << 63), 0, -1}) {
            assertDoesNotOpen(
                    world, new RegionHandle(right.id(), key, right.size(), right.placement()));
        }
    }

    @Test
    void shouldRefuseRegionsThatTheServerDoesNotHave(World world) {
        RegionHandle right = world.region().handle();
        for (int id : new int[] {UNKNOWN, Address.MAX_REGION}) {
            assertDoesNotOpen(
                    world, new RegionHandle(id, right.key(), right.size(), right.placement()));
        }
        Region elsewhere = world.listen().allocate(UNKNOWN, 4096, Placement.HOST);
        assertDoesNotOpen(world, elsewhere.handle());
    }

    /** The client's own check of the bounds passes here, so the server must check them. */
    @Test
    void shouldNotLetAForgedSizeReachBeyondTheRegion(World world) {
        RegionHandle right = world.region().handle();
        RegionHandle forged =
                new RegionHandle(right.id(), right.key(), 2 * right.size(), right.placement());
        for (Request request : requestsAt(forged.address(right.size()), 64)) {
            world.region().memory().fill(FILL);
            VerbClient other = world.connect();
            VerbClient client = world.connect(world.target());
            FabricException failure =
                    catchFailure(
                            () -> {
                                client.channel().attach(forged);
                                request.execute(client);
                            });
            assertThat(failure.kind()).as("%s", failure).isIn(Kind.BAD_KEY, Kind.OUT_OF_BOUNDS);
            assertThat(failure).hasMessageContaining(client.channel().peer().toString());
            assertUnharmed(world, other);
        }
    }

    @Test
    void shouldNotCarryOutWhatFollowsABadRequest(World world) {
        VerbClient client = world.connect();
        Batch batch = client.channel().batch(3);
        batch.writeLong(world.at(0), 1);
        batch.writeLong(Address.of(World.REGION, World.REGION_BYTES), 2);
        batch.writeLong(world.at(8), 3);
        FabricException failure = FailureAssertions.assertFails(Kind.OUT_OF_BOUNDS, batch::execute);
        assertThat(failure)
                .hasMessageContaining(
                        Address.toString(Address.of(World.REGION, World.REGION_BYTES)));
        Batch next = client.channel().batch(1);
        next.writeLong(world.at(8), 4);
        FailureAssertions.assertFails(Kind.OUT_OF_BOUNDS, next::execute);
        assertThat(MemoryBytes.word(world.region().memory(), 0)).isIn(0L, 1L);
        assertThat(MemoryBytes.word(world.region().memory(), 8)).isZero();
    }

    @Test
    void shouldRemainUsableOnOtherChannelsOfTheSameEndpoint(World world) {
        VerbClient bad = VerbClient.connect(world.endpoint(), world.target(), world.region());
        FailureAssertions.assertFails(Kind.MISALIGNED, () -> bad.fetchAndAdd(world.at(1), 1));
        world.client().writeWord(world.at(0), 8);
        assertThat(world.client().readWord(world.at(0))).isEqualTo(8);
        VerbClient again = VerbClient.connect(world.endpoint(), world.target(), world.region());
        assertThat(again.readWord(world.at(0))).isEqualTo(8);
        assertThat(bad.channel().isOpen()).isFalse();
    }

    /** Asserts that a request on a channel of its own fails, names itself, and changes nothing. */
    private static void assertRefused(World world, Kind kind, Request request) {
        world.region().memory().fill(FILL);
        VerbClient other = world.client();
        VerbClient client = VerbClient.connect(other.endpoint(), world.target(), world.region());
        FabricException failure =
                FailureAssertions.assertFails(kind, () -> request.execute(client));
        assertThat(failure)
                .hasMessageContaining(request.verb().name())
                .hasMessageContaining(Address.toString(request.address()))
                .hasMessageContaining(client.channel().peer().toString());
        FailureAssertions.assertStaysFailed(client.channel(), kind, client.channel().batch(1));
        assertUnharmed(world, other);
        client.channel().close();
    }

    private static void assertDoesNotOpen(World world, RegionHandle handle) {
        world.region().memory().fill(FILL);
        VerbClient client = world.connect(world.target());
        FabricException failure =
                FailureAssertions.assertFails(
                        Kind.BAD_KEY,
                        () -> {
                            client.channel().attach(handle);
                            client.writeWord(handle.address(0), 1);
                        });
        assertThat(failure).hasMessageContaining(client.channel().peer().toString());
        FailureAssertions.assertStaysFailed(
                client.channel(), Kind.BAD_KEY, client.channel().batch(1));
        assertUnharmed(world, world.client());
        client.endpoint().close();
    }

    private static void assertUnharmed(World world, VerbClient other) {
        byte[] filled = new byte[World.REGION_BYTES];
        Arrays.fill(filled, FILL);
        assertThat(world.region().memory().mismatch(MemorySegment.ofArray(filled)))
                .as("first change")
                .isEqualTo(-1);
        FailureAssertions.assertServes(world, other);
    }

    private static FabricException catchFailure(Runnable action) {
        try {
            action.run();
        } catch (FabricException e) {
            return e;
        }
        throw new AssertionError("did not fail");
    }

    private static List<Request> requestsAt(long address, int length) {
        List<Request> requests = new ArrayList<>(transfersAt(address, length));
        requests.addAll(atomicsAt(address));
        return requests;
    }

    private static List<Request> transfersAt(long address, int length) {
        MemorySegment local = Arena.ofAuto().allocate(length);
        return List.of(
                new Request(Verb.READ, address, batch -> batch.read(address, local, 0, length)),
                new Request(Verb.WRITE, address, batch -> batch.write(address, local, 0, length)),
                new Request(
                        Verb.WRITE_IMMEDIATE,
                        address,
                        batch -> batch.writeImmediate(address, local, 0, length, 7)));
    }

    private static List<Request> atomicsAt(long address) {
        return List.of(
                new Request(
                        Verb.COMPARE_AND_SWAP,
                        address,
                        batch -> batch.compareAndSwap(address, 0, 1)),
                new Request(Verb.FETCH_AND_ADD, address, batch -> batch.fetchAndAdd(address, 1)));
    }

    private record Request(Verb verb, long address, Consumer<Batch> recording) {
        void execute(VerbClient client) {
            Batch batch = client.channel().batch(1);
            recording.accept(batch);
            batch.execute();
        }
    }
}
