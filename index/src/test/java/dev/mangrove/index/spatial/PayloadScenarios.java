package dev.mangrove.index.spatial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.mangrove.index.spatial.SpatialModel.Area;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/** What the contract of spatial indexes says of payloads. */
final class PayloadScenarios {
    private static final int SHARED = 40;
    private static final int LEAST = 2 * Long.BYTES;

    private final SpatialIndex index;
    private final RandomGenerator random;

    PayloadScenarios(SpatialIndex index, RandomGenerator random) {
        this.index = index;
        this.random = random;
    }

    /** A payload that tells its object and a number; all other bytes follow from them. */
    private static byte[] payload(long id, long number, int length) {
        byte[] payload = new byte[Math.max(LEAST, length)];
        Arrays.fill(payload, (byte) (31 * id + number));
        ByteBuffer.wrap(payload).putLong(id).putLong(number);
        return payload;
    }

    private static void assertIsOf(long id, byte[] payload) {
        ByteBuffer content = ByteBuffer.wrap(payload);
        assertThat(content.getLong()).isEqualTo(id);
        assertThat(payload).isEqualTo(payload(id, content.getLong(), payload.length));
    }

    void keepAndMove() {
        byte[] first = {1, 2, 3};
        byte[] second = new byte[100];
        assertThat(index.insert(7, 1, 1, first)).isTrue();
        assertThat(index.insert(7, 2, 2, second)).as("the id is taken").isFalse();
        assertThat(index.payload(7)).isEqualTo(first);
        first[0] = 9; // The index has a copy.
        assertThat(index.update(7, -5, -5, -5, -5)).isTrue();
        assertThat(index.moveAll(new long[] {7}, new double[] {5}, new double[] {6})).isEqualTo(1);
        assertThat(index.upsert(7, 3, 3)).as("keeps the payload").isFalse();
        assertThat(index.payload(7)).containsExactly(1, 2, 3);
        assertThat(index.upsert(7, 4, 4, second)).isFalse();
        assertThat(index.payload(7)).isEqualTo(second);
        assertThat(index.get(7)).contains(new Place(4, 4, 4, 4));
        assertThat(index.setPayload(7, new byte[0])).isTrue();
        assertThat(index.payload(7)).as("empty").isEmpty();
        assertThat(index.setPayload(7, null)).isTrue();
        assertThat(index.payload(7)).isNull();
        assertThat(index.setPayload(7, first)).isTrue();
        index.verify().orThrow();

        assertThat(index.delete(7)).isTrue();
        assertThat(index.payload(7)).isNull();
        assertThat(index.setPayload(7, first)).as("there is no object").isFalse();
        assertThat(index.insert(7, 1, 1)).isTrue();
        assertThat(index.payload(7)).as("a new object").isNull();
        assertThat(index.upsert(8, 1, 1, second)).as("a new object").isTrue();
        assertThat(index.payloads(8, 9, 7, 8))
                .isDeepEqualTo(new byte[][] {second, null, null, second});
        assertThat(index.payloads().length).isZero();
        index.verify().orThrow();
    }

    void keepAllLengths() {
        int[] lengths = {0, 1, 7, 8, 40, 41, 1_000, 4_096, 31_000, 33_000, 65_535, 65_536};
        for (int i = 0; i < lengths.length; i++) {
            byte[] content = filled(lengths[i], i + 1);
            assertThat(index.insert(i, i, 0, content)).isTrue();
            byte[] longer = new byte[lengths[lengths.length - 1 - i]];
            assertThat(index.setPayload(i, longer)).isTrue();
            assertThat(index.payload(i)).isEqualTo(longer);
            assertThat(index.upsert(i, 0, i, content)).isFalse();
            assertThat(index.payload(i)).isEqualTo(content);
        }
        long[] ids = new long[lengths.length];
        Arrays.setAll(ids, i -> i);
        byte[][] all = index.payloads(ids);
        for (int i = 0; i < lengths.length; i++) {
            assertThat(all[i]).isEqualTo(filled(lengths[i], i + 1));
        }
        byte[] tooLong = new byte[SpatialIndex.LONGEST_PAYLOAD + 1];
        assertThatIllegalArgumentException()
                .isThrownBy(() -> index.insert(99, 0, 0, tooLong))
                .withMessageContaining("65537");
        assertThatIllegalArgumentException().isThrownBy(() -> index.upsert(1, 0, 0, tooLong));
        assertThatIllegalArgumentException().isThrownBy(() -> index.setPayload(1, tooLong));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SpatialBatch().setPayload(1, tooLong));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> index.insert(99, Double.NaN, 0, new byte[1]));
        assertThat(index.payload(1)).containsExactly(2);
        assertThat(index.get(99)).isEmpty();
        index.verify().orThrow();
    }

    private static byte[] filled(int length, int with) {
        byte[] content = new byte[length];
        Arrays.fill(content, (byte) with);
        return content;
    }

    void search(int number) {
        for (int id = 0; id < number; id++) {
            int length = id % 50 == 0 ? 20_000 : random.nextInt(300);
            if (id % 3 == 0) {
                index.insert(id, id, 0);
            } else {
                index.insert(id, id, 0, payload(id, 1, length));
            }
        }
        assertThat(found(index.searchWithPayloads(-1, -1, number, 1))).hasSize(number);
        assertThat(found(index.searchWithPayloads(9.5, 0, 12.5, 0)))
                .isEqualTo(Set.of(10L, 11L, 12L));
        assertThat(found(index.searchWithPayloads(-1, -1, number, 1, Relation.WITHIN, 17)))
                .hasSize(17);
        assertThat(found(index.searchWithPayloads(-9, -9, -8, -8))).isEmpty();
        double last = -1;
        try (SpatialCursor nearest = index.nearestWithPayloads(0, 0, 90)) {
            for (int id = 0; id < 90; id++) {
                assertThat(nearest.next()).isTrue();
                assertThat(nearest.id()).isEqualTo(id);
                assertThat(nearest.distance()).isGreaterThan(last);
                assertThat(nearest.maxX()).isEqualTo(id);
                last = nearest.distance();
                assertSound(nearest);
            }
            assertThat(nearest.next()).isFalse();
        }
        try (SpatialCursor early = index.searchWithPayloads(-1, -1, number, 1)) {
            assertThat(early.next()).isTrue();
        }
        try (SpatialCursor plain = index.search(-1, -1, number, 1)) {
            assertThat(plain.next()).isTrue();
            assertThatIllegalStateException()
                    .isThrownBy(plain::payload)
                    .withMessageContaining("searchWithPayloads");
        }
    }

    private static Set<Long> found(SpatialCursor search) {
        Set<Long> ids = new HashSet<>();
        try (search) {
            while (search.next()) {
                assertThat(ids.add(search.id())).isTrue();
                assertThat(search.minX()).isEqualTo((double) search.id());
                assertSound(search);
            }
        }
        return ids;
    }

    private static void assertSound(SpatialCursor at) {
        byte[] payload = at.payload();
        if (at.id() % 3 == 0) {
            assertThat(payload).isNull();
        } else {
            assertIsOf(at.id(), payload);
        }
    }

    void followBatches() {
        Map<Long, Area> places = new HashMap<>();
        Map<Long, byte[]> payloads = new HashMap<>();
        SpatialBatch batch = new SpatialBatch();
        for (int size : new int[] {150, 1, 64, 0, 65, 200}) {
            batch.clear();
            for (int i = 0; i < size; i++) {
                draw(batch, random.nextInt(60));
            }
            assertThat(index.applyAll(batch)).isZero();
            for (int i = 0; i < size; i++) {
                assertThat(batch.result(i))
                        .as("%s at %d", batch.operation(i), i)
                        .isEqualTo(applyTo(places, payloads, batch, i));
            }
            for (long id = 0; id < 60; id++) {
                assertThat(index.payload(id)).as("id %d", id).isEqualTo(payloads.get(id));
            }
        }
        assertThat(index.count(-9, -9, 9, 9)).isEqualTo(places.size());
        index.verify().orThrow();
    }

    private void draw(SpatialBatch batch, long id) {
        Area at = Area.random(random, 0.05);
        int length = random.nextInt(20) == 0 ? 40_000 : random.nextInt(2_000);
        byte[] some = payload(id, random.nextLong(), length);
        switch (random.nextInt(10)) {
            case 0 -> batch.insert(id, at.minX(), at.minY(), at.maxX(), at.maxY());
            case 1, 2 -> batch.insert(id, at.minX(), at.minY(), at.maxX(), at.maxY(), some);
            case 3 -> batch.update(id, at.minX(), at.minY(), at.maxX(), at.maxY());
            case 4 -> batch.upsert(id, at.minX(), at.minY(), at.maxX(), at.maxY());
            case 5, 6 -> batch.upsert(id, at.minX(), at.minY(), at.maxX(), at.maxY(), some);
            case 7 -> batch.setPayload(id, some);
            case 8 -> batch.setPayload(id, null);
            default -> batch.delete(id);
        }
    }

    private static boolean applyTo(
            Map<Long, Area> places, Map<Long, byte[]> payloads, SpatialBatch batch, int i) {
        long id = batch.id(i);
        boolean there = places.containsKey(id);
        boolean met =
                switch (batch.operation(i)) {
                    case INSERT, UPSERT -> !there;
                    case UPDATE, DELETE, SET_PAYLOAD -> there;
                    case GET -> throw new IllegalArgumentException("no change: position=" + i);
                };
        boolean puts =
                batch.operation(i) == SpatialBatch.Operation.UPSERT
                        || (met && batch.operation(i) != SpatialBatch.Operation.DELETE);
        if (batch.operation(i) == SpatialBatch.Operation.DELETE) {
            places.remove(id);
            payloads.remove(id);
        } else if (puts) {
            places.put(id, new Area(batch.minX(i), batch.minY(i), batch.maxX(i), batch.maxY(i)));
            if (batch.payload(i) != null) {
                payloads.put(id, batch.payload(i));
            } else if (batch.operation(i) == SpatialBatch.Operation.SET_PAYLOAD) {
                payloads.remove(id);
            }
        }
        return met;
    }

    static void fillForThreads(SpatialIndex index) {
        for (int id = 0; id < SHARED; id++) {
            assertThat(index.insert(id, id, id, payload(id, 0, 100))).isTrue();
        }
    }

    /**
     * The first half of the objects is never deleted and always has a payload, whatever the threads
     * do: a reader that finds none has seen half a change.
     */
    void changeAndRead(int thread, int steps) {
        for (int i = 0; i < steps; i++) {
            int id = random.nextInt(SHARED);
            int length = random.nextInt(30) == 0 ? 40_000 : random.nextInt(600);
            byte[] some = payload(id, i + 1_000_000L * thread, length);
            double x = random.nextInt(SHARED);
            switch (random.nextInt(8)) {
                case 0, 1 -> index.upsert(id, x, id, some);
                case 2 -> index.setPayload(id, some);
                case 3 -> index.upsert(id, x, id);
                case 4 -> index.update(id, x, id, x, id);
                case 5 -> {
                    if (id >= SHARED / 2) {
                        index.delete(id);
                    }
                }
                case 6 -> assertOf(id, index.payload(id));
                default -> readAll();
            }
        }
    }

    private void readAll() {
        Set<Long> seen = new HashSet<>();
        try (SpatialCursor all = index.searchWithPayloads(-1, -1, SHARED, SHARED)) {
            while (all.next()) {
                assertThat(seen.add(all.id())).isTrue();
                assertOf(all.id(), all.payload());
            }
        }
        for (long id = 0; id < SHARED / 2; id++) {
            assertThat(seen).contains(id);
        }
    }

    private static void assertOf(long id, byte[] payload) {
        if (payload != null) {
            assertIsOf(id, payload);
        } else {
            assertThat(id).as("an object that stays").isGreaterThanOrEqualTo(SHARED / 2);
        }
    }
}
