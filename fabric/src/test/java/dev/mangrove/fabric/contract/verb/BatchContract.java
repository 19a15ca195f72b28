package dev.mangrove.fabric.contract.verb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.contract.Eventually;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.MemoryBytes;
import dev.mangrove.fabric.contract.VerbClient;
import dev.mangrove.fabric.contract.World;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A batch takes effect in order, completes in order and is used again. */
public abstract class BatchContract extends FabricContract {
    @Test
    void shouldReadWhatTheSameBatchWroteBefore(World world) {
        MemorySegment local = world.endpoint().allocate(4096);
        byte[] bytes = MemoryBytes.pattern(1, 1000);
        MemoryBytes.put(local, 0, bytes);
        Batch batch = world.channel().batch(3);
        batch.read(world.at(0), local, 1000, 1000);
        batch.write(world.at(0), local, 0, 1000);
        batch.read(world.at(0), local, 2000, 1000);
        batch.execute();
        assertThat(MemoryBytes.bytes(local, 1000, 1000)).as("before").containsOnly(0);
        MemoryBytes.assertSame(MemoryBytes.bytes(local, 2000, 1000), bytes, "READ after the WRITE");
    }

    @Test
    void shouldTakeEffectInOrderWhenWritesOverlap(World world) {
        MemorySegment local = world.endpoint().allocate(16 * 64);
        Batch batch = world.channel().batch(17);
        for (int i = 0; i < 16; i++) {
            local.asSlice(i * 64L, 64).fill((byte) (i + 1));
            batch.write(world.at(i * 8L), local, i * 64L, 64);
        }
        batch.writeLong(world.at(4), -1);
        batch.execute();
        byte[] found = world.client().read(world.at(0), 128);
        for (int i = 0; i < 128; i++) {
            int expected = i >= 4 && i < 12 ? -1 : i / 8 + 1;
            assertThat(found[i]).as("byte %d", i).isEqualTo((byte) expected);
        }
    }

    @Test
    void shouldHoldAsManyRequestsAsDeclaredAndNoMore(World world) {
        int largest = world.capabilities().largestBatch();
        Batch batch = world.channel().batch(largest);
        assertThat(batch.capacity()).isEqualTo(largest);
        for (int i = 0; i < largest; i++) {
            assertThat(batch.fetchAndAdd(world.at(0), 1)).isEqualTo(i);
        }
        assertThat(batch.size()).isEqualTo(largest);
        assertThatIllegalStateException().isThrownBy(() -> batch.writeLong(world.at(0), 1));
        batch.execute();
        for (int i = 0; i < largest; i++) {
            assertThat(batch.result(i)).isEqualTo(i);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> world.channel().batch(largest + 1));
        assertThatIllegalArgumentException().isThrownBy(() -> world.channel().batch(0));
    }

    @Test
    void shouldBeUsedAgainAfterClear(World world) {
        MemorySegment local = world.endpoint().allocate(64);
        Batch batch = world.channel().batch(4);
        for (int round = 0; round < rounds(100); round++) {
            batch.clear();
            assertThat(batch.size()).isZero();
            assertThat(batch.isDone()).isFalse();
            batch.writeLong(world.at(8), round);
            int add = batch.fetchAndAdd(world.at(0), 1);
            if (round % 2 == 0) {
                batch.read(world.at(8), local, 0, 8);
            }
            batch.execute();
            assertThat(batch.isDone()).isTrue();
            assertThat(batch.result(add)).isEqualTo(round);
            assertThat(MemoryBytes.word(local, 0)).isEqualTo(round / 2 * 2L);
        }
    }

    @Test
    void shouldRefuseNewRequestsAndASecondSubmitOnceSubmitted(World world) {
        Batch batch = world.channel().batch(4);
        batch.fetchAndAdd(world.at(0), 1);
        batch.submit();
        assertThatIllegalStateException().isThrownBy(() -> batch.writeLong(world.at(0), 9));
        assertThatIllegalStateException().isThrownBy(batch::submit);
        batch.await();
        assertThatIllegalStateException().isThrownBy(() -> batch.fetchAndAdd(world.at(0), 9));
        assertThat(world.client().readWord(world.at(0))).isEqualTo(1);
    }

    @Test
    void shouldDoNothingWhenEmpty(World world) {
        Batch batch = world.channel().batch(1);
        assertThat(batch.next()).isEqualTo(Batch.NONE);
        batch.execute();
        assertThat(batch.isDone()).isTrue();
        assertThat(batch.next()).isEqualTo(Batch.NONE);
        assertThat(batch.poll()).isEqualTo(Batch.NONE);
        batch.clear().writeLong(world.at(0), 3);
        batch.execute();
        assertThat(world.client().readWord(world.at(0))).isEqualTo(3);
    }

    @Test
    void shouldNotWaitForWhatWasNotSubmitted(World world) {
        Batch batch = world.channel().batch(1);
        batch.fetchAndAdd(world.at(0), 1);
        assertThatIllegalStateException().isThrownBy(batch::next);
        assertThatIllegalStateException().isThrownBy(batch::await);
        assertThat(batch.poll()).isEqualTo(Batch.NONE);
        batch.clear();
        assertThat(world.client().readWord(world.at(0))).as("never carried out").isZero();
    }

    @Test
    void shouldRefuseLocalMemoryOutsideOfTheSegment(World world) {
        MemorySegment local = world.endpoint().allocate(64);
        Batch batch = world.channel().batch(4);
        for (long[] range :
                new long[][] {{0, 65}, {64, 1}, {-1, 1}, {0, -1}, {Long.MAX_VALUE, 8}}) {
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> batch.read(world.at(0), local, range[0], (int) range[1]));
        }
        assertThat(batch.size()).isZero();
        assertThat(world.channel().isOpen()).isTrue();
    }

    @Test
    void shouldHandOverCompletionsInOrderByNextAndPoll(World world) {
        Batch batch = world.channel().batch(16);
        for (boolean polling : new boolean[] {false, true}) {
            batch.clear();
            for (int i = 0; i < 16; i++) {
                batch.fetchAndAdd(world.at(0), 1);
            }
            batch.submit();
            for (int i = 0; i < 16; i++) {
                assertThat(polling ? pollUntilNews(world, batch) : batch.next()).isEqualTo(i);
                assertThat(batch.result(i)).isEqualTo(i + (polling ? 16 : 0));
            }
            assertThat(batch.next()).isEqualTo(Batch.NONE);
            assertThat(batch.poll()).isEqualTo(Batch.NONE);
            assertThat(batch.isDone()).isTrue();
        }
    }

    @Test
    void shouldAwaitTheRestAfterSomeCompletionsWereConsumed(World world) {
        Batch batch = world.channel().batch(8);
        for (int i = 0; i < 8; i++) {
            batch.fetchAndAdd(world.at(0), 1);
        }
        batch.submit();
        assertThat(batch.next()).isZero();
        batch.await();
        assertThat(batch.result(7)).isEqualTo(7);
        assertThat(batch.next()).as("all consumed").isEqualTo(Batch.NONE);
    }

    @Test
    void shouldTakeEffectInOrderWhenSeveralBatchesAreOutstanding(World world) {
        List<Batch> batches = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            Batch batch = world.channel().batch(3);
            batch.fetchAndAdd(world.at(0), 1);
            batch.writeLong(world.at(8), i);
            batch.fetchAndAdd(world.at(8), 0);
            batch.submit();
            batches.add(batch);
        }
        for (int i = 31; i >= 0; i--) {
            batches.get(i).await();
            assertThat(batches.get(i).result(0)).isEqualTo(i);
            assertThat(batches.get(i).result(2)).isEqualTo(i);
        }
    }

    @Test
    void shouldCarryOutBatchesToSeveralTargetsOfOneEndpoint(World world) {
        Endpoint endpoint = world.newEndpoint();
        List<Batch> batches = new ArrayList<>();
        List<Region> regions = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Target target = world.listen();
            Region region = target.allocate(7, 4096, Placement.HOST);
            regions.add(region);
            VerbClient client = VerbClient.connect(endpoint, target, region);
            batches.add(client.channel().batch(2));
        }
        assertThat(endpoint.channels()).hasSize(4);
        for (int round = 0; round < rounds(50); round++) {
            for (int i = 0; i < 4; i++) {
                Batch batch = batches.get(i).clear();
                batch.writeLong(regions.get(i).handle().address(8), 100 + i);
                batch.fetchAndAdd(regions.get(i).handle().address(0), i + 1);
                batch.submit();
            }
            for (int i = 3; i >= 0; i--) {
                batches.get(i).await();
                assertThat(batches.get(i).result(1)).isEqualTo((long) round * (i + 1));
            }
        }
        for (int i = 0; i < 4; i++) {
            assertThat(MemoryBytes.word(regions.get(i).memory(), 8)).isEqualTo(100 + i);
        }
    }

    private static int pollUntilNews(World world, Batch batch) {
        int[] request = {Batch.NONE};
        assertThat(
                        Eventually.within(
                                PATIENCE_NANOS,
                                world.host(),
                                () -> {
                                    request[0] = batch.poll();
                                    return request[0] != Batch.NONE;
                                }))
                .as("completion has come")
                .isTrue();
        return request[0];
    }
}
