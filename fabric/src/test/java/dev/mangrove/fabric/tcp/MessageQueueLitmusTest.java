package dev.mangrove.fabric.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.mangrove.fabric.litmus.TwoThreads;
import dev.mangrove.fabric.socket.Frame;
import dev.mangrove.fabric.socket.Limits;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** One thread fills a queue, which grows and wraps around, while another takes messages from it. */
final class MessageQueueLitmusTest {
    private static final int MESSAGES = TwoThreads.rounds(40_000);
    private static final int LARGEST_WORDS = 3_000;
    private static final int SEED = 37;

    private final MessageQueue queue = new MessageQueue();
    private final AtomicInteger window = new AtomicInteger(Limits.WINDOW);
    private final TwoThreads threads = new TwoThreads();

    private static int words(SplittableRandom random) {
        return random.nextInt(16) == 0 ? random.nextInt(LARGEST_WORDS) : random.nextInt(12);
    }

    @Test
    void shouldHandOverWholeMessagesInOrder() throws Exception {
        threads.run(this::fill, this::take);
    }

    /** Appends each message in two parts. */
    private void fill() {
        MemorySegment payload = Arena.ofAuto().allocate(4L * LARGEST_WORDS, 8);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int message = 0; message < MESSAGES; message++) {
            int words = words(random);
            int cost = Frame.paddedSize(4 * words);
            for (int polls = 1; window.get() < cost; polls++) {
                threads.pause(polls);
            }
            window.addAndGet(-cost);
            for (int i = 0; i < words; i++) {
                payload.setAtIndex(JAVA_INT_UNALIGNED, i, message + i);
            }
            int half = 4 * (words / 2);
            queue.begin(MessageQueue.MESSAGE, 4 * words, 0);
            queue.append(payload, 0, half);
            queue.append(payload, half, 4 * words - half);
            queue.commit();
        }
    }

    private void take() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int message = 0; message < MESSAGES; message++) {
            for (int polls = 1; queue.next() == MessageQueue.NOTHING; polls++) {
                threads.pause(polls);
            }
            int words = words(random);
            assertThat(queue.length()).as("message %d", message).isEqualTo(4 * words);
            for (int i = 0; i < words; i++) {
                int word = queue.memory().get(JAVA_INT_UNALIGNED, queue.offset() + 4L * i);
                if (word != message + i) {
                    assertThat(word).as("word %d of message %d", i, message).isEqualTo(message + i);
                }
            }
            window.addAndGet(queue.release());
        }
        assertThat(queue.isEmpty()).isTrue();
        assertThat(window).hasValue(Limits.WINDOW);
    }
}
