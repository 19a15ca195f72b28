package dev.mangrove.check.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.check.ClientSite;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.session.RequestRefusedException;

import java.util.random.RandomGenerator;

/**
 * A client that frees what others have lost, removes expired entries and merges sparse leaves, as a
 * keeper does but much more often and without its lease, while others change the index.
 */
final class SearchingClient {
    private static final int LIVES = 4;

    /** Chosen: few changes of the others, so that searches begin and end in the middle of some. */
    private static final int LONGEST_PAUSE_NANOS = 60_000;

    private final ClientSite site;
    private final OrderedJournal journal;
    private final RandomGenerator random;
    private final int client;
    private int done;

    SearchingClient(ClientSite site, OrderedJournal journal, int client) {
        this.site = site;
        this.journal = journal;
        this.random = site.host().random();
        this.client = client;
    }

    /** The thread's code: a number of searches. */
    void run(int searches) {
        try {
            for (int life = 0; life < LIVES && done < searches; life++) {
                live(searches);
            }
        } catch (RuntimeException | Error e) {
            journal.broken(client, e);
        }
    }

    private void live(int searches) {
        try (Mangrove mangrove = site.connect(random)) {
            while (done < searches) {
                done++;
                attempt(mangrove);
                site.host().sleep(1 + random.nextInt(LONGEST_PAUSE_NANOS));
            }
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(client, e);
        }
    }

    /** Each step opens the index, for which servers that have little memory may have none. */
    private void attempt(Mangrove mangrove) {
        try {
            step(mangrove);
        } catch (RequestRefusedException e) {
            if (!OrderedJournal.isLackOfMemory(e)) {
                throw e;
            }
            journal.ranOut(client, e);
        }
    }

    private void step(Mangrove mangrove) {
        journal.begins(client, "search for lost extents");
        journal.ends(client, site.source().freeLost(mangrove, site.name()) + " in hands");
        journal.begins(client, "sweep");
        journal.ends(client, site.source().sweep(mangrove, site.name()) + " removed");
        journal.begins(client, "merge of sparse leaves");
        long merged = site.source().mergeSparse(mangrove, site.name());
        journal.ends(client, merged + " merged");
    }
}
