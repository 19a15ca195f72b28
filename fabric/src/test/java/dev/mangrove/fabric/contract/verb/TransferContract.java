package dev.mangrove.fabric.contract.verb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.FailureAssertions;
import dev.mangrove.fabric.contract.MemoryBytes;
import dev.mangrove.fabric.contract.VerbClient;
import dev.mangrove.fabric.contract.World;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** READ and WRITE transfer all requested bytes unchanged, and no others. */
public abstract class TransferContract extends FabricContract {
    private static final int[] SIZES = {0, 1, 7, 8, 17, 63, 64, 65, 1024, 4099, 65_536};
    private static final int[] SHIFTS = {0, 1, 3, 7, 8, 13, 61, 64};

    @Test
    void shouldReadBackWhatWasWrittenAtAnySizeAndAlignment(World world) {
        for (int size : SIZES) {
            for (int shift : SHIFTS) {
                byte[] bytes = MemoryBytes.pattern(size * 100L + shift, size);
                world.client().write(world.at(shift), bytes);
                MemoryBytes.assertSame(
                        world.client().read(world.at(shift), size),
                        bytes,
                        size + " bytes at " + shift);
            }
        }
    }

    @Test
    void shouldWriteNoByteBesideTheRange(World world) {
        for (int size : SIZES) {
            for (int shift : SHIFTS) {
                MemorySegment memory = world.region().memory();
                memory.fill((byte) 0x5A);
                byte[] expected = MemoryBytes.bytes(memory, 0, World.REGION_BYTES);
                Arrays.fill(expected, 128 + shift, 128 + shift + size, (byte) 0x33);
                byte[] bytes = new byte[size];
                Arrays.fill(bytes, (byte) 0x33);
                world.client().write(world.at(128 + shift), bytes);
                MemoryBytes.assertSame(
                        MemoryBytes.bytes(memory, 0, World.REGION_BYTES),
                        expected,
                        size + " bytes at " + shift);
            }
        }
    }

    @Test
    void shouldReadIntoThePartOfLocalMemoryThatWasNamedAndNoOther(World world) {
        byte[] bytes = MemoryBytes.pattern(1, 4096);
        MemoryBytes.put(world.region().memory(), 0, bytes);
        MemorySegment local = world.endpoint().allocate(8192);
        Batch batch = world.channel().batch(1);
        for (int size : new int[] {0, 1, 7, 8, 17, 64, 1024}) {
            for (int shift : SHIFTS) {
                local.fill((byte) 0x5A);
                byte[] expected = MemoryBytes.bytes(local, 0, 8192);
                System.arraycopy(bytes, 40, expected, 1000 + shift, size);
                batch.clear().read(world.at(40), local, 1000 + shift, size);
                batch.execute();
                MemoryBytes.assertSame(
                        MemoryBytes.bytes(local, 0, 8192), expected, size + " bytes to " + shift);
            }
        }
    }

    @Test
    void shouldWriteFromThePartOfLocalMemoryThatWasNamed(World world) {
        MemorySegment local = world.endpoint().allocate(4096);
        byte[] bytes = MemoryBytes.pattern(2, 4096);
        MemoryBytes.put(local, 0, bytes);
        Batch batch = world.channel().batch(1);
        for (int shift : SHIFTS) {
            batch.clear().write(world.at(0), local, shift, 1000);
            batch.execute();
            MemoryBytes.assertSame(
                    MemoryBytes.bytes(world.region().memory(), 0, 1000),
                    Arrays.copyOfRange(bytes, shift, shift + 1000),
                    "region");
            MemoryBytes.assertSame(MemoryBytes.bytes(local, 0, 4096), bytes, "local memory");
        }
    }

    @Test
    void shouldCarryTheLargestTransferInOneRequest(World world) {
        int largest = world.capabilities().largestTransfer();
        Region region = world.target().allocate(2, largest + 64L, Placement.HOST);
        world.channel().attach(region.handle());
        byte[] bytes = MemoryBytes.pattern(3, largest);
        world.client().write(region.handle().address(13), bytes);
        MemoryBytes.assertSame(MemoryBytes.bytes(region.memory(), 13, largest), bytes, "region");
        MemoryBytes.assertSame(
                world.client().read(region.handle().address(13), largest), bytes, "READ");
    }

    @Test
    void shouldRefuseATransferBeyondTheLargest(World world) {
        int tooLarge = Math.addExact(world.capabilities().largestTransfer(), 1);
        Region region = world.target().allocate(2, tooLarge, Placement.HOST);
        for (Verb verb : new Verb[] {Verb.READ, Verb.WRITE}) {
            VerbClient client = world.connect(world.target(), region);
            MemorySegment local = client.endpoint().allocate(tooLarge);
            Batch batch = client.channel().batch(1);
            long address = region.handle().address(0);
            int request =
                    verb == Verb.READ
                            ? batch.read(address, local, 0, tooLarge)
                            : batch.write(address, local, 0, tooLarge);
            assertThat(request).isZero();
            assertThat(FailureAssertions.assertFails(Kind.TOO_LARGE, batch::execute))
                    .hasMessageContaining(verb.name())
                    .hasMessageContaining(client.channel().peer().toString());
            FailureAssertions.assertStaysFailed(client.channel(), Kind.TOO_LARGE, batch);
        }
    }

    @Test
    void shouldWriteLongsLittleEndian(World world) {
        for (int offset : new int[] {0, 8, 17, 60}) {
            world.client().writeWord(world.at(offset), 0x0807_0605_0403_0201L);
            assertThat(world.client().read(world.at(offset), 8))
                    .containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        }
        world.client().writeWord(world.at(64), Long.MIN_VALUE);
        assertThat(world.client().readWord(world.at(64))).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void shouldReachTheFirstAndTheLastByteOfARegion(World world) {
        int last = World.REGION_BYTES - 1;
        world.client().write(world.at(0), (byte) 1);
        world.client().write(world.at(last), (byte) 2);
        assertThat(world.client().read(world.at(0), 1)).containsExactly(1);
        assertThat(world.client().read(world.at(last), 1)).containsExactly(2);
        assertThat(world.region().memory().byteSize()).isEqualTo(World.REGION_BYTES);
        assertThat(MemoryBytes.bytes(world.region().memory(), last, 1)).containsExactly(2);
    }

    @Test
    void shouldCountWhatAChannelHasDone(World world) {
        VerbClient client = world.connect();
        Batch batch = client.channel().batch(4);
        MemorySegment local = client.endpoint().allocate(128);
        batch.read(world.at(0), local, 0, 100);
        batch.write(world.at(0), local, 0, 50);
        batch.fetchAndAdd(world.at(0), 1);
        batch.send(local, 0, 7);
        batch.execute();
        assertThat(client.channel().meter().roundTrips()).isEqualTo(1);
        assertThat(client.channel().meter().requests(Verb.READ)).isEqualTo(1);
        assertThat(client.channel().meter().atomics()).isEqualTo(1);
        assertThat(client.channel().meter().bytesRead()).isEqualTo(100 + 8);
        assertThat(client.channel().meter().bytesWritten()).isEqualTo(50 + 8 + 7);
    }
}
