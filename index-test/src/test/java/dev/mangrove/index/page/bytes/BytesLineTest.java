package dev.mangrove.index.page.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.page.PageStore;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;

/** One line of a page. */
final class BytesLineTest {
    private static final int PREFIX = 3;
    private static final long EXTENT = 0x1234_5678L << 6;

    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final MemorySegment line = Arena.ofAuto().allocate(BytesLine.BYTES, BytesLine.BYTES);

    /** Stores into the line. */
    private final PageStore store =
            new PageStore() {
                @Override
                public void word(int offset, long value) {
                    line.set(ValueLayout.JAVA_LONG, offset, value);
                }

                @Override
                public boolean keepsLines() {
                    return false;
                }

                @Override
                public void carry(int offset, int length) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void fence() {}
            };

    private long stamp() {
        return line.get(ValueLayout.JAVA_LONG, 0);
    }

    private byte[] key(int rest) {
        byte[] key = new byte[PREFIX + rest];
        random.nextBytes(key);
        return key;
    }

    private void fill(byte[] key, int kind, long value) {
        boolean whole = BytesLine.isWhole(key.length - PREFIX);
        BytesLine.fill(store, 0, stamp(), key, PREFIX, whole ? 0 : EXTENT, kind, value);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 6, 7, 29, 30, 31, 37, 38, 39, 40, 1_021})
    void shouldHoldKeysOfAllLengths(int rest) {
        byte[] key = key(rest);
        fill(key, 3, 0xABCDEF);
        assertThat(BytesLine.length(line, 0)).isEqualTo(rest);
        byte[] found = new byte[PREFIX + BytesLine.WHOLE];
        int here = BytesLine.copyKey(line, 0, found, PREFIX);
        assertThat(here).isEqualTo(rest <= BytesLine.WHOLE ? rest : BytesLine.START);
        assertThat(Arrays.copyOfRange(found, PREFIX, PREFIX + here))
                .isEqualTo(Arrays.copyOfRange(key, PREFIX, PREFIX + here));
        assertThat(BytesLine.fits(line, 0, key, PREFIX)).isTrue();
        assertThat(BytesStamp.value(stamp())).isEqualTo(3);
        assertThat(BytesLine.value(line, 0, stamp())).isEqualTo(0xABCDEF);
        if (!BytesLine.isWhole(rest)) {
            assertThat(BytesLine.keyExtent(line, 0)).isEqualTo(EXTENT);
        }
    }

    /** A client's compare-and-set must never meet a value that happens to look like a pointer. */
    @Test
    void shouldKeepPointersApartFromValues() {
        fill(key(5), BytesStamp.EXTENT, EXTENT);
        assertThat(pointer()).isEqualTo(EXTENT);
        line.set(ValueLayout.JAVA_LONG, BytesLine.pointerAt(0), 0);
        BytesLine.value(store, 0, stamp(), Long.BYTES, EXTENT);
        assertThat(BytesLine.value(line, 0, stamp())).isEqualTo(EXTENT);
        assertThat(pointer()).isZero();
        BytesLine.value(store, 0, stamp(), BytesStamp.EXPIRING, EXTENT + 1);
        assertThat(pointer()).isEqualTo(EXTENT + 1);
    }

    private long pointer() {
        return line.get(ValueLayout.JAVA_LONG, BytesLine.pointerAt(0));
    }

    @Test
    void shouldTellKeysApartThatAreAlmostEqual() {
        for (int rest : new int[] {1, 6, 7, 30, 38}) {
            line.fill((byte) 0);
            byte[] key = key(rest);
            fill(key, 0, 0);
            for (int at = 0; at < rest; at++) {
                byte[] other = key.clone();
                other[PREFIX + at] ^= (byte) (1 << random.nextInt(8));
                assertThat(BytesLine.fits(line, 0, other, PREFIX)).as("byte %d", at).isFalse();
            }
            byte[] longer = Arrays.copyOf(key, key.length + 1);
            byte[] shorter = Arrays.copyOf(key, key.length - 1);
            assertThat(BytesLine.fits(line, 0, longer, PREFIX)).as("a zero more").isFalse();
            assertThat(BytesLine.fits(line, 0, shorter, PREFIX)).as("a byte less").isFalse();
        }
    }

    /** Keys that differ late, in trailing zeros or in their lengths only. */
    @Test
    void shouldCompareKeysAsUnsignedBytesWhereverTheLineDecides() {
        int decided = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] one = hardKey();
            byte[] other = hardKey();
            MemorySegment lines = Arena.ofAuto().allocate(2 * BytesLine.BYTES, BytesLine.BYTES);
            fill(one, 0, 0);
            MemorySegment.copy(line, 0, lines, 0, BytesLine.BYTES);
            BytesLine.clear(store, 0, stamp());
            fill(other, 0, 0);
            MemorySegment.copy(line, 0, lines, BytesLine.BYTES, BytesLine.BYTES);
            BytesLine.clear(store, 0, stamp());
            int expected = Integer.signum(Arrays.compareUnsigned(one, other));
            KeyProbe probe = new KeyProbe().of(other);
            assertThat(probe.at(PREFIX)).isTrue();
            int toKey = BytesLine.compare(lines, 0, probe.words(), probe.rest());
            int byHead = Long.compare(BytesLine.head(one, PREFIX), probe.head());
            for (int order : new int[] {toKey, byHead == 0 ? BytesLine.UNDECIDED : byHead}) {
                if (order != BytesLine.UNDECIDED) {
                    assertThat(Integer.signum(order)).as("seed %d", seed).isEqualTo(expected);
                    decided++;
                }
            }
            if (toKey == BytesLine.UNDECIDED) {
                assertThat(one.length - PREFIX).isGreaterThan(BytesLine.WHOLE);
            }
        }
        assertThat(decided).isGreaterThan(20_000);
    }

    private byte[] hardKey() {
        byte[] key = new byte[PREFIX + random.nextInt(45)];
        int changed = random.nextInt(3);
        for (int i = 0; i < changed && key.length > PREFIX; i++) {
            key[random.nextInt(PREFIX, key.length)] = (byte) (random.nextInt(3) * 127);
        }
        return key;
    }
}
