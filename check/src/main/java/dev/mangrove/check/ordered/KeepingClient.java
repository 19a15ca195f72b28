package dev.mangrove.check.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.check.ClientSite;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.btree.IndexBalance;
import dev.mangrove.index.btree.keeper.MeganodeKeeper;
import dev.mangrove.index.session.RequestRefusedException;

import java.util.random.RandomGenerator;

/**
 * A client that runs rounds of a keeper of meganodes, much more often than a keeper does by itself
 * and without its lease, while others change the index and move its meganodes.
 */
final class KeepingClient {
    private static final int LIVES = 4;

    /** Chosen: some changes of the others, so that a round finds new meganodes. */
    private static final int LONGEST_PAUSE_NANOS = 60_000;

    private final ClientSite site;
    private final OrderedJournal journal;
    private final RandomGenerator random;
    private final int client;
    private int done;

    KeepingClient(ClientSite site, OrderedJournal journal, int client) {
        this.site = site;
        this.journal = journal;
        this.random = site.host().random();
        this.client = client;
    }

    /** The thread's code: a number of rounds. */
    void run(int rounds) {
        try {
            for (int life = 0; life < LIVES && done < rounds; life++) {
                live(rounds);
            }
        } catch (RuntimeException | Error e) {
            journal.broken(client, e);
        }
    }

    private void live(int rounds) {
        try (Mangrove mangrove = site.connect(random);
                IndexBalance balance = site.source().balance(mangrove, site.name())) {
            MeganodeKeeper keeper = balance.keeper();
            while (done < rounds) {
                done++;
                attempt(keeper);
                site.host().sleep(1 + random.nextInt(LONGEST_PAUSE_NANOS));
            }
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(client, e);
        }
    }

    /** Lack of memory at the receiver is no fault: the meganode stays where it is. */
    private void attempt(MeganodeKeeper keeper) {
        journal.begins(client, "keeper's round");
        try {
            keeper.round(() -> true);
            journal.ends(client, keeper.moved() + " placed");
        } catch (MemoryExhaustedException e) {
            journal.ends(client, "no memory: " + e.getMessage());
        } catch (RequestRefusedException e) {
            if (!OrderedJournal.isLackOfMemory(e)) {
                throw e;
            }
            journal.ends(client, "no memory: " + e.getMessage());
        }
    }
}
