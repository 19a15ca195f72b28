package dev.mangrove.check.history;

import java.util.Arrays;

/**
 * Operations of clients on keys, with their responses: an append-only record in columns. Invoking
 * an operation returns its number; the recorder later completes it under that number. An operation
 * that is never completed is {@link Outcome#UNKNOWN}. Appending allocates nothing while the
 * capacity lasts.
 *
 * <p>Not thread-safe. The simulator uses one history for all its clients; threads and processes
 * record one each and {@linkplain #addAll merge} them at the end, processes through a {@link
 * HistoryFile}.
 *
 * <p>Times come from one clock that never runs backwards. One operation precedes another only if
 * its response time is <em>less</em> than the other's invocation time; equal times count as
 * overlapping. A recorder that knows the true order of events should use event numbers as times.
 * Where clocks differ by up to some amount, shift the invocations back and the responses forward by
 * it.
 */
public final class History {
    /** Response time of an operation that has not been completed and may still take effect. */
    public static final long NEVER = Long.MAX_VALUE;

    private int size;
    private int[] clients;
    private OpKind[] kinds;
    private Outcome[] outcomes;
    private Observation[] observations;
    private long[] keys;
    private long[] arguments;
    private long[] expected;
    private long[] observed;
    private long[] invoked;
    private long[] responded;

    /** A history with room for {@code capacity} operations before it has to grow. */
    public History(int capacity) {
        int room = Math.max(capacity, 16);
        clients = new int[room];
        kinds = new OpKind[room];
        outcomes = new Outcome[room];
        observations = new Observation[room];
        keys = new long[room];
        arguments = new long[room];
        expected = new long[room];
        observed = new long[room];
        invoked = new long[room];
        responded = new long[room];
    }

    /** Records the start of a read; returns the number to complete it with. */
    public int invokeGet(int client, long key, long time) {
        return invoke(client, OpKind.GET, key, 0, 0, time);
    }

    /** Records the start of an unconditional write. */
    public int invokePut(int client, long key, long value, long time) {
        return invoke(client, OpKind.PUT, key, value, 0, time);
    }

    /** Records the start of a write that requires the key to be absent. */
    public int invokePutIfAbsent(int client, long key, long value, long time) {
        return invoke(client, OpKind.PUT_IF_ABSENT, key, value, 0, time);
    }

    /** Records the start of a write that requires the key to be present. */
    public int invokePutIfPresent(int client, long key, long value, long time) {
        return invoke(client, OpKind.PUT_IF_PRESENT, key, value, 0, time);
    }

    /** Records the start of a compare-and-set. */
    public int invokeReplace(int client, long key, long expectedValue, long value, long time) {
        return invoke(client, OpKind.REPLACE, key, value, expectedValue, time);
    }

    /** Records the start of a delete. */
    public int invokeDelete(int client, long key, long time) {
        return invoke(client, OpKind.DELETE, key, 0, 0, time);
    }

    /** Records the start of a delete that requires the key to have the expected value. */
    public int invokeDeleteIfEqual(int client, long key, long expectedValue, long time) {
        return invoke(client, OpKind.DELETE_IF_EQUAL, key, 0, expectedValue, time);
    }

    /** Records the start of an addition. */
    public int invokeFetchAdd(int client, long key, long addend, long time) {
        return invoke(client, OpKind.FETCH_ADD, key, addend, 0, time);
    }

    int invoke(int client, OpKind kind, long key, long argument, long expectedValue, long time) {
        if (size == keys.length) {
            grow(Math.addExact(size, size));
        }
        int op = size++;
        clients[op] = client;
        kinds[op] = kind;
        outcomes[op] = Outcome.UNKNOWN;
        observations[op] = Observation.NOTHING;
        keys[op] = key;
        arguments[op] = argument;
        expected[op] = expectedValue;
        observed[op] = 0;
        invoked[op] = time;
        responded[op] = NEVER;
        return op;
    }

    /** Records a response that says nothing about the state. */
    public void done(int op, long time) {
        complete(op, Outcome.OK, Observation.NOTHING, 0, time);
    }

    /** Records a response: the operation's condition held. */
    public void succeeded(int op, long time) {
        complete(op, Outcome.OK, Observation.SUCCEEDED, 0, time);
    }

    /** Records a response: the operation had no effect, as its condition did not hold. */
    public void refused(int op, long time) {
        complete(op, Outcome.OK, Observation.REFUSED, 0, time);
    }

    /** Records a response: the operation found this value. */
    public void found(int op, long value, long time) {
        complete(op, Outcome.OK, Observation.VALUE, value, time);
    }

    /** Records a response: the operation found the key absent. */
    public void foundAbsent(int op, long time) {
        complete(op, Outcome.OK, Observation.ABSENT, 0, time);
    }

    /** Records that an operation without a response has taken effect by a time, or never will. */
    public void endsBy(int op, long time) {
        if (outcome(op) != Outcome.UNKNOWN || time < invoked[op]) {
            throw new IllegalArgumentException(
                    "bad end: time=" + time + ", operation: " + describe(op));
        }
        responded[op] = time;
    }

    /** Records that the operation had no effect and never will. */
    public void failed(int op, long time) {
        complete(op, Outcome.FAILED, Observation.NOTHING, 0, time);
    }

    void complete(int op, Outcome outcome, Observation observation, long value, long time) {
        if (outcome(op) != Outcome.UNKNOWN) {
            throw new IllegalStateException("completed twice: " + describe(op));
        }
        if (time < invoked[op] || time == NEVER) {
            throw new IllegalArgumentException(
                    "bad response time: responded=" + time + ", invoked=" + invoked[op]);
        }
        if (observation == Observation.REFUSED && !kinds[op].refusable()) {
            throw new IllegalArgumentException("cannot be refused: " + describe(op));
        }
        outcomes[op] = outcome;
        observations[op] = observation;
        observed[op] = value;
        responded[op] = time;
    }

    /** Appends all operations of {@code other}, with new numbers. */
    public void addAll(History other) {
        int count = other.size;
        if (size + count > keys.length) {
            grow(Math.addExact(size, count));
        }
        for (int op = 0; op < count; op++) {
            add(other, op);
        }
    }

    /** Appends one operation of another history; returns its number here. */
    int add(History other, int op) {
        int copy = addUnknown(other, op);
        endLike(copy, other, op);
        return copy;
    }

    /** Completes an operation with the outcome of one of another history. */
    void endLike(int op, History other, int model) {
        outcomes[checked(op)] = other.outcome(model);
        observations[op] = other.observations[model];
        observed[op] = other.observed[model];
        responded[op] = other.responded[model];
    }

    /** Appends one operation of another history, with an unknown outcome. */
    int addUnknown(History other, int op) {
        int copy =
                invoke(
                        other.client(op),
                        other.kinds[op],
                        other.keys[op],
                        other.arguments[op],
                        other.expected[op],
                        other.invoked[op]);
        if (other.outcome(op) == Outcome.UNKNOWN) {
            responded[copy] = other.responded[op];
        }
        return copy;
    }

    /** The number of operations; they are numbered from 0. */
    public int size() {
        return size;
    }

    public int client(int op) {
        return clients[checked(op)];
    }

    public OpKind kind(int op) {
        return kinds[checked(op)];
    }

    public Outcome outcome(int op) {
        return outcomes[checked(op)];
    }

    public Observation observation(int op) {
        return observations[checked(op)];
    }

    public long key(int op) {
        return keys[checked(op)];
    }

    /** The value to write, or the addend. */
    public long argument(int op) {
        return arguments[checked(op)];
    }

    /** The value that an operation {@linkplain OpKind#compares compares} with. */
    public long expected(int op) {
        return expected[checked(op)];
    }

    /** The value that came with {@link Observation#VALUE}. */
    public long observed(int op) {
        return observed[checked(op)];
    }

    public long invoked(int op) {
        return invoked[checked(op)];
    }

    /** The response time, or that of {@link #endsBy}, or {@link #NEVER}. */
    public long responded(int op) {
        return responded[checked(op)];
    }

    /** Describes an operation in one line. */
    public String describe(int op) {
        return "client %d: %s -> %s [%s, %s]"
                .formatted(
                        client(op),
                        OpTable.request(this, op),
                        OpTable.response(this, op),
                        invoked[op],
                        OpTable.time(responded[op]));
    }

    private int checked(int op) {
        if (op < 0 || op >= size) {
            throw new IndexOutOfBoundsException("no such operation: op=" + op + ", size=" + size);
        }
        return op;
    }

    private void grow(int room) {
        clients = Arrays.copyOf(clients, room);
        kinds = Arrays.copyOf(kinds, room);
        outcomes = Arrays.copyOf(outcomes, room);
        observations = Arrays.copyOf(observations, room);
        keys = Arrays.copyOf(keys, room);
        arguments = Arrays.copyOf(arguments, room);
        expected = Arrays.copyOf(expected, room);
        observed = Arrays.copyOf(observed, room);
        invoked = Arrays.copyOf(invoked, room);
        responded = Arrays.copyOf(responded, room);
    }
}
