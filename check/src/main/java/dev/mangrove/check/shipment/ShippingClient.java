package dev.mangrove.check.shipment;

import dev.mangrove.LimitReachedException;
import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.check.ClientSite;
import dev.mangrove.check.ordered.KeySpace;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.btree.Shipments;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Failures;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A client that has servers fill indexes from the source, one after the other. Some of them it
 * shares with other clients, which ask for the same, and one whose connection it has lost it asks
 * for again.
 */
final class ShippingClient {
    /** Longest time of a call besides the long pauses of a run: some time limits of servers. */
    private static final long LONGEST_NANOS = 60_000_000_000L;

    /** Chosen: a shipment takes some milliseconds, and its server notices an end within seconds. */
    private static final int MOST_REFUSALS = 100;

    private static final long REFUSAL_NANOS = 50_000_000;

    /**
     * Chosen: as long as short shipments, so that most die during one, and some before or after.
     */
    private static final int LONGEST_LIFE_NANOS = 1_200_000;

    private static final int MOST_LOSSES = 2;
    private static final int SHARED_ONE_IN = 4;
    private static final int PART_ONE_IN = 3;
    private static final int REFERENCES_ONE_IN = 3;

    private final ClientSite site;
    private final ShipmentsPlan plan;
    private final OrderedJournal journal;
    private final List<ShippedIndex> targets;
    private final RandomGenerator random;
    private final int client;
    private final Failures failures = Failures.ofClient(() -> false);

    /** By which it asks for all shipments; null if each has one of its own. */
    private @Nullable Session session;

    /**
     * Creates a client.
     *
     * @param targets of all clients
     */
    ShippingClient(
            ClientSite site,
            ShipmentsPlan plan,
            OrderedJournal journal,
            List<ShippedIndex> targets,
            int client) {
        this.site = site;
        this.plan = plan;
        this.journal = journal;
        this.targets = targets;
        this.random = site.host().random();
        this.client = client;
    }

    /** The thread's code of a client that only creates a target. */
    void prepare() {
        boolean _ = live(mangrove -> create(mangrove, draw(0)));
    }

    /** The thread's code of a client that asks for shipments, by one connection or by several. */
    void run() {
        int atOnce = random.nextInt(3) == 0 ? 1 : plan.shipments();
        for (int first = 0; first < plan.shipments(); first += atOnce) {
            List<ShippedIndex> wanted = new ArrayList<>();
            for (int i = first; i < first + atOnce; i++) {
                wanted.add(next(i));
            }
            ship(wanted);
        }
    }

    private ShippedIndex next(int number) {
        boolean isFirst = number == 0 && plan.together();
        boolean isShared = isFirst || random.nextInt(SHARED_ONE_IN) == 0;
        if (targets.isEmpty() || !isShared) {
            return draw(number);
        }
        return targets.get(isFirst ? 0 : random.nextInt(targets.size()));
    }

    /** The thread's code of a client that dies. */
    void runAndDie() {
        int life = 1 + random.nextInt(LONGEST_LIFE_NANOS);
        ShippedIndex target = draw(0);
        boolean _ =
                live(
                        mangrove -> {
                            create(mangrove, target);
                            var _ = site.host().start("death", () -> dieAfter(life));
                            shipOnce(mangrove, target);
                        });
    }

    private void dieAfter(int nanos) {
        site.host().sleep(nanos);
        site.host().crash();
    }

    /** What a client does with its connection. */
    private interface Life {
        void live(Mangrove mangrove);
    }

    /** Whether it came to its end; otherwise a connection was lost. */
    private boolean live(Life life) {
        try (Mangrove mangrove = site.connect(random)) {
            try (Session own = random.nextBoolean() ? ClientAccess.of(mangrove).session() : null) {
                session = own;
                life.live(mangrove);
            } catch (FabricException | RequestRefusedException e) {
                throw failures.translate(e);
            }
        } catch (MemoryExhaustedException e) {
            journal.ranOut(client, e);
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(client, e);
            return false;
        } catch (RuntimeException | Error e) {
            journal.broken(client, e);
        }
        return true;
    }

    private ShippedIndex draw(int number) {
        KeySpace keys = plan.keys();
        boolean references = random.nextInt(REFERENCES_ONE_IN) == 0;
        boolean isPart = !references && random.nextInt(PART_ONE_IN) == 0;
        int first = isPart ? random.nextInt(keys.size()) : 0;
        int last = isPart ? first + random.nextInt(keys.size() - first) : keys.size() - 1;
        return new ShippedIndex(
                "target-" + client + "-" + number,
                ShipmentsPlan.options(keys, plan.servers(), random),
                references,
                keys.key(first),
                keys.key(last));
    }

    /** Asks for shipments, and once again for one whose connection was lost. */
    private void ship(List<ShippedIndex> wanted) {
        int[] done = new int[1];
        for (int losses = 0; losses <= MOST_LOSSES; losses++) {
            boolean isOver =
                    live(
                            mangrove -> {
                                while (done[0] < wanted.size()) {
                                    create(mangrove, wanted.get(done[0]));
                                    shipOnce(mangrove, wanted.get(done[0]));
                                    done[0]++;
                                }
                            });
            if (isOver) {
                return;
            }
        }
    }

    private void create(Mangrove mangrove, ShippedIndex target) {
        if (targets.contains(target)) {
            return;
        }
        journal.begins(client, "create " + target);
        site.source().create(mangrove, target.name(), target.options());
        targets.add(target);
        journal.ends(client, "created");
    }

    private void shipOnce(Mangrove mangrove, ShippedIndex target) {
        for (int refusals = 0; refusals < MOST_REFUSALS; refusals++) {
            if (isServed(mangrove, target)) {
                return;
            }
            site.host().sleep(REFUSAL_NANOS);
        }
        if (!journal.mayLoseConnections()) {
            journal.violation(client, "shipments stay refused: " + target);
        }
    }

    /** False if the server has too many shipments. */
    private boolean isServed(Mangrove mangrove, ShippedIndex target) {
        journal.begins(client, "ship " + target);
        target.asked(tick());
        long start = site.host().nanoTime();
        try {
            long entries = ask(mangrove, target);
            target.answered(tick());
            target.loaded(entries);
            journal.ends(client, entries);
            look(mangrove, target, entries);
            return true;
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            return !isLimit(target, failures.translate(e));
        } catch (IllegalStateException e) {
            target.answered(tick());
            if (!target.isAskedTwice() || !isRefusal(String.valueOf(e.getMessage()))) {
                throw e;
            }
            journal.ends(client, e);
            return true;
        } finally {
            long taken = site.host().nanoTime() - start;
            if (taken > LONGEST_NANOS + site.host().cluster().injector().stoppedNanos()) {
                journal.violation(client, "ship " + target + " took " + taken / 1_000_000 + " ms");
            }
        }
    }

    /**
     * Whether the target was not empty, as it has to be. It was not when the shipment began: it
     * does not become so meanwhile, unless clients that have lost servers ask different ones.
     */
    private boolean isRefusal(String message) {
        boolean changed = message.contains("another client has changed it");
        return message.contains("not empty") && (!changed || journal.mayLoseConnections());
    }

    /** Whether a shipment was refused for the time being; throws other failures. */
    private boolean isLimit(ShippedIndex target, RuntimeException failure) {
        if (failure instanceof LimitReachedException) {
            target.answered(tick());
            journal.ends(client, failure);
            return true;
        }
        if (failure instanceof MemoryExhaustedException) {
            target.answered(tick());
            target.ranOut();
        }
        throw failure;
    }

    private long ask(Mangrove mangrove, ShippedIndex target) {
        Session kept = session;
        if (kept != null) {
            return Shipments.run(kept, target.request(site.name()));
        }
        return target.references()
                ? mangrove.buildSecondary(site.name(), target.name())
                : mangrove.copyOrdered(site.name(), target.name(), target.from(), target.to());
    }

    /** The entries are there when the call returns. */
    private void look(Mangrove mangrove, ShippedIndex target, long entries) {
        try (OrderedIndex view =
                site.source().openAlone(mangrove, target.name(), ViewOptions.DEFAULT)) {
            journal.begins(client, "count " + target.name());
            long found = view.count(Long.MIN_VALUE, Long.MAX_VALUE);
            journal.ends(client, found);
            if (found != entries && !target.isAskedTwice()) {
                journal.violation(
                        client, target + " has " + found + " entries of " + entries + " at once");
            }
        }
    }

    private long tick() {
        return journal.findings().tick();
    }
}
