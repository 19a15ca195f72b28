package dev.mangrove.fabric.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.socket.Frame;
import dev.mangrove.fabric.socket.Limits;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

final class MessageQueueTest {
    private final MessageQueue queue = new MessageQueue();

    @Test
    void shouldBeEmptyAtFirst() {
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.next()).isEqualTo(MessageQueue.NOTHING);
    }

    @Test
    void shouldHideMessageUntilItIsComplete() {
        queue.begin(MessageQueue.MESSAGE, 8, 0);
        queue.append(MemorySegment.ofArray(new byte[4]), 0, 4);
        assertThat(queue.next()).isEqualTo(MessageQueue.NOTHING);
        queue.append(MemorySegment.ofArray(new byte[4]), 0, 4);
        queue.commit();
        assertThat(queue.next()).isEqualTo(MessageQueue.MESSAGE);
    }

    @Test
    void shouldKeepTakenMessageInPlaceWhileItGrows() {
        put(8, (byte) 1);
        queue.next();
        MemorySegment taken = queue.memory();
        long offset = queue.offset();
        put(Limits.LARGEST_MESSAGE, (byte) 2);
        assertThat(taken.get(ValueLayout.JAVA_BYTE, offset)).isEqualTo((byte) 1);
        assertThat(queue.release()).isEqualTo(Frame.paddedSize(8));
        assertThat(queue.next()).isEqualTo(MessageQueue.MESSAGE);
        assertThat(queue.length()).isEqualTo(Limits.LARGEST_MESSAGE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldHoldWhatTheWindowAllowsInOrder(long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        int largest = seed % 2 == 0 ? Limits.LARGEST_MESSAGE : 2000;
        ArrayDeque<Integer> expected = new ArrayDeque<>();
        int window = Limits.WINDOW;
        for (int i = 0; i < 3000; i++) {
            int length = random.nextInt(largest + 1);
            boolean fits = Frame.paddedSize(length) <= window;
            if (fits && random.nextInt(3) > 0) {
                put(length, (byte) length);
                expected.add(length);
                window -= Frame.paddedSize(length);
            } else if (!expected.isEmpty()) {
                window += take(expected.remove());
            }
        }
        while (!expected.isEmpty()) {
            window += take(expected.remove());
        }
        assertThat(window).isEqualTo(Limits.WINDOW);
        assertThat(queue.isEmpty()).isTrue();
    }

    private void put(int length, byte fill) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[length]).fill(fill);
        queue.begin(MessageQueue.MESSAGE, length, 0);
        queue.append(bytes, 0, length / 2);
        queue.append(bytes, length / 2, length - length / 2);
        queue.commit();
    }

    private int take(int length) {
        assertThat(queue.next()).isEqualTo(MessageQueue.MESSAGE);
        assertThat(queue.length()).isEqualTo(length);
        MemorySegment expected = MemorySegment.ofArray(new byte[length]).fill((byte) length);
        MemorySegment found = queue.memory().asSlice(queue.offset(), length);
        assertThat(found.mismatch(expected)).isEqualTo(-1);
        return queue.release();
    }
}
