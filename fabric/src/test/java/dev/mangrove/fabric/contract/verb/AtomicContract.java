package dev.mangrove.fabric.contract.verb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.FailureAssertions;
import dev.mangrove.fabric.contract.MemoryBytes;
import dev.mangrove.fabric.contract.World;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;

/** Atomics return the old value and change the word as they say. */
public abstract class AtomicContract extends FabricContract {
    @Test
    void shouldSwapWhenTheWordIsAsExpected(World world) {
        world.client().writeWord(world.at(8), -5);
        assertThat(world.client().compareAndSwap(world.at(8), -5, Long.MAX_VALUE)).isEqualTo(-5);
        assertThat(world.client().readWord(world.at(8))).isEqualTo(Long.MAX_VALUE);
        assertThat(world.client().readWord(world.at(0))).isZero();
        assertThat(world.client().readWord(world.at(16))).isZero();
    }

    @Test
    void shouldLeaveTheWordWhenItIsNotAsExpected(World world) {
        world.client().writeWord(world.at(8), 5);
        assertThat(world.client().compareAndSwap(world.at(8), 5 + (1L << 32), 7)).isEqualTo(5);
        assertThat(world.client().compareAndSwap(world.at(8), 4, 7)).isEqualTo(5);
        assertThat(world.client().readWord(world.at(8))).isEqualTo(5);
    }

    @Test
    void shouldGoOnAfterASwapThatDidNotMatch(World world) {
        Batch batch = world.channel().batch(3);
        batch.compareAndSwap(world.at(0), 1, 2);
        batch.fetchAndAdd(world.at(8), 3);
        batch.compareAndSwap(world.at(0), 0, 4);
        batch.execute();
        assertThat(batch.result(0)).isZero();
        assertThat(batch.result(1)).isZero();
        assertThat(batch.result(2)).isZero();
        assertThat(world.client().readWord(world.at(0))).isEqualTo(4);
        assertThat(world.client().readWord(world.at(8))).isEqualTo(3);
    }

    @Test
    void shouldAddAndReturnTheOldValue(World world) {
        assertThat(world.client().fetchAndAdd(world.at(0), 40)).isZero();
        assertThat(world.client().fetchAndAdd(world.at(0), -50)).isEqualTo(40);
        assertThat(world.client().fetchAndAdd(world.at(0), 0)).isEqualTo(-10);
        assertThat(world.client().readWord(world.at(0))).isEqualTo(-10);
    }

    @Test
    void shouldWrapAroundWhenAddingBeyondTheLargestWord(World world) {
        world.client().writeWord(world.at(0), Long.MAX_VALUE);
        assertThat(world.client().fetchAndAdd(world.at(0), 1)).isEqualTo(Long.MAX_VALUE);
        assertThat(world.client().readWord(world.at(0))).isEqualTo(Long.MIN_VALUE);
        world.client().writeWord(world.at(8), -1);
        assertThat(world.client().fetchAndAdd(world.at(8), 1)).isEqualTo(-1);
        assertThat(world.client().readWord(world.at(8))).isZero();
        assertThat(world.client().readWord(world.at(16))).as("no carry").isZero();
    }

    @Test
    void shouldUseWordsInLittleEndianOrder(World world) {
        world.client().write(world.at(0), new byte[] {1, 0, 0, 0, 0, 0, 0, 2});
        assertThat(world.client().fetchAndAdd(world.at(0), 0x0100))
                .isEqualTo(0x0200_0000_0000_0001L);
        assertThat(world.client().read(world.at(0), 8)).containsExactly(1, 1, 0, 0, 0, 0, 0, 2);
        assertThat(world.client().compareAndSwap(world.at(0), 0x0200_0000_0000_0101L, 0x04))
                .isEqualTo(0x0200_0000_0000_0101L);
        assertThat(world.client().read(world.at(0), 8)).containsExactly(4, 0, 0, 0, 0, 0, 0, 0);
    }

    @Test
    void shouldCompareAndSwapUnderMasksWhereDeclaredAndRefuseItElsewhere(World world) {
        long address = world.at(8);
        world.client().writeWord(address, 0xAAAA_BBBB_CCCC_DDDDL);
        if (!world.capabilities().maskedAtomics()) {
            assertThat(
                            FailureAssertions.assertFails(
                                    Kind.UNSUPPORTED,
                                    () ->
                                            world.client()
                                                    .maskedCompareAndSwap(address, 0, 1, -1, -1)))
                    .hasMessageContaining(Verb.MASKED_COMPARE_AND_SWAP.name());
            assertThat(MemoryBytes.word(world.region().memory(), 8))
                    .isEqualTo(0xAAAA_BBBB_CCCC_DDDDL);
            return;
        }
        long found =
                world.client()
                        .maskedCompareAndSwap(
                                address, 0xDDDDL, 0x1234L << 48, 0xFFFFL, 0xFFFFL << 48);
        assertThat(found).isEqualTo(0xAAAA_BBBB_CCCC_DDDDL);
        assertThat(world.client().readWord(address)).isEqualTo(0x1234_BBBB_CCCC_DDDDL);
        found = world.client().maskedCompareAndSwap(address, 0xDDDEL, -1, 0xFFFFL, -1);
        assertThat(found).isEqualTo(0x1234_BBBB_CCCC_DDDDL);
        assertThat(world.client().readWord(address)).as("no match").isEqualTo(found);
        world.client().maskedCompareAndSwap(address, 99, 0, 0, 0xFF);
        assertThat(world.client().readWord(address))
                .as("always matches")
                .isEqualTo(0x1234_BBBB_CCCC_DD00L);
        world.client().maskedCompareAndSwap(address, 0x1234_BBBB_CCCC_DD00L, 7, -1, -1);
        assertThat(world.client().readWord(address)).as("as without masks").isEqualTo(7);
    }

    @Test
    void shouldSeeEarlierRequestsOfTheSameBatch(World world) {
        MemorySegment local = world.endpoint().allocate(64);
        Batch batch = world.channel().batch(6);
        batch.writeLong(world.at(0), 10);
        int swap = batch.compareAndSwap(world.at(0), 10, 20);
        int add = batch.fetchAndAdd(world.at(0), 5);
        batch.read(world.at(0), local, 0, 8);
        batch.writeLong(world.at(0), 1);
        int last = batch.fetchAndAdd(world.at(0), 1);
        batch.execute();
        assertThat(batch.result(swap)).isEqualTo(10);
        assertThat(batch.result(add)).isEqualTo(20);
        assertThat(MemoryBytes.word(local, 0)).isEqualTo(25);
        assertThat(batch.result(last)).isEqualTo(1);
        assertThat(world.client().readWord(world.at(0))).isEqualTo(2);
    }

    @Test
    void shouldHaveNoResultBeforeCompletionNorForOtherVerbs(World world) {
        Batch batch = world.channel().batch(2);
        int add = batch.fetchAndAdd(world.at(0), 1);
        int write = batch.writeLong(world.at(0), 1);
        assertThatIllegalStateException().isThrownBy(() -> batch.result(add));
        batch.execute();
        assertThat(batch.result(add)).isZero();
        assertThatIllegalStateException().isThrownBy(() -> batch.result(write));
    }
}
