package dev.mangrove.check.shipment;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.check.ClientSite;
import dev.mangrove.check.MemoryFiller;
import dev.mangrove.check.history.History;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.check.ordered.RecordedIndex;
import dev.mangrove.check.ordered.SortedKeys;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Member;
import dev.mangrove.index.session.RequestRefusedException;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** A client of the index that shipments copy: it loads, changes or reads it. */
final class SourceClient {
    private static final long NEWS_NANOS = 300_000_000;
    private static final int CHANGES = 60;
    private static final int READS = 30;
    private static final int RANGE_ENTRIES = 20;

    /** Values have 32 bits, as those of secondary indexes. */
    private static final int CLIENT_SHIFT = 16;

    private final ClientSite site;
    private final ShipmentsPlan plan;
    private final OrderedJournal journal;
    private final RandomGenerator random;
    private final int client;
    private int written;
    private boolean done;

    SourceClient(ClientSite site, ShipmentsPlan plan, OrderedJournal journal, int client) {
        this.site = site;
        this.plan = plan;
        this.journal = journal;
        this.random = site.host().random();
        this.client = client;
    }

    /** Whether the index is there and loaded. */
    boolean isDone() {
        return done;
    }

    /** The thread's code of the first client, which creates and loads the index. */
    void load() {
        live(
                mangrove -> {
                    awaitServers(mangrove);
                    journal.begins(client, "create " + plan.source());
                    site.source().create(mangrove, site.name(), plan.source());
                    journal.ends(client, "created");
                    List<Long> keys = drawKeys();
                    load(mangrove, keys);
                    if (plan.isShort()) {
                        MemoryFiller.fill(mangrove, plan.servers(), plan::freeSlicesOf);
                    }
                    record(keys);
                    done = true;
                });
    }

    /** The thread's code of a client that changes keys of odd rank. */
    void change() {
        live(
                mangrove -> {
                    try (OrderedIndex view = site.open(mangrove, random)) {
                        RecordedIndex index = new RecordedIndex(journal, view, site.host(), client);
                        for (int i = 0; i < CHANGES; i++) {
                            changeOnce(index);
                        }
                    }
                });
    }

    /** The thread's code of a client that reads. */
    void read() {
        live(
                mangrove -> {
                    try (OrderedIndex view = site.open(mangrove, random)) {
                        RecordedIndex index = new RecordedIndex(journal, view, site.host(), client);
                        for (int i = 0; i < READS; i++) {
                            readOnce(index);
                        }
                    }
                });
    }

    /** What a client does with its connection. */
    private interface Life {
        void live(Mangrove mangrove);
    }

    private void live(Life life) {
        try (Mangrove mangrove = site.connect(random)) {
            life.live(mangrove);
        } catch (MemoryExhaustedException e) {
            journal.ranOut(client, e);
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(client, e);
        } catch (RuntimeException | Error e) {
            journal.broken(client, e);
        }
    }

    /** Keys are shared out to all servers, so that all must be there. */
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

    private List<Long> drawKeys() {
        List<Long> keys = new ArrayList<>();
        for (int rank = 0; rank < plan.keys().size(); rank++) {
            if (rank % 2 == 0 || random.nextBoolean()) {
                keys.add(plan.keys().key(rank));
            }
        }
        return keys;
    }

    private void load(Mangrove mangrove, List<Long> keys) {
        try (OrderedIndex index = site.open(mangrove, random)) {
            journal.begins(client, "load " + keys.size() + " keys");
            journal.ends(client, index.bulkLoad(new SortedKeys(keys), 1));
        }
    }

    private void record(List<Long> keys) {
        History history = journal.history();
        for (long key : keys) {
            int put = history.invokePut(client, key, SortedKeys.value(key), tick());
            history.done(put, tick());
        }
    }

    private void changeOnce(RecordedIndex index) {
        int odd = 2 * random.nextInt(plan.keys().size() / 2) + 1;
        long key = plan.keys().key(odd);
        boolean _ = random.nextInt(3) == 0 ? index.delete(key) : index.put(key, value());
    }

    private void readOnce(RecordedIndex index) {
        long key = plan.keys().key(random.nextInt(plan.keys().size()));
        if (random.nextInt(3) == 0) {
            RangeQuery query = RangeQuery.between(key, Long.MAX_VALUE).limit(RANGE_ENTRIES);
            int _ = index.range(query, RANGE_ENTRIES, () -> {});
        } else {
            var _ = index.get(key);
        }
    }

    /** A value that no other client writes. */
    private long value() {
        return ((long) (client + 1) << CLIENT_SHIFT) + ++written;
    }

    private long tick() {
        return journal.findings().tick();
    }
}
