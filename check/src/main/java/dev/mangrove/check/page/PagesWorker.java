package dev.mangrove.check.page;

import dev.mangrove.check.history.History;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.check.ordered.RecordedIndex;
import dev.mangrove.check.ordered.SortedKeys;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.Verification;
import dev.mangrove.sim.SimHost;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import java.util.random.RandomGenerator;

/** One process of a run of {@link PagesCheck}. */
final class PagesWorker {
    private static final int ROUNDS = 3;
    private static final int LONGEST_SWEEP = 10;

    /** While another process loads the tree, one put in so many is made nevertheless. */
    private static final int ADDS_ONE_IN = 6;

    private final PagesPlan plan;
    private final OrderedJournal journal;
    private final OrderedIndex tree;
    private final RecordedIndex index;
    private final RandomGenerator random;
    private final int client;
    private int written;

    PagesWorker(
            SimHost host, PagesPlan plan, OrderedJournal journal, OrderedIndex tree, int client) {
        this.plan = plan;
        this.journal = journal;
        this.tree = tree;
        this.index = new RecordedIndex(journal, tree, host, client);
        this.random = host.random();
        this.client = client;
    }

    /** Works on the tree; adds few entries while another process loads it. */
    void work(BooleanSupplier loading) {
        for (int done = 0; done < plan.operations(); done++) {
            int lot = random.nextInt(20);
            if (lot >= 20 - plan.flickers() && loading.getAsBoolean() == (plan.loads() > 0)) {
                flicker();
                continue;
            }
            boolean sweeps = lot >= 10 && lot < 10 + plan.sweeps();
            if (lot < plan.ranges()) {
                read();
            } else if (sweeps && !loading.getAsBoolean()) {
                done += sweep();
            } else {
                single(loading.getAsBoolean());
            }
        }
    }

    /** Where several keys are read at once, one key takes the slot of another. */
    private void flicker() {
        long key = random.nextInt(plan.keys());
        if (plan.reads() == PagesPlan.Reads.KEYS) {
            boolean _ = index.delete(random.nextInt(plan.keys()));
            boolean _ = index.put(key, value());
        } else {
            boolean _ = index.put(key, value());
            boolean _ = index.delete(key);
        }
    }

    private void single(boolean loads) {
        int lot = random.nextInt(10);
        long key = lot < 4 ? random.nextInt(plan.keys()) : changed(random.nextInt(plan.keys()));
        if (lot < 4) {
            var _ = index.get(key);
        } else if (lot < 7 || (loads && random.nextInt(ADDS_ONE_IN) != 0)) {
            boolean _ = index.delete(key);
        } else {
            boolean _ = lot == 7 ? index.putIfAbsent(key, value()) : index.put(key, value());
        }
    }

    /** A key that processes change: even keys stay if the plan says so. */
    private long changed(int key) {
        return plan.steady() ? key | 1 : key;
    }

    private void read() {
        if (plan.reads() == PagesPlan.Reads.KEYS) {
            getAll();
        } else {
            range();
        }
    }

    /** Gets a few keys that are far from each other, so in different pages. */
    private void getAll() {
        int first = random.nextInt(plan.keys());
        long[] keys = new long[2 + random.nextInt(2)];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = (first + (long) i * plan.keys() / keys.length) % plan.keys();
        }
        index.getAll(keys);
    }

    private void range() {
        RangeQuery query = RangeQuery.all();
        if (random.nextBoolean()) {
            long one = random.nextInt(plan.keys());
            long other = random.nextInt(plan.keys());
            query = RangeQuery.between(Math.min(one, other), Math.max(one, other));
        }
        if (plan.reads() == PagesPlan.Reads.COUNTS) {
            long _ = index.count(query.from(), query.to());
            return;
        }
        int _ =
                index.range(
                        random.nextBoolean() ? query : query.reversed(),
                        Integer.MAX_VALUE,
                        () -> {});
    }

    /** Fills or empties neighbouring pages in order, so that they split and merge side by side. */
    private int sweep() {
        int length = 2 + random.nextInt(LONGEST_SWEEP);
        int first = random.nextInt(plan.keys());
        boolean up = random.nextBoolean();
        boolean deletes = random.nextInt(10) < plan.deletes();
        for (int i = 0; i < length; i++) {
            long key = changed(Math.floorMod(first + (up ? i : -i), plan.keys()));
            boolean _ = deletes ? index.delete(key) : index.put(key, value());
        }
        return length - 1;
    }

    /** Puts all keys, in an order by chance. */
    void fill() {
        all(key -> index.put(key, value()));
    }

    /** Loads half of the keys, as often as planned; the tree refuses where it is not empty. */
    void load() {
        for (int i = 0; i < plan.loads(); i++) {
            load(i);
        }
    }

    private void load(int load) {
        List<Long> keys = new ArrayList<>();
        for (long key = 0; key < plan.keys(); key++) {
            if (random.nextBoolean()) {
                keys.add(key);
            }
        }
        History history = journal.history();
        long started = journal.findings().tick();
        int[] ops = new int[keys.size()];
        for (int i = 0; i < ops.length; i++) {
            ops[i] =
                    history.invokePut(
                            client, keys.get(i), SortedKeys.value(keys.get(i), load), started);
        }
        journal.begins(client, "load " + keys);
        boolean loaded = tree.bulkLoad(new SortedKeys(keys, load), plan.fill()) == ops.length;
        journal.ends(client, loaded);
        long ended = journal.findings().tick();
        for (int op : ops) {
            if (loaded) {
                history.done(op, ended);
            } else {
                history.failed(op, ended);
            }
        }
    }

    /**
     * Fills and empties the tree that others have left, reads everything and verifies it; returns
     * the number of its pages.
     */
    long finish() {
        long _ = verify();
        readAll();
        for (int round = 0; round < ROUNDS; round++) {
            all(key -> index.put(key, value()));
            readAll();
            all(index::delete);
        }
        all(key -> index.put(key, value()));
        readAll();
        return verify();
    }

    private void readAll() {
        for (long key = 0; key < plan.keys(); key++) {
            var _ = index.get(key);
        }
        int up = index.range(RangeQuery.all(), Integer.MAX_VALUE, () -> {});
        int down = index.range(RangeQuery.all().reversed(), Integer.MAX_VALUE, () -> {});
        if (up != down) {
            journal.violation(client, "ranges differ: ascending=" + up + ", descending=" + down);
        }
    }

    private long verify() {
        journal.begins(client, "verify");
        Verification found = tree.verify();
        journal.ends(client, found);
        found.faults().forEach(fault -> journal.violation(client, "verify: " + fault));
        return found.pages();
    }

    private void all(LongPredicate change) {
        boolean up = random.nextBoolean();
        for (int i = 0; i < plan.keys(); i++) {
            boolean _ = change.test(up ? i : plan.keys() - 1 - i);
        }
    }

    /** A value that no other process writes. */
    private long value() {
        return ((long) (client + 1) << 32) + ++written;
    }
}
