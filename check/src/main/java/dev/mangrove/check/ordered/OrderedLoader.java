package dev.mangrove.check.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.check.ClientSite;
import dev.mangrove.check.history.History;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Member;
import dev.mangrove.index.session.RequestRefusedException;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** The first client of a run: it creates the index and may load it. */
public final class OrderedLoader {
    /** Its client number in the journal. */
    public static final int CLIENT = -1;

    private static final long NEWS_NANOS = 300_000_000;

    private final ClientSite site;
    private final OrderedPlan plan;
    private final OrderedJournal journal;
    private final RandomGenerator random;
    private boolean done;

    OrderedLoader(ClientSite site, OrderedPlan plan, OrderedJournal journal) {
        this.site = site;
        this.plan = plan;
        this.journal = journal;
        this.random = site.host().random();
    }

    /** The thread's code. */
    void run() {
        try (Mangrove mangrove = site.connect(random)) {
            awaitServers(mangrove);
            journal.begins(CLIENT, "create " + plan.options());
            site.source().create(mangrove, site.name(), plan.options());
            journal.ends(CLIENT, "created");
            if (plan.freePages() > 0) {
                site.source().takeMemory(mangrove, site.name(), plan.servers(), plan.freePages());
            }
            if (plan.loads()) {
                load(mangrove);
            }
            done = true;
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(CLIENT, e);
        } catch (RuntimeException | Error e) {
            journal.broken(CLIENT, e);
        }
    }

    /** Whether the index is there, loaded if it should be. */
    boolean isDone() {
        return done;
    }

    /**
     * Keys are shared out to all servers, so that all must be there. That one has joined gets about
     * with the heartbeats.
     */
    private void awaitServers(Mangrove mangrove) {
        long deadline = site.host().nanoTime() + NEWS_NANOS;
        while (alive(mangrove) != plan.servers()) {
            if (site.host().nanoTime() - deadline > 0) {
                throw new FabricException(
                        FabricException.Kind.PEER_LOST,
                        alive(mangrove) + " of " + plan.servers() + " servers are there");
            }
            site.host().sleep(NEWS_NANOS / 100);
        }
    }

    private static long alive(Mangrove mangrove) {
        return ClientAccess.of(mangrove).members().stream().filter(Member::alive).count();
    }

    private void load(Mangrove mangrove) {
        List<Long> keys = new ArrayList<>();
        for (int rank = 0; rank < plan.keys().size(); rank++) {
            boolean stays = plan.mix().steady() && rank % 2 == 0;
            if (stays || random.nextBoolean()) {
                keys.add(plan.keys().key(rank));
            }
        }
        boolean loads = load(mangrove, keys);
        History history = journal.history();
        for (long key : keys) {
            int put =
                    history.invokePut(
                            CLIENT, key, SortedKeys.value(key), journal.findings().tick());
            if (loads) {
                history.done(put, journal.findings().tick());
            }
        }
    }

    /**
     * Loads keys; false if memory runs out. Shares that had been loaded before that stay, so that
     * each key may be there or not.
     */
    private boolean load(Mangrove mangrove, List<Long> keys) {
        try (OrderedIndex index = site.open(mangrove, random)) {
            journal.begins(CLIENT, "load " + keys.size() + " keys");
            long loaded = index.bulkLoad(new SortedKeys(keys), plan.fill());
            journal.ends(CLIENT, loaded);
            if (loaded != keys.size()) {
                journal.violation(CLIENT, "loaded " + loaded + " keys of " + keys.size());
            }
            return true;
        } catch (MemoryExhaustedException e) {
            journal.ranOut(CLIENT, e);
            return false;
        }
    }
}
