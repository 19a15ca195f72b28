package dev.mangrove.check.history;

import java.util.ArrayList;
import java.util.List;

/**
 * Changes of payloads of identities, and what reads of them have returned. The payload of an
 * identity is a register: absent as long as the identity is, {@link #NONE} if the identity has no
 * payload, else the number of its payload. So an insert is a put if absent, also that of an upsert
 * without a payload; an upsert with a payload is a put, a change of the payload a put if present. A
 * move changes nothing.
 *
 * <p>A read that returns a payload says that the register had its number at some time from
 * invocation to response. One that returns none says that the register was absent or {@link #NONE}
 * at some time. The rule of {@link KeyTimeline} tells reads that say something impossible.
 *
 * <p>Not thread-safe.
 */
public final class PayloadHistory {
    /** Number of an identity's payload if it has none. */
    public static final long NONE = 0;

    private final History changes;
    private final List<PayloadRead> reads = new ArrayList<>();
    private long numbers;

    /**
     * What a read has returned.
     *
     * @param client number of the client
     * @param id the identity
     * @param number of the payload, or {@link #NONE}
     * @param invoked when it began
     * @param responded when it ended
     */
    public record PayloadRead(int client, long id, long number, long invoked, long responded) {}

    /** Creates a history with room for {@code capacity} changes. */
    public PayloadHistory(int capacity) {
        changes = new History(capacity);
    }

    /** A number for a new payload. */
    public long nextNumber() {
        return ++numbers;
    }

    /** Records the start of an insert. */
    public int invokeInsert(int client, long id, long number, long time) {
        return changes.invokePutIfAbsent(client, id, number, time);
    }

    /** Records the start of an upsert. */
    public int invokeUpsert(int client, long id, long number, long time) {
        return number == NONE
                ? changes.invokePutIfAbsent(client, id, NONE, time)
                : changes.invokePut(client, id, number, time);
    }

    /** Records the start of a change of the payload; {@link #NONE} takes it away. */
    public int invokeSet(int client, long id, long number, long time) {
        return changes.invokePutIfPresent(client, id, number, time);
    }

    /** Records the start of a delete. */
    public int invokeDelete(int client, long id, long time) {
        return changes.invokeDelete(client, id, time);
    }

    /**
     * Records the response of a change, and whether its condition held; of an upsert, is it new.
     */
    public void ended(int op, boolean met, long time) {
        if (changes.kind(op) == OpKind.PUT) {
            upserted(op, met, time);
        } else if (met) {
            changes.succeeded(op, time);
        } else {
            changes.refused(op, time);
        }
    }

    private void upserted(int op, boolean isNew, long time) {
        changes.failed(op, time);
        int client = changes.client(op);
        long id = changes.key(op);
        long number = changes.argument(op);
        long invoked = changes.invoked(op);
        int known =
                isNew
                        ? changes.invokePutIfAbsent(client, id, number, invoked)
                        : changes.invokePutIfPresent(client, id, number, invoked);
        changes.succeeded(known, time);
    }

    /** Records that a change had no effect and never will. */
    public void failed(int op, long time) {
        changes.failed(op, time);
    }

    /** Records what a read has returned. */
    public void read(PayloadRead read) {
        reads.add(read);
    }

    /** Number of reads. */
    public int reads() {
        return reads.size();
    }

    /** Checks all reads; returns those that are impossible, as texts. */
    public List<String> check() {
        KeyPartition partition = KeyPartition.of(changes);
        KeyTimeline[] timelines = new KeyTimeline[partition.size()];
        for (int i = 0; i < timelines.length; i++) {
            timelines[i] = new KeyTimeline(changes, partition.ops(i));
        }
        List<String> faults = new ArrayList<>();
        for (PayloadRead read : reads) {
            int index = partition.indexOf(read.id());
            StateSet said =
                    read.number() == NONE
                            ? StateSet.absentOr(number -> number == NONE)
                            : StateSet.only(read.number());
            boolean impossible =
                    index < 0
                            ? !said.hasAbsent() // No change names it: it has always been absent.
                            : timelines[index].certainlyOutside(
                                    said, read.invoked(), read.responded());
            if (impossible) {
                faults.add(explain(read, index < 0 ? new int[0] : partition.ops(index)));
            }
        }
        return faults;
    }

    private String explain(PayloadRead read, int[] ops) {
        StringBuilder text = new StringBuilder("PAYLOAD: " + read + " is impossible");
        for (int op : ops) {
            text.append('\n').append(changes.describe(op));
        }
        return text.toString();
    }
}
