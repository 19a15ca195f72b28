package dev.mangrove.server;

import dev.mangrove.fabric.Capabilities;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.host.VitalThread;
import dev.mangrove.index.session.Fabrics;
import dev.mangrove.index.session.Member;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.CardTable;
import dev.mangrove.server.load.WorkerMeter;
import dev.mangrove.server.memory.Memory;
import dev.mangrove.server.pool.ConnectionCleanup;
import dev.mangrove.server.pool.Identity;
import dev.mangrove.server.request.Dispatcher;
import dev.mangrove.server.service.Services;
import dev.mangrove.server.state.ServerState;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A memory server: it runs from {@link #start} to {@link #close}. */
public final class MemoryServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(MemoryServer.class.getName());

    /** Chosen: twenty waits of a worker, so a thread that is left hangs. */
    private static final long END_NANOS = 2_000_000_000;

    private final ServerOptions options;
    private final List<Plugin> plugins;
    private final Host host;
    private final Fabrics fabrics;
    private final List<Target> targets = new ArrayList<>();
    private final List<Worker> workers = new ArrayList<>();
    private final List<Host.Task> tasks = new ArrayList<>();
    private @Nullable RegistrarConnection registrar;
    private volatile @Nullable Ticker ticker;
    private @Nullable Identity identity;
    private volatile @Nullable ServerState state;
    private Runnable onFailure = () -> {};
    private boolean failureTold;
    private @Nullable Throwable failure;
    private boolean closed;

    private MemoryServer(ServerOptions options, List<Plugin> plugins) {
        this.options = options;
        this.plugins = List.copyOf(plugins);
        this.host = options.host();
        this.fabrics = new Fabrics(host);
    }

    /** Starts a server; when this returns, clients can connect. */
    public static MemoryServer start(ServerOptions options) {
        return start(options, List.of());
    }

    /** Starts a server with what plugins add. */
    public static MemoryServer start(ServerOptions options, List<Plugin> plugins) {
        MemoryServer server = new MemoryServer(options, plugins);
        try {
            server.open();
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Where clients are told to connect. */
    public List<URI> uris() {
        return identity().uris();
    }

    /** The server's number in its pool. */
    public int number() {
        return identity().number();
    }

    /** The server's name, for people. */
    public String name() {
        return identity().name();
    }

    /** What has ended the server; null while it runs, or if it was closed. */
    public synchronized @Nullable Throwable failure() {
        return failure;
    }

    /** Runs an action when the server has ended because of a {@link #failure}. */
    public void onFailure(Runnable action) {
        synchronized (this) {
            onFailure = action;
            if (!failureTold) {
                return;
            }
        }
        action.run();
    }

    /** Ends all connections and frees all memory. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        ServerState served = state;
        if (served != null) {
            served.closing();
        }
        if (registrar != null) {
            registrar.close();
        }
        Ticker beats = ticker;
        if (beats != null) {
            beats.stop();
        }
        workers.forEach(Worker::stop);
        for (Host.Task task : tasks) {
            if (!task.join(END_NANOS)) {
                LOG.log(Level.WARNING, "a thread of the server has not ended");
            }
        }
        targets.reversed().forEach(Target::close);
        fabrics.close();
    }

    private void open() {
        for (URI uri : options.listen()) {
            targets.add(listen(uri));
        }
        Identity self = identify();
        identity = self;
        Region region = allocate(self.number(), owner());
        run(self, new Memory(self.number(), region, chunks()), latchesOnCard(self.number()));
    }

    /**
     * The region of latches on the network card, if all clients use the card and it has memory
     * left; else null.
     */
    private @Nullable Region latchesOnCard(int number) {
        Capabilities card = fabrics.of(scheme(options.listen().getFirst())).capabilities();
        CardTable table = CardTable.bestFor(card);
        long bytes = table.bytesIn(card.deviceMemory());
        if (targets.size() != 1 || bytes == 0) {
            return null;
        }
        try {
            int id = AddressSpace.regionId(number, table.region());
            return targets.getFirst().allocate(id, bytes, Placement.DEVICE);
        } catch (FabricException e) {
            LOG.log(Level.INFO, "no latches on the network card: {0}", e.getMessage());
            return null;
        }
    }

    private Target listen(URI uri) {
        return fabrics.of(scheme(uri))
                .listen(
                        new TargetOptions(
                                uri, options.workers(), options.secret(), options.groupAccess()));
    }

    /**
     * Determines this server's number: 0 in a new pool, or the one that the registrar of a joined
     * pool assigns.
     */
    private Identity identify() {
        List<URI> uris =
                options.advertise().isEmpty()
                        ? targets.stream().map(Target::uri).toList()
                        : options.advertise();
        int number = AddressSpace.REGISTRAR;
        if (options.join() != null) {
            registrar = RegistrarConnection.connect(fabrics, options, options.join());
            number = registrar.join();
        }
        long instance = host.random().nextLong();
        String name = options.name().isEmpty() ? nameFrom(uris.getFirst()) : options.name();
        return new Identity(number, instance, name, uris);
    }

    /**
     * The target that allocates the memory: one whose clients use it in place, or else one whose
     * atomics are the processor's, because several fabrics need one arbiter. A device is the
     * arbiter only where all clients use it.
     */
    private Target owner() {
        Target composing = null;
        for (int i = 0; i < targets.size(); i++) {
            Capabilities can = fabrics.of(scheme(options.listen().get(i))).capabilities();
            if (can.directAccess()) {
                return targets.get(i);
            }
            if (composing == null && can.atomicsComposeWithCpu()) {
                composing = targets.get(i);
            }
        }
        return composing == null ? targets.getFirst() : composing;
    }

    /** Allocates the region at the owning target and exposes it at all others. */
    private Region allocate(int number, Target owner) {
        int id = AddressSpace.regionId(number, AddressSpace.CHUNK_REGION);
        Region region = owner.allocate(id, Memory.regionBytes(chunks()), Placement.HOST);
        for (Target target : targets) {
            if (!target.equals(owner)) {
                target.register(region);
            }
        }
        return region;
    }

    private void run(Identity self, Memory memory, @Nullable Region latches) {
        List<WorkerMeter> meters = new ArrayList<>();
        for (int i = 0; i < targets.size() * options.workers(); i++) {
            meters.add(new WorkerMeter());
        }
        ServerState made = new ServerState(options, self, memory, latches, meters);
        state = made;
        Member member = self.member(regions(memory, latches));
        made.membership().add(member);
        ConnectionCleanup cleanup =
                new ConnectionCleanup(
                        made.peers(), made.memory(), made.membership(), made::departed);
        startWorkers(made, cleanup, meters);
        Ticker beats = new Ticker(made, cleanup);
        ticker = beats;
        startVital("mangrove-ticker", beats);
        if (registrar != null) {
            registrar.announce(member, made, cause -> fail("mangrove-member", cause));
        }
    }

    private static List<RegionHandle> regions(Memory memory, @Nullable Region latches) {
        RegionHandle chunks = memory.region().handle();
        return latches == null ? List.of(chunks) : List.of(chunks, latches.handle());
    }

    private void startWorkers(
            ServerState served, ConnectionCleanup cleanup, List<WorkerMeter> meters) {
        Dispatcher dispatcher = new Dispatcher(Services.of(served, plugins));
        for (int t = 0; t < targets.size(); t++) {
            Capabilities capabilities = fabrics.of(scheme(options.listen().get(t))).capabilities();
            for (int i = 0; i < options.workers(); i++) {
                WorkerMeter meter = meters.get(workers.size());
                Worker worker =
                        new Worker(
                                options,
                                targets.get(t).inbox(i),
                                capabilities,
                                dispatcher,
                                cleanup,
                                meter);
                workers.add(worker);
                startVital("mangrove-worker-" + workers.size(), worker);
            }
        }
    }

    private void startVital(String name, Runnable body) {
        tasks.add(VitalThread.start(host, name, body, cause -> fail(name, cause)));
    }

    /**
     * Ends a server that has lost a thread: it would go on sending heartbeats without answering
     * requests. Called on the failed thread; a new thread closes the server, because closing waits
     * for the failed one.
     */
    private void fail(String thread, Throwable cause) {
        synchronized (this) {
            if (closed || failure != null) {
                return;
            }
            failure = cause;
        }
        Ticker beats = ticker;
        if (beats != null) {
            beats.stop();
        }
        LOG.log(Level.ERROR, "the server ends, because " + thread + " has failed", cause);
        Host.Task _ = host.start("mangrove-end", this::closeAndTell);
    }

    private void closeAndTell() {
        try {
            close();
        } finally {
            tellFailure().run();
        }
    }

    private synchronized Runnable tellFailure() {
        failureTold = true;
        return onFailure;
    }

    private Identity identity() {
        Identity self = identity;
        if (self == null) {
            throw new IllegalStateException("the server has not started");
        }
        return self;
    }

    private int chunks() {
        return Math.toIntExact(options.memoryLimit() / AddressSpace.CHUNK_BYTES);
    }

    private static String scheme(URI uri) {
        String scheme = uri.getScheme();
        if (scheme == null) {
            throw new IllegalArgumentException(
                    "uri has no scheme: "
                            + uri
                            + "; give shm:NAME, tcp://HOST:PORT or verbs://HOST:PORT");
        }
        return scheme;
    }

    private static String nameFrom(URI uri) {
        String part = uri.getSchemeSpecificPart();
        return part.substring(part.lastIndexOf('/') + 1);
    }
}
