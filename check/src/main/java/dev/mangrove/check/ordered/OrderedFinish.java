package dev.mangrove.check.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.check.ClientSite;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.Verification;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.sim.FaultInjector;
import dev.mangrove.sim.InjectedFault;

import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;

/**
 * The last client of a run, when all others have ended: it inserts and deletes all keys repeatedly
 * if the plan says so, reads everything and verifies the tree. Before and after that it compares
 * the pages that servers have allocated with those of the tree.
 */
final class OrderedFinish {
    private static final int CHURN_ROUNDS = 6;
    private static final int CHURN_WARM_UP = 2;
    private static final long PAGES_TO_SPARE = 16;

    /** Chosen: many ticks of a server, which removes expired entries of some leaves at each. */
    private static final long SWEEPING_NANOS = 2_000_000_000;

    private static final int LOOKS = 20;

    /** Chosen: some leaves. */
    private static final int MOST_RENEWED = 40;

    /** Clients write larger values, and loads have others for the keys of a run. */
    private static final long NEVER_WRITTEN = 1L << 31;

    private final ClientSite site;
    private final OrderedPlan plan;
    private final OrderedJournal journal;
    private final int client;
    private boolean done;
    private int written;

    OrderedFinish(ClientSite site, OrderedPlan plan, OrderedJournal journal, int client) {
        this.site = site;
        this.plan = plan;
        this.journal = journal;
        this.client = client;
    }

    /** The thread's code. */
    void run() {
        RandomGenerator random = site.host().random();
        try {
            if (plan.options().design() == Design.CELL) {
                MeganodeTidying.run(site, journal, client);
            }
            long spare = spare(random);
            if (!mayLeak() && spare != 0) {
                journal.violation(client, "pages leak: clients have ended, spare=" + spare);
            }
            work(random);
            freeLost(random);
            long after = spare(random);
            if (!journal.mayLoseConnections() && after > spare) {
                journal.violation(client, "pages leak: spare=" + spare + ", then " + after);
            }
            done = true;
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(client, e);
        } catch (RuntimeException | Error e) {
            done = true;
            journal.broken(client, e);
        }
    }

    /** What dead clients had in their hands is freed, once their stores cannot take effect. */
    private void freeLost(RandomGenerator random) {
        long left = 0;
        for (int i = 0; i < LOOKS; i++) {
            try (Mangrove mangrove = site.connect(random)) {
                left = site.source().freeLost(mangrove, site.name());
            }
            if (left == 0) {
                return;
            }
            site.host().sleep(SWEEPING_NANOS / LOOKS);
        }
        journal.violation(client, "extents leak: clients have ended, left=" + left);
    }

    private void work(RandomGenerator random) {
        try (Mangrove mangrove = site.connect(random);
                OrderedIndex view = site.open(mangrove, random)) {
            RecordedIndex index = new RecordedIndex(journal, view, site.host(), client);
            if (plan.churns()) {
                churn(index, view, random);
            }
            lockAll(index);
            RecordedLifetimes lifetimes = index.lifetimes();
            if (lifetimes != null) {
                site.host().sleep(2 * RecordedIndex.LATEST_EXPIRY_NANOS); // All have expired.
                renew(index, lifetimes);
            }
            readAll(index, view);
        }
    }

    /** Locks each leaf by a change without effect, which finishes what dead clients have begun. */
    private void lockAll(RecordedIndex index) {
        for (int rank = 0; rank < plan.keys().size(); rank++) {
            boolean _ = index.delete(plan.keys().key(rank), NEVER_WRITTEN);
        }
    }

    /** Gives some keys an expiry and takes it away again, while there is no other client. */
    private void renew(RecordedIndex index, RecordedLifetimes lifetimes) {
        try {
            for (int rank = 0; rank < Math.min(MOST_RENEWED, plan.keys().size()); rank++) {
                long key = plan.keys().key(rank);
                var _ = index.get(key); // It must have ended if its lifetime has.
                boolean renewed = lifetimes.expire(key, ExpiringValues.ENDLESS_NANOS);
                boolean expires = lifetimes.left(key).isPresent();
                boolean lasts = lifetimes.persist(key);
                boolean stillExpires = lifetimes.left(key).isPresent() || lifetimes.persist(key);
                if (expires != renewed || lasts != renewed || stillExpires) {
                    journal.violation(
                            client,
                            "key %d: renewed=%b, expires=%b; lasts=%b, but expires=%b"
                                    .formatted(key, renewed, expires, lasts, stillExpires));
                }
            }
        } catch (MemoryExhaustedException e) {
            journal.ranOut(client, e);
        }
    }

    /** Pages that are allocated and in no tree, while there is no other client. */
    private long spare(RandomGenerator random) {
        try (Mangrove mangrove = site.connect(random);
                OrderedIndex view = site.openAlone(mangrove)) {
            return verify(view).spare();
        }
    }

    /**
     * Whether clients may have ended without giving back pages that they kept, or servers were
     * filled with pages that no tree uses.
     */
    private boolean mayLeak() {
        FaultInjector injector = site.host().cluster().injector();
        return journal.mayLoseConnections()
                || plan.freePages() > 0
                || injector.happened(InjectedFault.CLIENT_CRASH) > 0
                || injector.happened(InjectedFault.CLIENT_CRASH_IN_PLACE) > 0;
    }

    /** Whether it came to its end; otherwise a fault came first. */
    boolean isDone() {
        return done;
    }

    private void readAll(RecordedIndex index, OrderedIndex view) {
        verify(view);
        for (int rank = 0; rank < plan.keys().size(); rank++) {
            var _ = index.get(plan.keys().key(rank));
        }
        int up = index.range(RangeQuery.all(), Integer.MAX_VALUE, () -> {});
        int down = index.range(RangeQuery.all().reversed(), Integer.MAX_VALUE, () -> {});
        long counted = index.count(Long.MIN_VALUE, Long.MAX_VALUE);
        long walked = verify(view).entries();
        if (up != down || up != counted || up != walked) {
            journal.violation(
                    client,
                    "counts differ without other clients: ascending=%d, descending=%d, counted=%d, verified=%d"
                            .formatted(up, down, counted, walked));
        }
    }

    private Verification verify(OrderedIndex view) {
        journal.begins(client, "verify");
        Verification found = view.verify();
        journal.ends(client, found);
        found.faults().forEach(fault -> journal.violation(client, "verify: " + fault));
        return found.whole();
    }

    /**
     * Inserts and deletes all keys, ascending or descending; the number of pages must not keep
     * growing. Servers may still be removing entries that have expired.
     */
    private void churn(RecordedIndex index, OrderedIndex view, RandomGenerator random) {
        long pages = 0;
        for (int round = 1; round <= CHURN_ROUNDS; round++) {
            sweep(random.nextBoolean(), rank -> fill(index, rank));
            sweep(random.nextBoolean(), rank -> empty(index, rank));
            if (round == CHURN_WARM_UP) {
                pages = verify(view).pages();
            }
        }
        long most = Math.max(2 * pages + PAGES_TO_SPARE, mostOfMeganodes());
        long after = verify(view).pages();
        for (int i = 0; i < LOOKS && after > most; i++) {
            site.host().sleep(SWEEPING_NANOS / LOOKS);
            removeExpired(random);
            after = verify(view).pages();
        }
        if (after > most) {
            journal.violation(
                    client, "memory grows under churn: " + pages + " pages, then " + after);
        }
    }

    /** Expired entries take memory until they are removed; a run may have no keeper by now. */
    private void removeExpired(RandomGenerator random) {
        try (Mangrove mangrove = site.connect(random)) {
            long _ = site.source().sweep(mangrove, site.name());
        }
    }

    /**
     * Pages that a tree of meganodes may grow to: those that have split stay apart, so it grows for
     * more rounds than other trees, until each covers so few keys that it is never full.
     */
    private long mostOfMeganodes() {
        return plan.options().design() == Design.CELL ? plan.keys().size() : 0;
    }

    private void sweep(boolean up, IntConsumer each) {
        int size = plan.keys().size();
        for (int i = 0; i < size; i++) {
            each.accept(up ? i : size - 1 - i);
        }
    }

    private void fill(RecordedIndex index, int rank) {
        boolean _ = index.put(plan.keys().key(rank), value());
    }

    private void empty(RecordedIndex index, int rank) {
        boolean _ = index.delete(plan.keys().key(rank));
    }

    private long value() {
        return ((long) (client + 1) << 32) + ++written;
    }
}
