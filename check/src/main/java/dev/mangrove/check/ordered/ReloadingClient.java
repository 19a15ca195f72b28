package dev.mangrove.check.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.check.ClientSite;
import dev.mangrove.check.history.History;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.session.RequestRefusedException;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A client that deletes all keys and loads some in bulk, a few times. Beside it another one reads,
 * and seldom puts a key, so that some loads find that the index is not empty.
 */
final class ReloadingClient {
    private static final int LOADS = 3;
    private static final int READS = 60;

    /** Chosen: about one in a load, so that half of the loads or more take place. */
    private static final int PUT_ONE_IN = 20;

    /**
     * Of how many keys one is loaded: many of them, or so few that the tree has no level above its
     * meganodes.
     */
    private static final int[] LOADED_ONE_IN = {2, 2, 12};

    /** Chosen: verbs of one deletion of all keys and of a load. */
    private static final int MOST_VERBS = 600;

    /** Apart from the numbers of the loads of others. */
    private static final int FIRST_LOAD = 1;

    private final ClientSite site;
    private final OrderedPlan plan;
    private final OrderedJournal journal;
    private final RandomGenerator random;
    private final int client;
    private int written;

    ReloadingClient(ClientSite site, OrderedPlan plan, OrderedJournal journal, int client) {
        this.site = site;
        this.plan = plan;
        this.journal = journal;
        this.random = site.host().random();
        this.client = client;
    }

    /**
     * The thread's code of the client that loads.
     *
     * @param mayDie whether it may die meanwhile
     */
    void load(boolean mayDie) {
        if (mayDie && random.nextBoolean()) {
            site.host().crashAtPost(1 + random.nextInt(MOST_VERBS));
        }
        live(
                (view, index) -> {
                    for (int load = 0; load < LOADS; load++) {
                        emptyAndLoad(view, index, FIRST_LOAD + load);
                    }
                });
    }

    /** The thread's code of the client that reads. */
    void read() {
        live(
                (view, index) -> {
                    for (int i = 0; i < READS; i++) {
                        readOnce(index);
                    }
                });
    }

    /** What a client does with its view. */
    private interface Life {
        void live(OrderedIndex view, RecordedIndex index);
    }

    private void live(Life life) {
        try (Mangrove mangrove = site.connect(random);
                OrderedIndex view = site.open(mangrove, random)) {
            life.live(view, new RecordedIndex(journal, view, site.host(), client));
        } catch (MemoryExhaustedException e) {
            journal.ranOut(client, e);
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(client, e);
        } catch (RuntimeException | Error e) {
            journal.broken(client, e);
        }
    }

    private void emptyAndLoad(OrderedIndex view, RecordedIndex index, int load) {
        int oneIn = LOADED_ONE_IN[random.nextInt(LOADED_ONE_IN.length)];
        List<Long> keys = new ArrayList<>();
        for (int rank = 0; rank < plan.keys().size(); rank++) {
            long key = plan.keys().key(rank);
            boolean _ = index.delete(key);
            if (random.nextInt(oneIn) == 0) {
                keys.add(key);
            }
        }
        journal.begins(client, "load " + keys.size() + " keys again");
        History history = journal.history();
        int[] puts = new int[keys.size()];
        for (int i = 0; i < puts.length; i++) {
            long key = keys.get(i);
            puts[i] = history.invokePut(client, key, SortedKeys.value(key, load), tick());
        }
        boolean loaded = tryLoad(view, keys, load);
        for (int put : puts) {
            if (loaded) {
                history.done(put, tick());
            } else {
                history.failed(put, tick());
            }
        }
        journal.ends(client, loaded);
    }

    /** False if another client has put a key. */
    private boolean tryLoad(OrderedIndex view, List<Long> keys, int load) {
        try {
            long loaded = view.bulkLoad(new SortedKeys(keys, load), plan.fill());
            if (loaded != keys.size()) {
                journal.violation(client, "loaded " + loaded + " keys of " + keys.size());
            }
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private void readOnce(RecordedIndex index) {
        long key = plan.keys().key(random.nextInt(plan.keys().size()));
        if (random.nextInt(PUT_ONE_IN) == 0) {
            boolean _ = index.put(key, ((long) (client + 1) << 32) + ++written);
        } else if (random.nextInt(4) == 0) {
            int _ = index.range(RangeQuery.all(), Integer.MAX_VALUE, () -> {});
        } else {
            var _ = index.get(key);
        }
    }

    private long tick() {
        return journal.findings().tick();
    }
}
