package dev.mangrove.check.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.check.ClientSite;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.session.RequestRefusedException;

import java.util.random.RandomGenerator;

/**
 * A client that deletes keys in their order and dies meanwhile, when all others have ended: pages
 * merge one after the other, so it often dies in the middle of a merge, and the client that looks
 * at the final state must complete or undo that.
 */
final class DyingClient {
    /** Chosen: about the verbs of a delete and its share of a merge. */
    private static final int VERBS_OF_A_DELETE = 4;

    /** Chosen: about the loads and stores of a delete in place and its share of a merge. */
    private static final int ACCESSES_OF_A_DELETE = 100;

    private final ClientSite site;
    private final OrderedPlan plan;
    private final OrderedJournal journal;
    private final int client;

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
            int keys = plan.keys().size();
            site.host().crashAtPost(1 + random.nextInt(VERBS_OF_A_DELETE * keys));
            site.host().crashAtAccess(1 + random.nextInt(ACCESSES_OF_A_DELETE * keys));
            RecordedIndex index = new RecordedIndex(journal, view, site.host(), client);
            boolean up = random.nextBoolean();
            for (int i = 0; i < keys; i++) {
                boolean _ = index.delete(plan.keys().key(up ? i : keys - 1 - i));
            }
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(client, e);
        } catch (RuntimeException | Error e) {
            journal.broken(client, e);
        }
    }
}
