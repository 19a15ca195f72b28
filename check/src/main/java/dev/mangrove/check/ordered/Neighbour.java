package dev.mangrove.check.ordered;

import dev.mangrove.IndexNotFoundException;
import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.check.ClientSite;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.session.RequestRefusedException;

/**
 * A client that fills and drops indexes of its own while others work on the checked one: servers
 * grant memory to several indexes and take it back. No other client uses its indexes.
 */
final class Neighbour {
    private static final int ROUNDS = 3;
    private static final int PAGE_BYTES = 4096;
    private static final int FANOUT = 4;

    /** Chosen: more pages than a slice has, so that servers grant several. */
    private static final int KEYS = 60;

    /** A view notices a drop after 1,024 operations at the latest. */
    private static final int MOST_GETS = 1_100;

    private final ClientSite site;
    private final OrderedJournal journal;
    private final int client;

    Neighbour(ClientSite site, OrderedJournal journal, int client) {
        this.site = site;
        this.journal = journal;
        this.client = client;
    }

    /** The thread's code. */
    void run() {
        try (Mangrove mangrove = site.connect(site.host().random())) {
            for (int round = 0; round < ROUNDS; round++) {
                live(mangrove, "neighbour-" + round, round == ROUNDS - 1);
            }
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(client, e);
        } catch (RuntimeException | Error e) {
            journal.broken(client, e);
        }
    }

    private void live(Mangrove mangrove, String name, boolean last) {
        OrderedOptions options =
                OrderedOptions.of(Design.FINE).withPageSize(PAGE_BYTES).withFanout(FANOUT);
        journal.begins(client, "fill " + name);
        try (OrderedIndex index = mangrove.createOrdered(name, options)) {
            for (long key = 0; key < KEYS; key++) {
                boolean _ = index.put(key, ~key);
            }
            for (long key = 0; key < KEYS; key++) {
                long found = index.getOrDefault(key, 0);
                if (found != ~key) {
                    journal.violation(client, name + " has " + found + " at " + key);
                }
            }
            journal.ends(client, KEYS);
            journal.begins(client, "drop " + name);
            mangrove.drop(name);
            journal.ends(client, "dropped");
            if (last) {
                notice(index, name);
            }
        }
    }

    private void notice(OrderedIndex index, String name) {
        try {
            for (int i = 0; i < MOST_GETS; i++) {
                boolean _ = index.contains(i % KEYS);
            }
            journal.violation(client, "a view of " + name + " works after the drop");
        } catch (IndexNotFoundException e) {
            journal.ends(client, e);
        }
    }
}
