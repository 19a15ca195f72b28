package dev.mangrove.check.spatial;

import dev.mangrove.check.history.PayloadHistory;
import dev.mangrove.check.history.PayloadHistory.PayloadRead;
import dev.mangrove.check.ordered.OrderedJournal;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Draws payloads for one client, and records what becomes of them. In a run without payloads it
 * draws none and records nothing.
 *
 * <p>A payload begins with its identity and its number, from which its length and all other bytes
 * follow: a reader recognizes a payload of another identity, and one that is torn.
 */
final class PayloadRecorder {
    /** Stands for a change that is not recorded. */
    static final int OFF = -1;

    private static final int HEAD = 2 * Long.BYTES;
    private static final int USUAL = 400;

    /** Needs an extent of another size than the usual ones, which its memory serves later. */
    private static final int LONG = 3_000;

    /** Longer than a request, so that it is sent ahead. Chosen: seldom, as it takes long. */
    private static final int VERY_LONG = 40_000;

    private static final int LONG_ONE_IN = 40;
    private static final int VERY_LONG_ONE_IN = 200;
    private static final int NONE_ONE_IN = 3;

    private final SpatialTrial trial;
    private final OrderedJournal journal;
    private final int client;
    private final @Nullable SplittableRandom random;

    /**
     * Creates a recorder.
     *
     * @param random draws payloads; null if the run has none
     */
    PayloadRecorder(SpatialTrial trial, int client, @Nullable SplittableRandom random) {
        this.trial = trial;
        this.journal = trial.journal();
        this.client = client;
        this.random = random;
    }

    boolean isOn() {
        return random != null;
    }

    /** Draws a payload for an identity, or null for none. */
    byte @Nullable [] draw(long id) {
        return random == null || random.nextInt(NONE_ONE_IN) == 0 ? null : drawSome(id);
    }

    /** Draws a payload for an identity; the run must have payloads. */
    byte[] drawSome(long id) {
        return content(id, history().nextNumber());
    }

    int insert(long id, byte @Nullable [] payload, long time) {
        return isOn() ? history().invokeInsert(client, id, number(payload), time) : OFF;
    }

    int upsert(long id, byte @Nullable [] payload, long time) {
        return isOn() ? history().invokeUpsert(client, id, number(payload), time) : OFF;
    }

    int set(long id, byte @Nullable [] payload, long time) {
        return isOn() ? history().invokeSet(client, id, number(payload), time) : OFF;
    }

    int delete(long id, long time) {
        return isOn() ? history().invokeDelete(client, id, time) : OFF;
    }

    void ended(int op, boolean met, long time) {
        if (op != OFF) {
            history().ended(op, met, time);
        }
    }

    void failed(int op, long time) {
        if (op != OFF) {
            history().failed(op, time);
        }
    }

    /** Records what a read of an identity's payload has returned. */
    void read(long id, byte @Nullable [] payload, long started, long ended) {
        long number = number(payload);
        if (payload != null && !Arrays.equals(payload, content(id, number))) {
            journal.violation(
                    client,
                    "object %d has a payload of %d bytes that was never given to it, number %d"
                            .formatted(id, payload.length, number));
            return;
        }
        history().read(new PayloadRead(client, id, number, started, ended));
    }

    private static byte[] content(long id, long number) {
        SplittableRandom lots = new SplittableRandom(number << Integer.SIZE | id);
        int length = HEAD + lots.nextInt(USUAL);
        if (lots.nextInt(VERY_LONG_ONE_IN) == 0) {
            length = VERY_LONG;
        } else if (lots.nextInt(LONG_ONE_IN) == 0) {
            length = LONG;
        }
        byte[] content = new byte[length];
        Arrays.fill(content, (byte) (31 * id + number));
        ByteBuffer.wrap(content).putLong(id).putLong(number);
        return content;
    }

    /** The number of a payload, which may be any bytes. */
    private static long number(byte @Nullable [] payload) {
        if (payload == null) {
            return PayloadHistory.NONE;
        }
        return payload.length < HEAD
                ? Long.MAX_VALUE
                : ByteBuffer.wrap(payload).getLong(Long.BYTES);
    }

    private PayloadHistory history() {
        return trial.payloads();
    }
}
