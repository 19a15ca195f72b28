package dev.mangrove.server.death;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.index.bytes.BytesIndex;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The changes that a process makes to keys that only it changes; a seed determines them, so that
 * the test knows them, too. Keys come and go, so that leaves split and merge, among them those of
 * other processes; values have all lengths around 8 bytes, where they leave the page, and around 4
 * KiB, up to which clients of design coarse replace them in place.
 */
final class ChangeScript {
    static final int KEYS = 150;

    /** Chosen: leaves become full and sparse, some times in a run. */
    private static final int PHASE = 200;

    private static final int[] LENGTHS = {0, 7, 8, 9, 40, 64, 100, 900, 4_088, 4_097, 9_000};

    private final String owner;
    private final SplittableRandom random;
    private int made;

    /** What a change does. */
    enum Kind {
        PUT,
        PUT_IF_ABSENT,
        GET_AND_PUT,
        DELETE
    }

    /** A change of a key. */
    @SuppressWarnings("ArrayRecordComponent") // Not compared.
    record Change(Kind kind, String key, byte[] value) {
        /** Executes it. */
        void on(BytesIndex index) {
            byte[] bytes = key.getBytes(UTF_8);
            switch (kind) {
                case PUT -> index.put(bytes, value);
                case PUT_IF_ABSENT -> index.putIfAbsent(bytes, value);
                case GET_AND_PUT -> index.getAndPut(bytes, value);
                case DELETE -> index.delete(bytes);
            }
        }

        /** The value after it, of a key with a value before it; null stands for absent. */
        byte @Nullable [] after(byte @Nullable [] before) {
            return switch (kind) {
                case PUT, GET_AND_PUT -> value;
                case PUT_IF_ABSENT -> before == null ? value : before;
                case DELETE -> null;
            };
        }

        /** Executes it on a model. */
        void on(Map<String, byte[]> model) {
            byte[] after = after(model.get(key));
            if (after == null) {
                model.remove(key);
            } else {
                model.put(key, after);
            }
        }
    }

    ChangeScript(int owner, long seed) {
        this.owner = Integer.toString(owner);
        this.random = new SplittableRandom(seed);
    }

    /** The next change. */
    Change next() {
        boolean grows = made / PHASE % 2 == 0;
        made++;
        String key = "user:%06d:%s".formatted(random.nextInt(KEYS), owner);
        boolean deletes = random.nextInt(4) == 0 == grows;
        Kind kind = deletes ? Kind.DELETE : Kind.values()[random.nextInt(3)];
        ByteBuffer value = ByteBuffer.allocate(LENGTHS[random.nextInt(LENGTHS.length)]);
        while (value.remaining() >= Integer.BYTES) {
            value.putInt(made);
        }
        return new Change(kind, key, value.array());
    }
}
