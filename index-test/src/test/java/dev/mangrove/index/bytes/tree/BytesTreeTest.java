package dev.mangrove.index.bytes.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.fabric.tcp.LeapingHost;
import dev.mangrove.index.session.RequestRefusedException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

final class BytesTreeTest {
    private static final int PAGE = 512;
    private static final int FANOUT = 4;
    private static final long HALF = 16 << 20;
    private static final byte[] NOTHING = {};

    private final MemorySegment memory = Arena.ofAuto().allocate(2 * HALF, 64);
    private final LeapingHost host = new LeapingHost();
    private final HeapPages space = new HeapPages(memory, PAGE);
    private final HeapExtents extents = new HeapExtents(HALF, 2 * HALF);
    private final BytesTree tree =
            new BytesTree(host, BytesTree.pages(memory, PAGE, 7, extents), space, FANOUT);
    private final NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    @Test
    void shouldAgreeWithSortedMapWhenKeysShareLongPrefixes() {
        System.out.println("seed " + seed);
        for (int step = 0; step < 8_000; step++) {
            change(step / 1_000 % 2 == 0);
            if (step % 500 == 0) {
                compareAll();
            }
        }
        compareAll();
    }

    @Test
    void shouldFreeEverythingWhenAllKeysAreDeleted() {
        System.out.println("seed " + seed);
        for (int step = 0; step < 2_000; step++) {
            change(true);
        }
        for (byte[] key : List.copyOf(model.keySet())) {
            assertThat(tree.change(BytesChange.DELETE, key, NOTHING, NOTHING).met()).isTrue();
        }
        assertThat(space.allocated()).isEqualTo(2); // The root and the anchor.
        assertThat(extents.allocated()).isZero();
        assertThat(tree.survey().height()).isEqualTo(1);
    }

    @Test
    void shouldStaySoundWhenMemoryRunsOutAtAnyAllocation() {
        System.out.println("seed " + seed);
        int refused = 0;
        for (int step = 0; step < 8_000; step++) {
            boolean isShort = random.nextInt(3) == 0;
            space.limit(isShort ? space.allocated() + random.nextInt(2) : Long.MAX_VALUE);
            extents.limit(isShort ? extents.allocated() + random.nextInt(4) : Long.MAX_VALUE);
            try {
                change(step / 1_000 % 2 == 0);
            } catch (RequestRefusedException e) {
                refused++;
            }
            if (step % 200 == 0) {
                compareAll();
            }
        }
        compareAll();
        assertThat(refused).isPositive();
    }

    @Test
    void shouldHideEntriesAtOnceWhenTheyExpire() {
        expire("short", 1_000);
        expire("long", 1_000_000_000_000L);
        put("ever");
        assertThat(tree.ttl(bytes("short"))).isBetween(-1L, 1_000L);
        assertThat(tree.ttl(bytes("ever"))).isEqualTo(BytesTree.NO_TTL);
        host.leap(Duration.ofMinutes(1));
        assertThat(tree.get(bytes("short"))).isNull();
        assertThat(tree.ttl(bytes("short"))).isEqualTo(BytesTree.NO_TTL);
        assertThat(tree.get(bytes("long"))).isEqualTo(bytes("value"));
        assertThat(tree.count(KeyRange.ALL, 100).keys()).isEqualTo(2);
        List<byte[]> keys = new ArrayList<>();
        tree.scan(KeyRange.ALL, true, (key, _) -> keys.add(key));
        assertThat(keys).containsExactly(bytes("long"), bytes("ever"));
        assertThat(tree.survey().entries()).isEqualTo(2);
        assertThat(change(BytesChange.DELETE, "short", -1).met()).isFalse();
        assertThat(change(BytesChange.EXPIRE, "short", 5).met()).isFalse();
        assertThat(change(BytesChange.PERSIST, "long", -1).met()).isTrue();
        assertThat(change(BytesChange.PERSIST, "long", -1).met()).isFalse();
        assertThat(change(BytesChange.PUT_IF_ABSENT, "short", -1).met()).isTrue();
        host.leap(Duration.ofDays(1));
        assertThat(tree.count(KeyRange.ALL, 100).keys()).isEqualTo(3);
    }

    @Test
    void shouldKeepExpiryOfCountersWhenTheyGrow() {
        byte[] one = Counters.bytes(1);
        byte[] key = bytes("counter");
        tree.change(BytesChange.ADD, key, one, NOTHING, 60_000_000_000L);
        tree.change(BytesChange.ADD, key, one, NOTHING);
        assertThat(tree.get(key)).isEqualTo(Counters.bytes(2));
        host.leap(Duration.ofMinutes(2));
        assertThat(tree.get(key)).isNull();
        assertThat(tree.change(BytesChange.ADD, key, one, NOTHING).value()).isEqualTo(one);
    }

    /** A pause makes the computed time earlier than the real one, never later. */
    @Test
    void shouldNotPutOffExpiryOfCountersWhenTheyGrowOften() {
        byte[] one = Counters.bytes(1);
        byte[] key = bytes("counter");
        tree.change(BytesChange.ADD, key, one, NOTHING, 60_000_000_000L);
        long latest = host.nanoTime() + 60_000_000_000L;
        for (int i = 0; i < 100_000; i++) {
            tree.change(BytesChange.ADD, key, one, NOTHING);
        }
        assertThat(host.nanoTime() + tree.ttl(key)).isLessThanOrEqualTo(latest);
    }

    @Test
    void shouldFreeAllSpaceWhenExpiredEntriesAreSwept() {
        for (int i = 0; i < 300; i++) {
            expire("key " + i, i % 3 == 0 ? 1_000_000_000_000L : 1_000);
        }
        host.leap(Duration.ofMinutes(1));
        tree.sweep(1);
        long left = extents.allocated();
        assertThat(left).as("a step is bounded").isGreaterThan(200);
        for (int step = 0; step < 300; step++) {
            tree.sweep(1);
        }
        assertThat(tree.count(KeyRange.ALL, 1_000).keys()).isEqualTo(100);
        assertThat(tree.survey().faults()).isEmpty();
        assertThat(tree.survey().spare()).isZero();
        host.leap(Duration.ofDays(1));
        for (int step = 0; step < 300; step++) {
            tree.sweep(1);
        }
        assertThat(space.allocated()).isEqualTo(2); // The root and the anchor.
        assertThat(extents.allocated()).isZero();
    }

    @Test
    void shouldKeepEntryWhenItIsRenewedDuringASweep() {
        expire("renewed", 1_000);
        expire("over", 1_000);
        host.leap(Duration.ofMinutes(1));
        List<byte[]> expired = tree.collectExpired(10);
        assertThat(expired).containsExactly(bytes("over"), bytes("renewed"));
        assertThat(change(BytesChange.PUT, "renewed", 1_000_000_000_000L).met()).isTrue();
        tree.removeExpired(expired);
        assertThat(tree.get(bytes("renewed"))).isEqualTo(bytes("value"));
        assertThat(extents.allocated()).as("the other entry is gone").isEqualTo(1);
    }

    private void expire(String key, long nanos) {
        assertThat(tree.change(BytesChange.PUT, bytes(key), bytes("value"), NOTHING, nanos).met())
                .isTrue();
    }

    private BytesTree.Result change(BytesChange change, String key, long ttl) {
        return tree.change(change, bytes(key), bytes("value"), NOTHING, ttl);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    @Test
    void shouldNameAllPagesAgainWhenMemoryIsBack() {
        for (int i = 0; i < 4; i++) {
            put("k" + i);
        }
        space.limit(space.allocated() + 1); // Enough for the split, not for a root above it.
        put("k9");
        assertThat(tree.survey().height()).isEqualTo(1);
        space.limit(Long.MAX_VALUE);
        put("k9");
        assertThat(tree.survey().height()).isEqualTo(2);
        compareAll();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4, 5, 1_000})
    void shouldHoldLoadedEntriesWhenLoadIsAdopted(int entries) {
        for (int i = 0; i < entries; i++) {
            model.put(key(), value());
        }
        TreeLoad load = tree.load(0.9);
        model.forEach(load::add);
        assertThat(tree.adopt(load)).isEqualTo(model.size());
        compareAll();
    }

    @Test
    void shouldFreeEverythingWhenLoadIsAbandonedAtAnyEntry() {
        for (int entries = 0; entries < 200; entries += 7) {
            TreeLoad load = tree.load(1);
            NavigableMap<byte[], byte[]> loaded = new TreeMap<>(Arrays::compareUnsigned);
            for (int i = 0; i < entries; i++) {
                loaded.put(key(), value());
            }
            extents.limit(entries / 2);
            try {
                loaded.forEach(load::add);
            } catch (RequestRefusedException e) {
                assertThat(extents.allocated()).isPositive();
            }
            load.abandon();
            extents.limit(Long.MAX_VALUE);
            assertThat(space.allocated()).isEqualTo(2); // The root and the anchor.
            assertThat(extents.allocated()).isZero();
        }
    }

    @Test
    void shouldRefuseLoadWhenTreeIsNotEmpty() {
        put("a");
        TreeLoad load = tree.load(1);
        load.add("b".getBytes(UTF_8), NOTHING);
        assertThatThrownBy(() -> tree.adopt(load)).isInstanceOf(IllegalStateException.class);
        load.abandon();
        compareAll();
    }

    @Test
    void shouldLeaveOutCommonPrefixWhenKeysAreLong() {
        for (int i = 0; i < 1_000; i++) {
            put("a common prefix of more than thirty-eight bytes: " + (1_000 + i));
        }
        assertThat(extents.allocated()).isLessThan(3 * space.allocated());
        compareAll();
    }

    @Test
    void shouldCountInPartsWhenRangeHasManyLeaves() {
        for (int i = 0; i < 300; i++) {
            put("k" + (1_000 + i));
        }
        KeyRange range =
                new KeyRange("k1010".getBytes(UTF_8), false, "k1250".getBytes(UTF_8), true);
        long keys = 0;
        BytesTree.Count part = tree.count(range, 3);
        while (part.next() != null) {
            keys += part.keys();
            part = tree.count(range.from(part.next()), 3);
        }
        assertThat(keys + part.keys()).isEqualTo(240);
    }

    private void put(String key) {
        byte[] bytes = key.getBytes(UTF_8);
        tree.change(BytesChange.PUT, bytes, NOTHING, NOTHING);
        model.put(bytes, NOTHING);
    }

    /** A random change, of the tree and then of the model. */
    private void change(boolean growing) {
        byte[] key = key();
        byte[] value = value();
        byte[] before = model.get(key);
        int kind = random.nextInt(10);
        if (kind < 2) {
            var result = tree.change(BytesChange.GET_AND_PUT, key, value, NOTHING);
            assertThat(result.value()).isEqualTo(before);
            model.put(key, value);
        } else if (kind < 3) {
            byte[] expected = before == null || random.nextBoolean() ? value() : before;
            var result = tree.change(BytesChange.REPLACE, key, value, expected);
            assertThat(result.met()).isEqualTo(before != null && Arrays.equals(before, expected));
            model.replace(key, result.met() ? value : before);
        } else if (kind < (growing ? 8 : 5)) {
            boolean met = tree.change(BytesChange.PUT_IF_ABSENT, key, value, NOTHING).met();
            assertThat(met).isEqualTo(before == null);
            model.putIfAbsent(key, value);
        } else {
            boolean met = tree.change(BytesChange.DELETE, key, NOTHING, NOTHING).met();
            assertThat(met).isEqualTo(before != null);
            model.remove(key);
        }
    }

    /** Keys that share prefixes, are prefixes of each other, or differ in the last byte. */
    private byte[] key() {
        StringBuilder key = new StringBuilder("p");
        int parts = random.nextInt(4);
        for (int i = 0; i < parts; i++) {
            key.append(random.nextBoolean() ? "-".repeat(29) : "\u0000");
        }
        key.append("\u0000".repeat(random.nextInt(3)));
        byte[] bytes = (key + (random.nextBoolean() ? "" : "x")).getBytes(UTF_8);
        byte[] result = Arrays.copyOf(bytes, bytes.length + random.nextInt(2));
        result[result.length - 1] = (byte) random.nextInt(256);
        return random.nextInt(50) == 0 ? Arrays.copyOf(result, 1_024) : result;
    }

    private byte[] value() {
        int length =
                switch (random.nextInt(4)) {
                    case 0 -> random.nextInt(3);
                    case 1 -> 7 + random.nextInt(3);
                    case 2 -> random.nextInt(200);
                    default -> random.nextInt(5_000) / (1 + random.nextInt(50));
                };
        byte[] value = new byte[length];
        random.nextBytes(value);
        return value;
    }

    private void compareAll() {
        TreeSurvey survey = tree.survey();
        assertThat(survey.faults()).isEmpty();
        assertThat(survey.entries()).isEqualTo(model.size());
        assertThat(survey.spare()).isZero();
        assertSame(scan(KeyRange.ALL, false), model);
        assertSame(scan(KeyRange.ALL, true), model.descendingMap());
        byte[] low = key();
        byte[] high = key();
        if (Arrays.compareUnsigned(low, high) <= 0) {
            KeyRange range = new KeyRange(low, true, high, false);
            assertSame(scan(range, false), model.subMap(low, high));
            assertSame(scan(range, true), model.subMap(low, true, high, false).descendingMap());
        }
        assertThat(tree.get(low)).isEqualTo(model.get(low));
    }

    private List<Map.Entry<byte[], byte[]>> scan(KeyRange range, boolean descending) {
        List<Map.Entry<byte[], byte[]>> found = new ArrayList<>();
        boolean more = tree.scan(range, descending, (k, v) -> found.add(Map.entry(k, v)));
        assertThat(more).isFalse();
        return found;
    }

    private static void assertSame(
            List<Map.Entry<byte[], byte[]>> found, Map<byte[], byte[]> expected) {
        assertThat(found).hasSize(expected.size());
        int i = 0;
        for (Map.Entry<byte[], byte[]> entry : expected.entrySet()) {
            assertThat(found.get(i).getKey()).isEqualTo(entry.getKey());
            assertThat(found.get(i++).getValue()).isEqualTo(entry.getValue());
        }
    }
}
