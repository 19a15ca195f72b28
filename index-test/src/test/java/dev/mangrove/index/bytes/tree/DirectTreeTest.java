package dev.mangrove.index.bytes.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.bytes.direct.DirectGets;
import dev.mangrove.index.bytes.direct.DirectOutcome;
import dev.mangrove.index.bytes.direct.DirectTree;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

final class DirectTreeTest {
    private static final int PAGE = 512;
    private static final int FANOUT = 4;
    private static final int TAG = 7;
    private static final int STEPS = 6_000;
    private static final long HALF = 16 << 20;
    private static final byte[] NOTHING = {};

    private final MemorySegment memory = Arena.ofAuto().allocate(2 * HALF, 64);
    private final BytesTree tree =
            new BytesTree(
                    Host.system(),
                    BytesTree.pages(memory, PAGE, TAG, new HeapExtents(HALF, 2 * HALF)),
                    new HeapPages(memory, PAGE),
                    FANOUT);
    private final NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    /** Copies of inner pages are stale after most changes. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3, 1_000})
    void shouldFindWhatServerHasStoredWhenCopiesAreStale(int mostCopies) {
        System.out.println("seed " + seed);
        DirectTree reader = new DirectTree(memory, tree.anchor(), PAGE, TAG, mostCopies);
        DirectGets gets = new DirectGets(reader);
        for (int step = 0; step < STEPS; step++) {
            change(step / 1_000 % 2 == 0);
            byte[] key = key();
            byte[] expected = model.get(key);
            assertThat(reader.get(key))
                    .isEqualTo(expected == null ? DirectOutcome.ABSENT : DirectOutcome.PRESENT);
            assertThat(reader.value()).isEqualTo(expected);
            if (step % 50 == 0) {
                compareMany(gets);
            }
        }
    }

    /** A key that is a separator without its last byte, 0, has the same head. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1_000})
    void shouldFindKeysWhenSeparatorsEndWithZeros(int mostCopies) {
        DirectTree reader = new DirectTree(memory, tree.anchor(), PAGE, TAG, mostCopies);
        for (int zeros = 0; zeros < 60; zeros++) {
            byte[] key = Arrays.copyOf(new byte[] {1}, 1 + zeros);
            tree.change(BytesChange.PUT, key, key, NOTHING);
        }
        for (int round = 0; round < 2; round++) {
            for (int zeros = 0; zeros < 60; zeros++) {
                byte[] key = Arrays.copyOf(new byte[] {1}, 1 + zeros);
                assertThat(reader.get(key)).isEqualTo(DirectOutcome.PRESENT);
                assertThat(reader.value()).isEqualTo(key);
            }
        }
    }

    private void compareMany(DirectGets gets) {
        byte[][] keys = new byte[DirectGets.MOST][];
        byte[][] values = new byte[DirectGets.MOST][];
        gets.begin(keys);
        for (int i = 0; i < keys.length; i++) {
            keys[i] = key();
            gets.add(i);
        }
        assertThat(gets.run(values)).isZero();
        for (int i = 0; i < keys.length; i++) {
            assertThat(values[i]).isEqualTo(model.get(keys[i]));
        }
    }

    private void change(boolean growing) {
        byte[] key = key();
        if (random.nextInt(10) < (growing ? 7 : 3)) {
            byte[] value = new byte[random.nextInt(24)];
            random.nextBytes(value);
            tree.change(BytesChange.PUT, key, value, NOTHING);
            model.put(key, value);
        } else {
            tree.change(BytesChange.DELETE, key, NOTHING, NOTHING);
            model.remove(key);
        }
    }

    /** Keys that differ late, are prefixes of each other, or end with zeros. */
    private byte[] key() {
        byte[] key = new byte[1 + random.nextInt(14)];
        key[0] = (byte) random.nextInt(2);
        for (int i = key.length - Math.min(key.length, 4); i < key.length; i++) {
            key[i] = (byte) random.nextInt(2);
        }
        return random.nextInt(20) == 0 ? Arrays.copyOf(key, 60) : key;
    }
}
