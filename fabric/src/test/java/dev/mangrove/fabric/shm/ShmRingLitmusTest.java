package dev.mangrove.fabric.shm;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.mangrove.fabric.litmus.TwoThreads;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/** One thread writes records to a ring while another reads them. */
final class ShmRingLitmusTest {
    private static final int RECORDS = TwoThreads.rounds(60_000);
    private static final int LARGEST_WORDS = 700;
    private static final int SEED = 31;

    private final MemorySegment memory = Arena.ofAuto().allocate(ShmRing.BYTES, 64);
    private final TwoThreads threads = new TwoThreads();

    /** Words of a record: most are small, and the ring wraps around some hundred times. */
    private static int words(SplittableRandom random) {
        return random.nextInt(8) == 0 ? random.nextInt(LARGEST_WORDS) : random.nextInt(10);
    }

    @Test
    void shouldHandOverWholeRecordsInOrder() throws Exception {
        threads.run(this::write, this::read);
    }

    private void write() {
        ShmRing ring = new ShmRing(memory, 0);
        MemorySegment payload = Arena.ofAuto().allocate(4L * LARGEST_WORDS, 8);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int record = 0; record < RECORDS; record++) {
            int words = words(random);
            for (int i = 0; i < words; i++) {
                payload.setAtIndex(JAVA_INT_UNALIGNED, i, record + i);
            }
            for (int polls = 1; !ring.offer(ShmRing.MESSAGE, payload, 0, 4 * words); polls++) {
                threads.pause(polls);
            }
        }
    }

    private void read() {
        ShmRing ring = new ShmRing(memory, 0);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int record = 0; record < RECORDS; record++) {
            for (int polls = 1; !ring.next(); polls++) {
                threads.pause(polls);
            }
            int words = words(random);
            assertThat(ring.length()).as("record %d", record).isEqualTo(4 * words);
            for (int i = 0; i < words; i++) {
                int word = ring.memory().get(JAVA_INT_UNALIGNED, ring.payload() + 4L * i);
                if (word != record + i) {
                    assertThat(word).as("word %d of record %d", i, record).isEqualTo(record + i);
                }
            }
            ring.release();
        }
        assertThat(ring.next()).isFalse();
    }
}
