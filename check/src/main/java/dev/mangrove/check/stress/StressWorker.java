package dev.mangrove.check.stress;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.OutcomeUnknownException;
import dev.mangrove.ServerLostException;
import dev.mangrove.ServerTimeoutException;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.ViewOptions;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/**
 * One thread of a client process. When it loses its connection, it reports that to the parent,
 * reconnects and continues with the next operation.
 */
final class StressWorker {
    /** Operations of a thread in one beat; a sweep counts as one. Chosen, not tuned. */
    static final int OPERATIONS_PER_BEAT = 40;

    private static final int LONGEST_SWEEP = 20;
    private static final int OLD_ROUND_ONE_IN = 16;
    private static final int HOT_KEYS = 8;
    private static final long PAUSE_AFTER_LOSS_NANOS = 10_000_000;
    private static final long SMALL_CACHE = 4 << 10;
    private static final long LARGE_CACHE = 1 << 20;

    private final ClientTask task;
    private final IndexOpener opener;
    private final StressClock clock;
    private final JournalWriter journal;
    private final StressKeys keys;
    private final RandomGenerator random;
    private final int writer;
    private final Map<Long, Long> seen = new HashMap<>();
    private int written;

    StressWorker(
            ClientTask task,
            IndexOpener opener,
            StressClock clock,
            JournalWriter journal,
            RandomGenerator random,
            int writer) {
        this.task = task;
        this.opener = opener;
        this.clock = clock;
        this.journal = journal;
        this.keys = new StressKeys(task.servers());
        this.random = random;
        this.writer = writer;
    }

    /** Executes operations until the end; {@code lent} is the first connection. */
    void run(Mangrove lent) {
        try {
            live(lent);
            while (!clock.isOver(System.nanoTime())) {
                LockSupport.parkNanos(PAUSE_AFTER_LOSS_NANOS);
                live(null);
            }
        } catch (RuntimeException | Error e) {
            ClientLine.say(ClientLine.BROKEN, describe(e));
        }
    }

    private void live(@Nullable Mangrove lent) {
        try (Mangrove own = lent == null ? Mangrove.connect(task.pool()) : null) {
            Mangrove mangrove = lent == null ? own : lent;
            if (mangrove != null) {
                work(mangrove);
            }
        } catch (MangroveException e) {
            if (!isLoss(e)) {
                throw e;
            }
            ClientLine.say(ClientLine.LOST, describe(e));
        }
    }

    /** Whether the cause is a lost server, not a damaged tree. */
    private static boolean isLoss(@Nullable Throwable failure) {
        return failure instanceof ServerLostException
                || failure instanceof ServerTimeoutException
                || (failure instanceof OutcomeUnknownException && isLoss(failure.getCause()));
    }

    private String describe(Throwable failure) {
        StringBuilder text = new StringBuilder();
        text.append("thread ").append(writer).append(", ");
        text.append((System.nanoTime() - journal.invokedAt()) / 1_000_000);
        text.append(" ms after its last operation began: ").append(failure);
        StackTraceElement[] stack = failure.getStackTrace();
        for (int i = 0; i < Math.min(stack.length, 8); i++) {
            text.append(" | ").append(stack[i]);
        }
        return text.toString();
    }

    private void work(Mangrove mangrove) {
        try (OrderedIndex view = opener.open(mangrove, options())) {
            JournaledIndex index = new JournaledIndex(view, journal);
            while (true) {
                for (int i = 0; i < OPERATIONS_PER_BEAT; i++) {
                    long now = System.nanoTime();
                    if (clock.isOver(now)) {
                        return;
                    }
                    step(index, now);
                }
                restUntil(clock.nextBeat(System.nanoTime()));
            }
        }
    }

    /**
     * Draws the options of the thread's view, so that views with different options share the index.
     */
    private ViewOptions options() {
        long cache =
                switch (random.nextInt(3)) {
                    case 0 -> 0;
                    case 1 -> SMALL_CACHE;
                    default -> LARGE_CACHE;
                };
        return ViewOptions.DEFAULT.withCacheBytes(cache).withInPlace(random.nextInt(4) != 0);
    }

    private static void restUntil(long time) {
        for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void step(JournaledIndex index, long now) {
        int round = clock.round(now);
        if (random.nextInt(OLD_ROUND_ONE_IN) == 0) {
            round = random.nextInt(round + 1);
        }
        int rank = rank();
        long key = keys.key(round, rank);
        switch (StressMix.at(now).shares().draw(random)) {
            case GET -> get(index, key);
            case PUT -> put(index, key);
            case PUT_IF_ABSENT -> {
                long value = value();
                if (index.putIfAbsent(key, value)) {
                    seen.put(key, value);
                }
            }
            case REPLACE -> replace(index, key);
            case DELETE -> {
                boolean _ = index.delete(key);
            }
            case DELETE_IF_EQUAL -> {
                boolean _ = index.delete(key, seen.getOrDefault(key, 0L));
            }
            case RANGE -> range(index, round, rank);
            case SWEEP -> sweep(index, round, rank, StressMix.at(now).shrinks());
        }
    }

    private void get(JournaledIndex index, long key) {
        OptionalLong value = index.get(key);
        if (value.isPresent()) {
            seen.put(key, value.getAsLong());
        }
    }

    private void put(JournaledIndex index, long key) {
        long value = value();
        boolean _ = index.put(key, value);
        seen.put(key, value);
    }

    /** Replaces the value seen last, so that some replaces are refused and some succeed. */
    private void replace(JournaledIndex index, long key) {
        long value = value();
        if (index.replace(key, seen.getOrDefault(key, 0L), value)) {
            seen.put(key, value);
        }
    }

    /** Reads a range within one share, where the keys of a round are contiguous. */
    private void range(JournaledIndex index, int round, int rank) {
        int share = rank / keys.perShare();
        int other = share * keys.perShare() + random.nextInt(keys.perShare());
        RangeQuery query =
                RangeQuery.between(
                        keys.key(round, Math.min(rank, other)),
                        keys.key(round, Math.max(rank, other)));
        if (random.nextBoolean()) {
            query = query.reversed();
        }
        if (random.nextInt(3) == 0) {
            query = query.limit(random.nextInt(keys.perShare()));
        }
        int most = random.nextInt(4) == 0 ? 1 + random.nextInt(8) : Integer.MAX_VALUE;
        int _ = index.range(query, most);
    }

    private void sweep(JournaledIndex index, int round, int rank, boolean deletes) {
        int length = 2 + random.nextInt(LONGEST_SWEEP);
        boolean up = random.nextBoolean();
        for (int i = 0; i < length; i++) {
            long key = keys.key(round, Math.floorMod(up ? rank + i : rank - i, keys.perRound()));
            boolean _ = deletes ? index.delete(key) : index.put(key, value());
        }
    }

    /** Draws a rank; every second draw is one of a few hot keys. */
    private int rank() {
        return random.nextBoolean()
                ? keys.perRound() / 2 - HOT_KEYS / 2 + random.nextInt(HOT_KEYS)
                : random.nextInt(keys.perRound());
    }

    /** A value that no other thread writes. */
    private long value() {
        return ((long) (writer + 1) << 32) + ++written;
    }
}
