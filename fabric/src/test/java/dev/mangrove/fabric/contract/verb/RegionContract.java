package dev.mangrove.fabric.contract.verb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.FailureAssertions;
import dev.mangrove.fabric.contract.MemoryBytes;
import dev.mangrove.fabric.contract.VerbClient;
import dev.mangrove.fabric.contract.World;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Regions are allocated, attached, cleared, shared and released. */
public abstract class RegionContract extends FabricContract {
    private static final long FOUR_GIB = 1L << 32;
    private static final long LARGE = FOUR_GIB + (1 << 20) + 5;

    @Test
    void shouldGiveRegionsOfZeroes(World world) {
        assertThat(world.client().read(world.at(0), 4096)).containsOnly(0);
        assertThat(world.client().read(world.at(World.REGION_BYTES - 4096), 4096)).containsOnly(0);
        assertThat(
                        world.region()
                                .memory()
                                .mismatch(MemorySegment.ofArray(new byte[World.REGION_BYTES])))
                .isEqualTo(-1);
    }

    @Test
    void shouldShowTheServerWhatClientsWriteAndClientsWhatTheServerWrites(World world) {
        MemorySegment memory = world.region().memory();
        world.client().writeWord(world.at(8), 77);
        assertThat(MemoryBytes.wordAcquire(memory, 8)).isEqualTo(77);
        MemoryBytes.putWordRelease(memory, 16, 78);
        assertThat(world.client().readWord(world.at(16))).isEqualTo(78);
    }

    @Test
    void shouldReachBytesBeyondFourGibibytes(World world) {
        Region region = world.target().allocate(2, LARGE, Placement.HOST);
        world.channel().attach(region.handle());
        VerbClient client = world.client();
        byte[] bytes = MemoryBytes.pattern(1, 5000);
        for (long offset : new long[] {FOUR_GIB - 2500, FOUR_GIB, FOUR_GIB + 1, LARGE - 5000}) {
            client.write(region.handle().address(offset), bytes);
            assertThat(client.read(region.handle().address(offset), 5000))
                    .as("%x", offset)
                    .isEqualTo(bytes);
            MemoryBytes.assertSame(
                    MemoryBytes.bytes(region.memory(), offset, 5000), bytes, "region");
        }
        assertThat(client.read(region.handle().address(0), 5000)).as("not wrapped").containsOnly(0);
    }

    @Test
    void shouldDoAtomicsBeyondFourGibibytes(World world) {
        Region region = world.target().allocate(2, LARGE, Placement.HOST);
        world.channel().attach(region.handle());
        long address = region.handle().address(FOUR_GIB + 64);
        assertThat(world.client().fetchAndAdd(address, 5)).isZero();
        assertThat(world.client().compareAndSwap(address, 5, 6)).isEqualTo(5);
        assertThat(world.client().readWord(address)).isEqualTo(6);
        assertThat(world.client().readWord(region.handle().address(64))).as("not wrapped").isZero();
        long last = region.handle().address((LARGE - 8) / 8 * 8);
        assertThat(world.client().fetchAndAdd(last, 9)).isZero();
        assertThat(world.client().readWord(last)).isEqualTo(9);
    }

    @Test
    void shouldReadAndWriteWhereMemoryWasCommitted(World world) {
        Region region = world.target().allocate(2, FOUR_GIB, Placement.HOST);
        region.commit(1 << 20, 1 << 20);
        region.commit((1 << 20) + 100, 1);
        world.channel().attach(region.handle());
        assertThat(world.client().read(region.handle().address(1 << 20), 8192)).containsOnly(0);
        world.client().writeWord(region.handle().address(1 << 20), 3);
        region.commit(1 << 20, 1 << 20);
        assertThat(world.client().readWord(region.handle().address(1 << 20))).isEqualTo(3);
    }

    @Test
    void shouldReadZeroesWhereMemoryWasDiscarded(World world) {
        int step = 1 << 16;
        MemorySegment memory = world.region().memory();
        memory.fill((byte) 9);
        world.region().discard(step, step);
        assertThat(world.client().read(world.at(step), step)).containsOnly(0);
        assertThat(MemoryBytes.bytes(memory, step, step)).containsOnly(0);
        assertThat(world.client().read(world.at(0), step)).containsOnly(9);
        assertThat(world.client().read(world.at(2L * step), step)).containsOnly(9);
        world.region().commit(step, step);
        world.client().writeWord(world.at(step), 4);
        assertThat(world.client().readWord(world.at(step))).isEqualTo(4);
    }

    @Test
    void shouldDiscardExactlyTheRangeEvenInsideOfPages(World world) {
        world.region().memory().fill((byte) 9);
        world.region().discard(1000, 10_000);
        byte[] bytes = world.client().read(world.at(0), 12_000);
        for (int i = 0; i < bytes.length; i++) {
            assertThat(bytes[i])
                    .as("byte %d", i)
                    .isEqualTo((byte) (i < 1000 || i >= 11_000 ? 9 : 0));
        }
    }

    @Test
    void shouldKeepSeveralRegionsApart(World world) {
        Region second = world.target().allocate(2, 4096, Placement.HOST);
        Region third = world.target().allocate(3, 8192, Placement.HOST);
        VerbClient client = world.connect(world.target(), world.region(), second, third);
        client.writeWord(world.at(0), 1);
        client.writeWord(second.handle().address(0), 2);
        client.writeWord(third.handle().address(0), 3);
        assertThat(client.readWord(world.at(0))).isEqualTo(1);
        assertThat(client.readWord(second.handle().address(0))).isEqualTo(2);
        assertThat(client.readWord(third.handle().address(0))).isEqualTo(3);
    }

    @Test
    void shouldTakeRegionIdsUpToTheLimits(World world) {
        Region last = world.target().allocate(Address.MAX_REGION, 64, Placement.HOST);
        world.channel().attach(last.handle());
        world.client().writeWord(last.handle().address(56), 5);
        assertThat(world.client().readWord(last.handle().address(56))).isEqualTo(5);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> world.target().allocate(0, 64, Placement.HOST));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> world.target().allocate(Address.MAX_REGION + 1, 64, Placement.HOST));
    }

    @Test
    void shouldRefuseARegionIdThatIsTaken(World world) {
        world.client().writeWord(world.at(0), 5);
        assertThat(catchThrowable(() -> world.target().allocate(World.REGION, 64, Placement.HOST)))
                .isInstanceOf(RuntimeException.class);
        assertThat(world.client().readWord(world.at(0))).isEqualTo(5);
    }

    @Test
    void shouldPlaceRegionsInDeviceMemoryAsFarAsDeclared(World world) {
        long available = world.capabilities().deviceMemory();
        if (available == 0) {
            FailureAssertions.assertFails(
                    Kind.UNSUPPORTED, () -> world.target().allocate(2, 64, Placement.DEVICE));
            return;
        }
        Region region = world.target().allocate(2, Math.min(available, 4096), Placement.DEVICE);
        assertThat(region.handle().placement()).isEqualTo(Placement.DEVICE);
        world.channel().attach(region.handle());
        assertThat(world.client().fetchAndAdd(region.handle().address(0), 3)).isZero();
        assertThat(world.client().readWord(region.handle().address(0))).isEqualTo(3);
        FailureAssertions.assertFails(
                Kind.OUT_OF_MEMORY,
                () -> world.target().allocate(3, available + 64, Placement.DEVICE));
    }

    @Test
    void shouldCopyOutAndDiscardWhatIsOnADevice(World world) {
        if (world.capabilities().deviceMemory() == 0) {
            world.client().writeWord(world.at(8), 5);
            assertThat(copied(world.region(), 8)).as("a region of the host").isEqualTo(5);
            return;
        }
        Region region = world.target().allocate(2, 64, Placement.DEVICE);
        world.channel().attach(region.handle());
        world.client().writeWord(region.handle().address(8), 5);
        world.client().writeWord(region.handle().address(16), 6);
        FailureAssertions.assertFails(Kind.UNSUPPORTED, region::memory);
        assertThat(copied(region, 8)).isEqualTo(5);
        region.discard(8, 8);
        assertThat(world.client().readWord(region.handle().address(8))).isZero();
        assertThat(copied(region, 16)).isEqualTo(6);
    }

    private static long copied(Region region, long offset) {
        MemorySegment word = Arena.ofAuto().allocate(8, 8);
        region.copyOut(offset, word);
        return MemoryBytes.wordAcquire(word, 0);
    }

    @Test
    void shouldGiveDirectAccessWhereDeclaredAndRefuseItElsewhere(World world) {
        RegionHandle handle = world.region().handle();
        if (!world.capabilities().directAccess()) {
            FailureAssertions.assertFails(Kind.UNSUPPORTED, () -> world.channel().direct(handle));
            return;
        }
        MemorySegment direct = world.channel().direct(handle);
        assertThat(direct.byteSize()).isEqualTo(World.REGION_BYTES);
        world.client().writeWord(world.at(128), 7);
        assertThat(MemoryBytes.wordAcquire(direct, 128)).isEqualTo(7);
        MemoryBytes.putWordRelease(direct, 136, 8);
        assertThat(world.client().readWord(world.at(136))).isEqualTo(8);
        assertThat(MemoryBytes.wordAcquire(world.region().memory(), 136)).isEqualTo(8);
    }

    @Test
    void shouldExposeOneMemoryThroughTwoTargetsOrSayThatItCannot(World world) {
        Target other = world.listen();
        try {
            other.register(world.region());
        } catch (FabricException e) {
            assertThat(e.kind()).isEqualTo(Kind.UNSUPPORTED);
            return;
        }
        VerbClient client = world.connect(other, world.region());
        client.writeWord(world.at(0), 11);
        assertThat(world.client().fetchAndAdd(world.at(0), 1)).isEqualTo(11);
        assertThat(client.readWord(world.at(0))).isEqualTo(12);
        other.release(world.region());
        assertThat(world.client().readWord(world.at(0))).as("memory of the owner").isEqualTo(12);
    }

    @Test
    void shouldNotOpenAReleasedRegionAndGiveItsIdAgain(World world) {
        RegionHandle old = world.region().handle();
        world.client().writeWord(world.at(0), 5);
        world.target().release(world.region());
        VerbClient late = world.connect(world.target());
        FailureAssertions.assertFails(
                Kind.BAD_KEY,
                () -> {
                    late.channel().attach(old);
                    late.readWord(old.address(0));
                });
        Region fresh = world.target().allocate(World.REGION, 4096, Placement.HOST);
        VerbClient client = world.connect(world.target(), fresh);
        assertThat(client.readWord(fresh.handle().address(0))).isZero();
        VerbClient stale = world.connect(world.target());
        FailureAssertions.assertFails(
                Kind.BAD_KEY,
                () -> {
                    stale.channel().attach(old);
                    stale.readWord(old.address(0));
                });
    }
}
