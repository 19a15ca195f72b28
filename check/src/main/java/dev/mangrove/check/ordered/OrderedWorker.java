package dev.mangrove.check.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.check.ClientSite;
import dev.mangrove.check.OperationShares;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.ordered.OrderedBatch;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.session.RequestRefusedException;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * One client thread of a run. It works until it is done or has lost its connection too often; after
 * each loss it connects anew and goes on with the next operation.
 */
final class OrderedWorker {
    private static final int LIVES = 4;
    private static final int LONGEST_START_NANOS = 50_000;
    private static final int LONGEST_PAUSE_NANOS = 10_000;
    private static final int PAUSE_ONE_IN = 6;
    private static final int MANY_GETS_ONE_IN = 4;
    private static final int MOST_AT_ONCE = 12;
    private static final int BATCH_ONE_IN = 8;
    private static final int MOST_IN_BATCH = 30;
    private static final int SPEAKING_RANGE_ONE_IN = 6;
    private static final int LONGEST_SWEEP = 30;
    private static final int ASCENT_ONE_IN = 4;
    private static final int LONGEST_GAP = 3;

    private final ClientSite site;
    private final OrderedPlan plan;
    private final OrderedJournal journal;
    private final RandomGenerator random;
    private final int client;
    private final Map<Long, Long> seen = new HashMap<>();
    private @Nullable LifetimeSteps lifetimes;
    private int done;
    private int written;
    private int ascended;

    OrderedWorker(ClientSite site, OrderedPlan plan, OrderedJournal journal, int client) {
        this.site = site;
        this.plan = plan;
        this.journal = journal;
        this.random = site.host().random();
        this.client = client;
    }

    /** The thread's code; the connection that it is lent is its first. */
    void run(@Nullable Mangrove lent) {
        try {
            site.host().sleep(1 + random.nextInt(LONGEST_START_NANOS));
            @Nullable Mangrove first = lent;
            for (int life = 0; life < LIVES && !isDone(); life++) {
                live(first);
                first = null;
            }
        } catch (RuntimeException | Error e) {
            journal.broken(client, e);
        }
    }

    boolean isDone() {
        return done >= plan.operations();
    }

    private void live(@Nullable Mangrove lent) {
        try (Mangrove own = lent == null ? site.connect(random) : null) {
            Mangrove mangrove = lent == null ? own : lent;
            if (mangrove != null) {
                work(mangrove);
            }
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(client, e);
        }
    }

    private void work(Mangrove mangrove) {
        try (OrderedIndex view = site.open(mangrove, random)) {
            RecordedIndex index = new RecordedIndex(journal, view, site.host(), client);
            RecordedLifetimes recorded = index.lifetimes();
            lifetimes = recorded == null ? null : new LifetimeSteps(recorded, random);
            while (!isDone()) {
                done++;
                attempt(index);
                if (random.nextInt(PAUSE_ONE_IN) == 0) {
                    site.host().sleep(1 + random.nextInt(LONGEST_PAUSE_NANOS));
                }
            }
        }
    }

    private void attempt(RecordedIndex index) {
        try {
            step(index);
        } catch (MemoryExhaustedException e) {
            journal.ranOut(client, e);
        }
    }

    private void step(RecordedIndex index) {
        if (plan.ascends() && random.nextInt(ASCENT_ONE_IN) == 0) {
            ascend(index);
            return;
        }
        LifetimeSteps others = lifetimes;
        if (others != null && others.isNext()) {
            others.step(key(OperationShares.Kind.PUT), () -> key(OperationShares.Kind.PUT));
            return;
        }
        OperationShares.Kind kind = plan.mix().shares().draw(random);
        long key = key(kind);
        switch (kind) {
            case GET -> {
                if (random.nextInt(MANY_GETS_ONE_IN) == 0) {
                    getMany(index);
                } else {
                    get(index, key);
                }
            }
            case PUT -> {
                if (random.nextInt(BATCH_ONE_IN) == 0) {
                    applyMany(index);
                } else {
                    put(index, key);
                }
            }
            case PUT_IF_ABSENT -> {
                long value = value(key);
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
            case RANGE -> range(index, key);
            case SWEEP -> sweep(index);
        }
    }

    private void get(RecordedIndex index, long key) {
        if (random.nextInt(4) == 0) {
            boolean _ = index.contains(key);
            return;
        }
        OptionalLong value = index.get(key);
        if (value.isPresent()) {
            seen.put(key, value.getAsLong());
        }
    }

    private void put(RecordedIndex index, long key) {
        long value = value(key);
        boolean _ = index.put(key, value);
        seen.put(key, value);
    }

    /** Applies a batch of operations on different keys, which are drawn like single ones. */
    private void applyMany(RecordedIndex index) {
        OrderedBatch batch = new OrderedBatch();
        Set<Long> drawn = new HashSet<>();
        for (int i = 2 + random.nextInt(MOST_IN_BATCH); i > 0; i--) {
            OperationShares.Kind kind = plan.mix().shares().draw(random);
            long key = key(kind);
            if (drawn.add(key)) {
                add(batch, kind, key);
            }
        }
        done += batch.size() - 1;
        index.applyAll(batch);
        for (int i = 0; i < batch.size(); i++) {
            note(batch, i);
        }
    }

    private void add(OrderedBatch batch, OperationShares.Kind kind, long key) {
        long expected = seen.getOrDefault(key, 0L);
        switch (kind) {
            case GET, RANGE, SWEEP -> batch.get(key);
            case PUT -> batch.put(key, value(key));
            case PUT_IF_ABSENT -> batch.putIfAbsent(key, value(key));
            case REPLACE -> batch.replace(key, expected, value(key));
            case DELETE -> batch.delete(key);
            case DELETE_IF_EQUAL -> batch.delete(key, expected);
        }
    }

    private void note(OrderedBatch batch, int i) {
        boolean met = batch.result(i);
        switch (batch.operation(i)) {
            case GET -> seen.put(batch.key(i), batch.valueOrDefault(i, 0));
            case PUT -> seen.put(batch.key(i), batch.newValue(i));
            case PUT_IF_ABSENT, REPLACE -> {
                if (met) {
                    seen.put(batch.key(i), batch.newValue(i));
                }
            }
            case DELETE, DELETE_IF_EQUAL -> {}
        }
    }

    /** Expects what it saw last, so that some are refused and most are not. */
    private void replace(RecordedIndex index, long key) {
        long value = value(key);
        if (index.replace(key, seen.getOrDefault(key, 0L), value)) {
            seen.put(key, value);
        }
    }

    private void range(RecordedIndex index, long key) {
        if (random.nextInt(8) == 0) {
            long _ = index.count(plan.keys().first(), plan.keys().last());
            return;
        }
        long other = key(OperationShares.Kind.RANGE);
        RangeQuery query = RangeQuery.between(Math.min(key, other), Math.max(key, other));
        if (random.nextInt(8) == 0) {
            query = RangeQuery.all();
        }
        if (random.nextBoolean()) {
            query = query.reversed();
        }
        if (random.nextInt(3) == 0) {
            query = query.limit(random.nextInt(plan.keys().size()));
        }
        int most = random.nextInt(4) == 0 ? 1 + random.nextInt(8) : Integer.MAX_VALUE;
        boolean speaks = random.nextInt(SPEAKING_RANGE_ONE_IN) == 0;
        Runnable meanwhile = speaks ? () -> get(index, key(OperationShares.Kind.GET)) : () -> {};
        int _ = index.range(query, most, meanwhile);
    }

    private void getMany(RecordedIndex index) {
        index.getAll(
                IntStream.range(0, 2 + random.nextInt(MOST_AT_ONCE))
                        .mapToLong(i -> key(OperationShares.Kind.GET))
                        .distinct()
                        .toArray());
    }

    /** Fills or empties neighbouring pages in order, so that they split and merge side by side. */
    private void sweep(RecordedIndex index) {
        int length = 2 + random.nextInt(LONGEST_SWEEP);
        int first = plan.mix().rank(OperationShares.Kind.SWEEP, keysInUse(), random);
        int step = plan.mix().steady() ? 2 : 1;
        boolean up = random.nextBoolean();
        boolean deletes = random.nextBoolean();
        for (int i = 0; i < length; i++) {
            int rank = wrapped(first + (up ? i : -i) * step);
            long key = plan.keys().key(rank);
            boolean _ = deletes ? index.delete(key) : index.put(key, value(key));
        }
        done += length - 1;
    }

    /**
     * Puts keys in ascending order, from the last one that this client has put in this way. It
     * leaves gaps, into which other puts split the last leaf while a client extends the tree.
     */
    private void ascend(RecordedIndex index) {
        int end = Math.min(plan.keys().size(), ascended + 2 + random.nextInt(LONGEST_SWEEP));
        for (; ascended < end; ascended += 1 + random.nextInt(LONGEST_GAP)) {
            put(index, plan.keys().key(ascended));
        }
        ascended = Math.min(ascended, plan.keys().size());
    }

    /** A rank beyond the last comes in again at the first, odd ones as odd ones. */
    private int wrapped(int rank) {
        int size = keysInUse();
        return Math.floorMod(rank, plan.mix().steady() ? size / 2 * 2 : size);
    }

    private long key(OperationShares.Kind kind) {
        return plan.keys().key(plan.mix().rank(kind, keysInUse(), random));
    }

    /** Where keys ascend, other operations are on earlier keys. */
    private int keysInUse() {
        return plan.ascends() ? Math.max(2, ascended) : plan.keys().size();
    }

    /** A value that no other client writes. */
    private long value(long key) {
        long value = ((long) (client + 1) << 32) + ++written;
        return lifetimes == null ? value : LifetimeSteps.valueFor(key, value);
    }
}
