package dev.mangrove.check.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.check.ClientSite;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.session.RequestRefusedException;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * A client that moves meganodes between the servers of the checked index while others work on it,
 * and now and then completes or undoes what another mover has begun.
 */
final class MovingClient {
    private static final int LIVES = 4;
    private static final int LONGEST_PAUSE_NANOS = 20_000;
    private static final int SETTLE_ONE_IN = 4;

    /** Chosen: as many as the client sends in some moves, those of connecting included. */
    private static final int MOST_VERBS = 200;

    private static final int MOVES_TO_DIE = 6;

    /**
     * A load waits until all empty meganodes are at one server, and gives up when others keep
     * moving them away for longer than its wait. So moves end. Chosen: ten times as many as in most
     * runs.
     */
    private static final int MOST_MOVES = 2_000;

    private final ClientSite site;
    private final OrderedPlan plan;
    private final OrderedJournal journal;
    private final RandomGenerator random;
    private final int client;
    private int done;

    MovingClient(ClientSite site, OrderedPlan plan, OrderedJournal journal, int client) {
        this.site = site;
        this.plan = plan;
        this.journal = journal;
        this.random = site.host().random();
        this.client = client;
    }

    /** The thread's code: a number of moves. */
    void run(int moves) {
        run(() -> done < moves);
    }

    /** The thread's code: moves while others are at work, for a limited time. */
    void runBeside(BooleanSupplier others) {
        run(() -> done < MOST_MOVES && others.getAsBoolean());
    }

    private void run(BooleanSupplier goesOn) {
        try {
            for (int life = 0; life < LIVES && goesOn.getAsBoolean(); life++) {
                live(goesOn);
            }
        } catch (RuntimeException | Error e) {
            journal.broken(client, e);
        }
    }

    /** The thread's code of a client that dies in the middle of a move. */
    void runAndDie() {
        site.host().crashAtPost(1 + random.nextInt(MOST_VERBS));
        run(MOVES_TO_DIE);
    }

    private void live(BooleanSupplier goesOn) {
        try (Mangrove mangrove = site.connect(random);
                Mover mover = site.source().mover(mangrove, site.name(), plan.options(), random)) {
            while (goesOn.getAsBoolean()) {
                done++;
                attempt(mover);
                site.host().sleep(1 + random.nextInt(LONGEST_PAUSE_NANOS));
            }
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(client, e);
        }
    }

    /** Lack of memory at the receiver is no fault: the page stays where it is. */
    private void attempt(Mover mover) {
        try {
            step(mover);
        } catch (MemoryExhaustedException e) {
            journal.ends(client, "no memory: " + e.getMessage());
        }
    }

    private void step(Mover mover) {
        List<Integer> servers = mover.servers();
        if (servers.isEmpty()) {
            return; // While servers are paused, the registrar may take none of them for alive.
        }
        int server = servers.get(random.nextInt(servers.size()));
        if (random.nextInt(SETTLE_ONE_IN) == 0) {
            journal.begins(client, "settle moves to " + server);
            journal.ends(client, mover.settle(server));
            return;
        }
        long key = plan.keys().key(random.nextInt(plan.keys().size()));
        journal.begins(client, "move meganode of " + key + " to " + server);
        journal.ends(client, mover.move(key, server));
    }
}
