package dev.mangrove.check.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.check.ClientSite;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.session.RequestRefusedException;

import java.util.function.LongPredicate;
import java.util.random.RandomGenerator;

/**
 * A client that deletes neighbouring keys in order, or puts them after that, and dies meanwhile,
 * when all others have ended: pages merge or split one after the other, so it often dies in the
 * middle of a merge or a split, and the next client must complete or undo that.
 */
final class DyingClient {
    /** Chosen: some pages, so that a client that comes to its end costs little. */
    private static final int MOST_KEYS = 24;

    /**
     * Chosen, as the next two: most clients die, with as much of their work behind as before them.
     */
    private static final int VERBS_OF_A_KEY = 5;

    private static final int STORES_OF_A_DELETE = 5;
    private static final int STORES_OF_A_PUT = 12;

    private final ClientSite site;
    private final OrderedPlan plan;
    private final OrderedJournal journal;
    private final int client;
    private int written;

    DyingClient(ClientSite site, OrderedPlan plan, OrderedJournal journal, int client) {
        this.site = site;
        this.plan = plan;
        this.journal = journal;
        this.client = client;
    }

    /** The thread's code. */
    void run() {
        RandomGenerator random = site.host().random();
        try (Mangrove mangrove = site.connect(random);
                OrderedIndex view = site.open(mangrove, random)) {
            RecordedIndex index = new RecordedIndex(journal, view, site.host(), client);
            int first = random.nextInt(plan.keys().size());
            boolean splits = random.nextBoolean();
            if (!splits) {
                dieSoon(random, STORES_OF_A_DELETE);
            }
            all(first, index::delete);
            if (splits) {
                dieSoon(random, STORES_OF_A_PUT);
                all(first, key -> index.put(key, value()));
            }
        } catch (MemoryExhaustedException e) {
            journal.ranOut(client, e);
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(client, e);
        } catch (RuntimeException | Error e) {
            journal.broken(client, e);
        }
    }

    private void dieSoon(RandomGenerator random, int storesOfAKey) {
        int keys = Math.min(MOST_KEYS, plan.keys().size());
        site.host().crashAtPost(1 + random.nextInt(VERBS_OF_A_KEY * keys));
        site.host().crashAtStore(1 + random.nextInt(storesOfAKey * keys));
    }

    private void all(int first, LongPredicate change) {
        int size = plan.keys().size();
        for (int i = 0; i < Math.min(MOST_KEYS, size); i++) {
            boolean _ = change.test(plan.keys().key((first + i) % size));
        }
    }

    /** A value that no other client writes. */
    private long value() {
        return ((long) (client + 1) << 32) + ++written;
    }
}
