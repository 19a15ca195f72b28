package dev.mangrove.check.shipment;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.check.ClientSite;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.Verification;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.RequestRefusedException;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The last client of a run, when all shipments have ended: it compares each target with what its
 * shipments promise, looks for pages that are in no tree, and drops all indexes, after which
 * servers have granted no memory.
 */
final class ShipmentsFinish {
    /** Chosen: servers free memory once all clients that were connected are gone. */
    private static final long FREEING_NANOS = 10_000_000_000L;

    private static final int LOOKS = 100;

    private final ClientSite site;
    private final ShipmentsPlan plan;
    private final OrderedJournal journal;
    private final List<ShippedIndex> targets;
    private final int client;
    private int checked;
    private boolean done;

    ShipmentsFinish(
            ClientSite site,
            ShipmentsPlan plan,
            OrderedJournal journal,
            List<ShippedIndex> targets,
            int client) {
        this.site = site;
        this.plan = plan;
        this.journal = journal;
        this.targets = targets;
        this.client = client;
    }

    /** Whether it has compared everything; otherwise a fault came first. */
    boolean isDone() {
        return done;
    }

    /** The thread's code. */
    void run() {
        RandomGenerator random = site.host().random();
        try (Mangrove mangrove = site.connect(random)) {
            verify(mangrove, site.name());
            for (ShippedIndex target : targets) {
                if (isPlanted(mangrove, target)) {
                    check(mangrove, target);
                }
                checked++;
            }
            done = true; // Another client could not compare what is dropped.
            dropAll(mangrove);
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(client, e);
        } catch (RuntimeException | Error e) {
            done = true;
            journal.broken(client, e);
        }
    }

    /** The thread's code where servers other than the first have died. */
    void runWithLosses() {
        for (ShippedIndex target : targets) {
            if (target.isComparedByShare()) {
                compareShares(target);
            }
        }
    }

    private void compareShares(ShippedIndex target) {
        try (Mangrove mangrove = site.connect(site.host().random());
                OrderedIndex view = open(mangrove, target.name())) {
            journal.begins(client, "compare shares of " + target);
            long now = journal.findings().tick();
            target.checkShares(view, plan.keys(), journal.history(), client, now);
            journal.ends(client, "compared");
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(client, e);
        } catch (RuntimeException | Error e) {
            journal.broken(client, e);
        }
    }

    /** Targets that were compared, for a client that goes on after a fault. */
    int checked() {
        return checked;
    }

    /**
     * Whether an index has a root. The first view plants it, for which there may be no memory; then
     * no shipment can have succeeded.
     */
    private boolean isPlanted(Mangrove mangrove, ShippedIndex target) {
        try (OrderedIndex _ = open(mangrove, target.name())) {
            return true;
        } catch (RequestRefusedException e) {
            if (!plan.isShort() || !OrderedJournal.isLackOfMemory(e) || target.isLoaded()) {
                throw e;
            }
            return false;
        }
    }

    private void check(Mangrove mangrove, ShippedIndex target) {
        long spare = verify(mangrove, target.name());
        if (!journal.mayLoseConnections() && spare != 0) {
            journal.violation(client, "pages leak: " + target + ", spare=" + spare);
        }
        try (OrderedIndex view = open(mangrove, target.name())) {
            // Clients that have lost no server ask the same one, which takes one shipment at a
            // time.
            boolean isExact = plan.changers() == 0 || !journal.mayLoseConnections();
            long now = journal.findings().tick();
            journal.begins(client, "compare " + target);
            target.check(view, plan.keys(), journal.history(), client, now, isExact);
            journal.ends(client, "compared");
        }
    }

    private OrderedIndex open(Mangrove mangrove, String name) {
        return site.source().openAlone(mangrove, name, ViewOptions.DEFAULT);
    }

    /** Verifies a tree; returns the pages that are allocated and in no tree. */
    private long verify(Mangrove mangrove, String name) {
        try (OrderedIndex view = open(mangrove, name)) {
            journal.begins(client, "verify " + name);
            Verification found = view.verify();
            journal.ends(client, found);
            found.faults().forEach(fault -> journal.violation(client, name + ": " + fault));
            return found.whole().spare();
        }
    }

    private void dropAll(Mangrove mangrove) {
        for (String name : mangrove.indexNames()) {
            journal.begins(client, "drop " + name);
            mangrove.drop(name);
            journal.ends(client, "dropped");
        }
        for (int server = 0; server < plan.servers(); server++) {
            awaitFree(mangrove, server);
        }
    }

    private void awaitFree(Mangrove mangrove, int server) {
        long used = used(mangrove, server);
        for (int i = 0; i < LOOKS && used > 0; i++) {
            site.host().sleep(FREEING_NANOS / LOOKS);
            used = used(mangrove, server);
        }
        if (used > 0 && !journal.mayLoseConnections()) {
            journal.violation(
                    client, "server " + server + " has granted " + used + " bytes to no index");
        }
    }

    private static long used(Mangrove mangrove, int server) {
        return ClientAccess.of(mangrove).status(server).memoryUsed();
    }
}
