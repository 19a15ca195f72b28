package dev.mangrove.check.fabric;

import dev.mangrove.check.CheckTarget;
import dev.mangrove.check.Coverage;
import dev.mangrove.check.Findings;
import dev.mangrove.check.RandomCluster;
import dev.mangrove.check.SeedResult;
import dev.mangrove.check.history.History;
import dev.mangrove.check.history.LinearizabilityChecker;
import dev.mangrove.check.history.LinearizabilityReport;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.InjectedFault;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Random clients on words, locks, batches, selections and messages of one server, and on groups of
 * writes to it and another; all promises of the fabric hold. Each seed draws the cluster (cores,
 * jitter, what the fabric promises), the number of clients, and which of the allowed faults there
 * are.
 */
public final class FabricCheck implements CheckTarget {
    private static final long SALT = 0x6d616e67726f7665L;
    private static final long LONGEST_RUN_NANOS = 10_000_000_000L;
    private static final long SETTLING_NANOS = 50_000_000;
    private static final long SEARCH_BOUND = 200_000;
    private static final int REGION_BYTES = 16 << 10;
    private static final long LOCKS_AT = 1 << 10;
    private static final long SLOTS_AT = 4 << 10;
    private static final long MAIL_AT = 8 << 10;
    private static final long ROWS_AT = 10 << 10;
    private static final long GROUPS_AT = 12 << 10;
    private static final int RECORDS = 2;
    private static final int LINE = 64;

    /** Faults by which a client may lose a server. */
    private static final EnumSet<Faults.Kind> BREAKING =
            EnumSet.of(
                    Faults.Kind.CUTS,
                    Faults.Kind.FLAPS,
                    Faults.Kind.LOSS,
                    Faults.Kind.SERVER_CRASH,
                    Faults.Kind.LOST_COMPLETIONS);

    private final RemoteLock lock;

    /** The check of the fabric. */
    public FabricCheck() {
        this(RemoteLock.BY_SWAP);
    }

    /** The same with another lock, to see whether the check finds what is wrong with it. */
    public FabricCheck(RemoteLock lock) {
        this.lock = lock;
    }

    @Override
    public String name() {
        return "fabric";
    }

    @Override
    public SeedResult run(long seed, Faults faults, @Nullable Consumer<String> lines) {
        SplittableRandom lots = new SplittableRandom(seed ^ SALT);
        Profile profile = RandomCluster.profile(lots);
        Faults drawn = RandomCluster.faults(faults, lots);
        try (SimCluster cluster = new SimCluster(profile, seed, drawn, 0, lines)) {
            return new Run(cluster, faults, drawn, lots).run();
        }
    }

    /** One seed. */
    private final class Run {
        private final SimCluster cluster;
        private final Faults allowed;
        private final boolean mayLoseConnections;
        private final SplittableRandom lots;
        private final Findings findings = new Findings();
        private final History history = new History(256);
        private final GuardedRecord[] records = new GuardedRecord[RECORDS];
        private final List<Host.Task> tasks = new ArrayList<>();
        private final SimHost server;
        private final Target target;
        private final Region region;
        private final Target second;
        private final Region secondRegion;
        private final MailServer mail;

        Run(SimCluster cluster, Faults allowed, Faults drawn, SplittableRandom lots) {
            this.cluster = cluster;
            this.allowed = allowed;
            this.mayLoseConnections = drawn.kinds().stream().anyMatch(BREAKING::contains);
            this.lots = lots;
            server = cluster.addHost();
            target = server.fabric().listen(TargetOptions.at(URI.create("sim://h0:1")));
            region = target.allocate(1, REGION_BYTES, Placement.HOST);
            second = cluster.addHost().fabric().listen(TargetOptions.at(URI.create("sim://h1:1")));
            secondRegion = second.allocate(1, REGION_BYTES, Placement.HOST);
            Waiting waiting = lots.nextBoolean() ? Waiting.SPIN_THEN_BLOCK : Waiting.BLOCK;
            mail = new MailServer(target.inbox(0), region.memory(), findings, waiting);
            server.start("mail", mail::run);
            for (int i = 0; i < RECORDS; i++) {
                records[i] = new GuardedRecord(LOCKS_AT + i * (long) (GuardedRecord.BYTES + LINE));
            }
        }

        SeedResult run() {
            WordClient.recordStart(history, findings);
            int clients = 2 + lots.nextInt(3);
            List<SimHost> hosts = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                hosts.add(cluster.addHost());
            }
            GatherClient.prepare(region.memory(), ROWS_AT, clients);
            for (int i = 0; i < clients; i++) {
                startClients(hosts.get(i), i, clients);
            }
            boolean ended = cluster.runUntil(LONGEST_RUN_NANOS, this::allEnded);
            if (!ended) {
                findings.violation("a client waits for ever");
            }
            mail.stop();
            cluster.run(SETTLING_NANOS);
            return result();
        }

        private void startClients(SimHost host, int client, int clients) {
            Fabric fabric = host.fabric();
            URI uri = target.uri();
            var handle = region.handle();
            start(host, new WordClient(fabric, uri, handle, findings, history, client));
            start(host, new LockClient(fabric, uri, handle, findings, lock, records, client));
            start(host, new OrderClient(fabric, uri, handle, findings, SLOTS_AT, client, clients));
            start(host, new GatherClient(fabric, uri, handle, findings, ROWS_AT, client, clients));
            start(
                    host,
                    new ScatterClient(
                            fabric,
                            List.of(uri, second.uri()),
                            List.of(handle, secondRegion.handle()),
                            findings,
                            GROUPS_AT + (long) client * ScatterClient.BYTES,
                            mayLoseConnections));
            start(
                    host,
                    new MailClient(fabric, uri, handle, findings, MAIL_AT + (long) client * LINE));
        }

        private void start(SimHost host, CheckClient client) {
            tasks.add(host.start(client.getClass().getSimpleName(), client::run));
        }

        private boolean allEnded() {
            for (Host.Task task : tasks) {
                if (task.isAlive()) {
                    return false;
                }
            }
            return true;
        }

        private SeedResult result() {
            LinearizabilityReport words = new LinearizabilityChecker(SEARCH_BOUND).check(history);
            words.violations().forEach(violation -> findings.violation(violation.explanation()));
            for (GuardedRecord record : records) {
                record.verify(region.memory(), findings);
            }
            return new SeedResult(
                    findings.operations(),
                    findings.violations(),
                    words.undecidedKeys().size(),
                    cluster.trace().hash(),
                    Coverage.of(
                            cluster,
                            fault ->
                                    fault.isAmong(allowed)
                                            && !fault.isInPlace()
                                            && fault != InjectedFault.LONG_PAUSE,
                            _ -> false),
                    history);
        }
    }
}
