package dev.mangrove.check.history;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Operations of clients on rectangles with identities, and results of window queries. An identity
 * is a register like any key: absent, or present with a rectangle. Each rectangle has a number that
 * serves as the value of its operation, so that {@link #operations} can be checked for
 * linearizability: an insert is a put if absent, a move is a put if present, an upsert is a put, a
 * delete is a delete.
 *
 * <p>Not thread-safe. Complete the operations on {@link #operations}, with {@code succeeded},
 * {@code refused}, {@code done} or {@code failed}.
 */
public final class SpatialHistory {
    private static final int SIDES = 4;

    private final History operations;
    private int rectangleCount;
    private double[] rectangles;

    /** The numbers of rectangles that operations have given to identities. */
    private final Map<Given, Long> numbers = new HashMap<>();

    private int windowCount;
    private int[] clients = new int[16];
    private Rectangle[] windows = new Rectangle[16];
    private long[] invoked = new long[16];
    private long[] responded = new long[16];

    /** The results of window {@code i} end at {@code ends[i]}, where those of the next begin. */
    private int[] ends = new int[16];

    private final List<WindowCount> counts = new ArrayList<>();
    private int resultCount;
    private long[] results = new long[64];
    private @Nullable Rectangle[] places = new Rectangle[64];

    /** Creates a history with room for {@code capacity} operations. */
    public SpatialHistory(int capacity) {
        operations = new History(capacity);
        rectangles = new double[SIDES * Math.max(capacity, 16)];
    }

    /** Records the start of an insert, which requires the identity to be absent. */
    public int invokeInsert(int client, long id, Rectangle rectangle, long time) {
        return operations.invokePutIfAbsent(client, id, give(id, rectangle), time);
    }

    /** Records the start of a move, which requires the identity to be present. */
    public int invokeMove(int client, long id, Rectangle rectangle, long time) {
        return operations.invokePutIfPresent(client, id, give(id, rectangle), time);
    }

    /** Records the start of a delete. */
    public int invokeDelete(int client, long id, long time) {
        return operations.invokeDelete(client, id, time);
    }

    /** Records the start of an upsert, which requires nothing. */
    public int invokeUpsert(int client, long id, Rectangle rectangle, long time) {
        return operations.invokePut(client, id, give(id, rectangle), time);
    }

    /** Records the response of an upsert that began at a time. */
    public void upserted(int op, boolean isNew, long invokedAt, long respondedAt) {
        if (isNew) {
            operations.foundAbsent(op, respondedAt);
            return;
        }
        operations.failed(op, respondedAt);
        int move =
                operations.invokePutIfPresent(
                        operations.client(op),
                        operations.key(op),
                        operations.argument(op),
                        invokedAt);
        operations.succeeded(move, respondedAt);
    }

    /** Records the start of a look for an identity. */
    public int invokeGet(int client, long id, long time) {
        return operations.invokeGet(client, id, time);
    }

    /** Records what a look has found: a rectangle that was given to the identity, or null. */
    public void found(int op, @Nullable Rectangle place, long time) {
        if (place == null) {
            operations.foundAbsent(op, time);
        } else {
            operations.found(op, numberOf(operations.key(op), place), time);
        }
    }

    /** The number of a rectangle of an identity; one that no operation has if there is none. */
    private long numberOf(long id, Rectangle place) {
        Long known = numbers.get(new Given(id, place));
        return known == null ? number(place) : known;
    }

    /** An identity that is given a rectangle again has the same value as before. */
    private long give(long id, Rectangle rectangle) {
        return numbers.computeIfAbsent(new Given(id, rectangle), given -> number(given.place()));
    }

    private long number(Rectangle rectangle) {
        int at = SIDES * rectangleCount;
        if (at == rectangles.length) {
            rectangles = Arrays.copyOf(rectangles, Math.addExact(at, at));
        }
        rectangles[at] = rectangle.minX();
        rectangles[at + 1] = rectangle.minY();
        rectangles[at + 2] = rectangle.maxX();
        rectangles[at + 3] = rectangle.maxY();
        return rectangleCount++;
    }

    /** Records one result of the query that the next {@link #window} call completes. */
    public void result(long id) {
        result(id, null);
    }

    /** Records one result with the rectangle that came with it; null if none did. */
    public void result(long id, @Nullable Rectangle place) {
        if (resultCount == results.length) {
            int room = Math.addExact(resultCount, resultCount);
            results = Arrays.copyOf(results, room);
            places = Arrays.copyOf(places, room);
        }
        places[resultCount] = place;
        results[resultCount++] = id;
    }

    /** Drops the results recorded since the last query, as their query failed. */
    public void abandon() {
        resultCount = start(windowCount);
    }

    /** Records a window query, with the results recorded since the last one. */
    public int window(int client, Rectangle window, long invokedAt, long respondedAt) {
        if (respondedAt < invokedAt) {
            throw new IllegalArgumentException(
                    "bad response time: responded=" + respondedAt + ", invoked=" + invokedAt);
        }
        if (windowCount == ends.length) {
            growWindows(Math.addExact(windowCount, windowCount));
        }
        clients[windowCount] = client;
        windows[windowCount] = window;
        invoked[windowCount] = invokedAt;
        responded[windowCount] = respondedAt;
        ends[windowCount] = resultCount;
        return windowCount++;
    }

    private void growWindows(int room) {
        clients = Arrays.copyOf(clients, room);
        windows = Arrays.copyOf(windows, room);
        invoked = Arrays.copyOf(invoked, room);
        responded = Arrays.copyOf(responded, room);
        ends = Arrays.copyOf(ends, room);
    }

    /** Records a count of a window. */
    public void counted(WindowCount count) {
        counts.add(count);
    }

    /** The counts of windows. */
    public List<WindowCount> counts() {
        return List.copyOf(counts);
    }

    /** Appends all operations and queries of {@code other}. */
    public void addAll(SpatialHistory other) {
        counts.addAll(other.counts);
        for (int op = 0; op < other.operations.size(); op++) {
            operations.endLike(addStart(other, op), other.operations, op);
        }
        for (int query = 0; query < other.windowCount; query++) {
            for (int i = 0; i < other.results(query); i++) {
                result(other.result(query, i), other.place(query, i));
            }
            window(
                    other.client(query),
                    other.window(query),
                    other.invoked(query),
                    other.responded(query));
        }
    }

    private int addStart(SpatialHistory other, int op) {
        History from = other.operations;
        int client = from.client(op);
        long id = from.key(op);
        long time = from.invoked(op);
        return switch (from.kind(op)) {
            case PUT_IF_ABSENT ->
                    invokeInsert(client, id, other.rectangle(from.argument(op)), time);
            case PUT_IF_PRESENT -> invokeMove(client, id, other.rectangle(from.argument(op)), time);
            case PUT -> invokeUpsert(client, id, other.rectangle(from.argument(op)), time);
            case DELETE -> invokeDelete(client, id, time);
            default -> throw new IllegalStateException("not spatial: " + from.describe(op));
        };
    }

    /** The inserts, moves and deletes. */
    public History operations() {
        return operations;
    }

    /** The rectangle with a number, which is a value in {@link #operations}. */
    public Rectangle rectangle(long number) {
        int at = SIDES * Math.toIntExact(Objects.checkIndex(number, (long) rectangleCount));
        return new Rectangle(
                rectangles[at], rectangles[at + 1], rectangles[at + 2], rectangles[at + 3]);
    }

    /** The number of window queries; they are numbered from 0. */
    public int windows() {
        return windowCount;
    }

    public int client(int query) {
        return clients[checked(query)];
    }

    public Rectangle window(int query) {
        return windows[checked(query)];
    }

    public long invoked(int query) {
        return invoked[checked(query)];
    }

    public long responded(int query) {
        return responded[checked(query)];
    }

    /** Number of identities that the query returned. */
    public int results(int query) {
        return ends[checked(query)] - start(query);
    }

    public long result(int query, int index) {
        return results[start(query) + Objects.checkIndex(index, results(query))];
    }

    /** The rectangle that came with a result; null if none did. */
    public @Nullable Rectangle place(int query, int index) {
        return places[start(query) + Objects.checkIndex(index, results(query))];
    }

    private int start(int query) {
        return query == 0 ? 0 : ends[query - 1];
    }

    private int checked(int query) {
        return Objects.checkIndex(query, windowCount);
    }

    private record Given(long id, Rectangle place) {}
}
