package dev.mangrove.index.page.strings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.index.page.KeyCopy;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.wire.Words;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Keys that one thread puts behind the words of a message are those that another takes. */
final class KeyPassageTest {
    private static final int BASE = 16;

    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final KeyArena own = new KeyArena();
    private final KeyArena others = new KeyArena();
    private final KeyPassage out = new KeyPassage(own);
    private final KeyPassage in = new KeyPassage(others);
    private final MemorySegment message = Arena.ofAuto().allocate(1 << 20);

    private byte[] key() {
        byte[] key = new byte[1 + random.nextInt(random.nextBoolean() ? 12 : KeyArena.LONGEST)];
        random.nextBytes(key);
        return key;
    }

    private int send(long... keys) {
        out.begin();
        for (int i = 0; i < keys.length; i++) {
            Words.put(message, BASE, i, out.put(keys[i]));
        }
        return out.end(message, BASE, keys.length);
    }

    private long taken(int i) {
        return in.get(Words.get(message, BASE, i));
    }

    @Test
    void shouldBringKeysWithTheirKinds() {
        for (int round = 0; round < 200; round++) {
            List<byte[]> keys = new ArrayList<>();
            int count = random.nextInt(20);
            long[] tokens = new long[count];
            for (int i = 0; i < count; i++) {
                keys.add(key());
                tokens[i] = KeyArena.withKinds(own.add(keys.get(i)), i % 11, (i + 3) % 11);
            }
            int mark = others.mark();
            others.add(key()); // The receiver's arena has other keys before.

            int words = in.read(message, BASE, send(tokens));

            assertThat(words).as("seed %d", seed).isEqualTo(count);
            for (int i = 0; i < count; i++) {
                assertThat(others.key(taken(i))).as("seed %d", seed).isEqualTo(keys.get(i));
                assertThat(KeyArena.kind(taken(i))).isEqualTo(i % 11);
                assertThat(KeyArena.expected(taken(i))).isEqualTo((i + 3) % 11);
            }
            others.release(mark);
            own.release(0);
        }
    }

    @Test
    void shouldBringBoundsAndKeysBefore() {
        long key = own.add("key".getBytes(UTF_8));

        int words =
                in.read(message, BASE, send(KeyOrder.LEAST, own.before(key), KeyOrder.GREATEST));

        assertThat(words).isEqualTo(3);
        assertThat(taken(0)).isEqualTo(KeyOrder.LEAST);
        assertThat(taken(2)).isEqualTo(KeyOrder.GREATEST);
        long received = others.add("key".getBytes(UTF_8));
        assertThat(others.isLess(taken(1), received)).isTrue();
        assertThat(others.isSame(others.after(taken(1)), received)).isTrue();
        assertThat(others.isKey(taken(1))).isFalse();
    }

    @Test
    void shouldRefuseWordsThatStandForNoKey() {
        int bytes = send(own.add(new byte[40]));
        in.read(message, BASE, bytes);
        long word = Words.get(message, BASE, 0);
        List<Long> wrong =
                List.of(
                        0L,
                        -1L,
                        KeyArena.moved(word, 1),
                        KeyArena.withKinds(word, 11, 0),
                        KeyArena.withKinds(word, 0, 15),
                        KeyArena.token(0, KeyArena.LONGEST + 1),
                        Long.MAX_VALUE - 1);

        for (long each : wrong) {
            assertThatThrownBy(() -> in.get(each))
                    .as(Long.toHexString(each))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void shouldRefuseMessagesWithWrongCounts() {
        int bytes = send(own.add(new byte[40]), own.add(new byte[3]));
        int count = (bytes - Long.BYTES) / Long.BYTES;

        for (long wrong : new long[] {-1, count + 1, Long.MAX_VALUE, Long.MIN_VALUE}) {
            Words.put(message, BASE, count, wrong);
            assertThatThrownBy(() -> in.read(message, BASE, bytes))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        for (int shorter = 0; shorter < Long.BYTES; shorter++) {
            int length = shorter;
            assertThatThrownBy(() -> in.read(message, BASE, length))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        Words.put(message, BASE, count, 2);
        assertThat(in.read(message, BASE, bytes)).isEqualTo(2);
    }

    @Test
    void shouldFitAMessageWithThePageOfTheLongestKeys() {
        int fanout = StringFormat.fanout(4_096);
        long[] longest = new long[fanout + 2];
        for (int i = 0; i < longest.length; i++) {
            longest[i] = own.add(new byte[KeyArena.LONGEST]);
        }

        int bytes = send(longest);

        assertThat(bytes).isEqualTo(KeyPassage.mostBytes(longest.length, longest.length));
        assertThat(KeyPassage.mostBytes(8 + 2 * fanout, fanout + 2))
                .as("bytes of the largest message, without its header")
                .isLessThanOrEqualTo((64 << 10) - BASE);
    }

    @Test
    void shouldCopyKeysThatOutliveTheArena() {
        long key = own.add("key".getBytes(UTF_8));
        KeyCopy copy = own.copy(key);
        own.release(0);

        long again = own.word(copy);

        assertThat(own.key(again)).isEqualTo("key".getBytes(UTF_8));
        assertThat(own.copy(again)).isEqualTo(copy).hasSameHashCodeAs(copy);
        assertThat(own.copy(KeyOrder.LEAST)).isEqualTo(KeyCopy.LEAST).isLessThan(copy);
        assertThat(own.word(KeyCopy.LEAST)).isEqualTo(KeyOrder.LEAST);
    }
}
