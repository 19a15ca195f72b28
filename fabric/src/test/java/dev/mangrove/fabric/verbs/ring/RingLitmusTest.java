package dev.mangrove.fabric.verbs.ring;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.mangrove.fabric.litmus.TwoThreads;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One thread writes messages to a ring as the credit allows, while another consumes them. The queue
 * between them stands for the completions of a device, which arrive in order and after the bytes.
 */
final class RingLitmusTest {
    private static final int MESSAGES = TwoThreads.rounds(60_000);
    private static final int LARGEST_WORDS = 4_000;
    private static final int SEED = 41;
    private static final long BARE = 1L << 32;

    private final MemorySegment memory = Arena.ofAuto().allocate(RingWindow.BYTES, 64);
    private final Queue<Long> completions = new ConcurrentLinkedQueue<>();
    private final AtomicInteger credit = new AtomicInteger();
    private final TwoThreads threads = new TwoThreads();

    private static int words(SplittableRandom random) {
        return random.nextInt(16) == 0 ? random.nextInt(LARGEST_WORDS) : random.nextInt(20);
    }

    private static boolean isBare(int message) {
        return message % 9 == 0;
    }

    @Test
    void shouldHandOverWholeMessagesInOrder() throws Exception {
        threads.run(this::send, this::receive);
    }

    private void send() {
        RingWindow window = new RingWindow();
        SplittableRandom random = new SplittableRandom(SEED);
        for (int message = 0; message < MESSAGES; message++) {
            if (isBare(message)) {
                for (int polls = 1; !window.placeRecord(); polls++) {
                    takeCredit(window, polls);
                }
                completions.add(BARE | message);
            } else {
                write(window, message, words(random));
            }
        }
    }

    private void write(RingWindow window, int message, int words) {
        int unit = window.place(4 * words);
        for (int polls = 1; unit == RingWindow.NO_ROOM; polls++) {
            takeCredit(window, polls);
            unit = window.place(4 * words);
        }
        long at = (long) unit * RingWindow.UNIT;
        for (int i = 0; i < words; i++) {
            memory.set(JAVA_INT, at + 4L * i, message + i);
        }
        completions.add((long) RingWindow.immediate(unit, 4 * words));
    }

    private void takeCredit(RingWindow window, int polls) {
        threads.pause(polls);
        assertThat(window.take(credit.getAcquire())).isTrue();
    }

    private void receive() throws Exception {
        RingReader reader = new RingReader(memory);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int message = 0; message < MESSAGES; message++) {
            for (int polls = 1; reader.isEmpty(); polls++) {
                poll(reader, polls);
            }
            assertThat(reader.isBare()).isEqualTo(isBare(message));
            if (isBare(message)) {
                assertThat(reader.value()).isEqualTo(message);
            } else {
                check(reader, message, words(random));
            }
            reader.release();
            if (reader.isCreditDue()) {
                credit.setRelease(reader.credit());
            }
        }
        assertThat(completions).isEmpty();
    }

    private void poll(RingReader reader, int polls) throws Exception {
        Long next = completions.poll();
        if (next == null) {
            threads.pause(polls);
        } else if (next >= BARE) {
            reader.bare(next.intValue());
        } else {
            reader.message(next.intValue());
        }
    }

    private void check(RingReader reader, int message, int words) throws Exception {
        assertThat(reader.length()).as("message %d", message).isEqualTo(4 * words);
        long at = reader.offset();
        for (int i = 0; i < words; i++) {
            int word = reader.memory().get(JAVA_INT, at + 4L * i);
            if (word != message + i) {
                assertThat(word).as("word %d of message %d", i, message).isEqualTo(message + i);
            }
        }
    }
}
