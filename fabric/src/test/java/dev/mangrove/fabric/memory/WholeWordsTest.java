package dev.mangrove.fabric.memory;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicBoolean;

/** READs race with stores of words whose halves are equal, and find no word that is a mixture. */
final class WholeWordsTest {
    private static final int BYTES = 4096;
    private static final int READS = 30_000;
    private static final long HALVES = 0x1_0000_0001L;

    @ParameterizedTest
    @CsvSource({"0, 0, 1024", "8, 0, 1016", "40, 24, 64", "64, 3, 512", "0, 0, 4096", "16, 8, 56"})
    void shouldReadAlignedWordsWhole(int from, int to, int length) throws InterruptedException {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment shared = arena.allocate(BYTES, 64);
            MemorySegment local = arena.allocate(BYTES + Long.BYTES, 64);
            AtomicBoolean ended = new AtomicBoolean();
            Thread writer = Thread.ofPlatform().start(() -> store(shared, ended));
            try {
                assertThat(mixtures(shared, from, local, to, length)).isZero();
            } finally {
                ended.set(true);
                writer.join();
            }
        }
    }

    private static void store(MemorySegment shared, AtomicBoolean ended) {
        for (long number = 1; !ended.get(); number = number + 1 & 0x7FFF_FFFF) {
            for (long at = 0; at < BYTES; at += Long.BYTES) {
                shared.set(ValueLayout.JAVA_LONG, at, number * HALVES);
            }
        }
    }

    private static long mixtures(
            MemorySegment shared, int from, MemorySegment local, int to, int length) {
        long mixtures = 0;
        for (int i = 0; i < READS; i++) {
            MemoryVerbs.read(shared, from, local, to, length);
            for (int at = 0; at < length; at += Long.BYTES) {
                long word = local.get(JAVA_LONG_UNALIGNED, to + at);
                mixtures += (int) word == (int) (word >>> 32) ? 0 : 1;
            }
        }
        return mixtures;
    }
}
