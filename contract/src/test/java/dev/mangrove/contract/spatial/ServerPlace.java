package dev.mangrove.contract.spatial;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialPlace;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A memory server and its clients on this machine. */
class ServerPlace implements SpatialPlace {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Secret SECRET = Secret.of("known to all of the contract");
    private static final long MEMORY = 16 * AddressSpace.CHUNK_BYTES;
    private static final int WORKERS = 2;
    private static final long PATIENCE_NANOS = 100_000_000_000L;

    private final Setting setting;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private MemoryServer server;
    private Mangrove client;
    private String name;

    ServerPlace(Setting setting) {
        this.setting = setting;
    }

    @Override
    public void run(Body body) throws Exception {
        body.run();
    }

    @Override
    public SpatialDesign design() {
        return setting.design();
    }

    @Override
    public SpatialIndex create(SpatialOptions options) {
        if (client == null) {
            server = start();
            client = connect(home());
        }
        if (name != null) {
            client.drop(name);
        }
        name = "spatial-" + NAMES.incrementAndGet();
        client.createSpatial(name, options).close();
        return another();
    }

    private MemoryServer start() {
        ServerOptions options =
                ServerOptions.at(location())
                        .withHost(hostOfServer())
                        .withMemoryLimit(MEMORY)
                        .withWorkers(WORKERS)
                        .withSecret(SECRET);
        MemoryServer[] started = new MemoryServer[1];
        Host.Task task =
                hostOfServer().start("server", () -> started[0] = MemoryServer.start(options));
        if (!task.join(PATIENCE_NANOS) || started[0] == null) {
            throw new AssertionError("the server does not start");
        }
        return started[0];
    }

    /** The host of tests. */
    Host home() {
        return Host.system();
    }

    /** The host of the server. */
    Host hostOfServer() {
        return Host.system();
    }

    /** A host for one more client. */
    Host anotherHost() {
        return Host.system();
    }

    /** The server's location. */
    URI location() {
        String unique = "spatial-" + ProcessHandle.current().pid() + "-" + NAMES.incrementAndGet();
        return URI.create(
                setting.fabric().equals("shm")
                        ? "shm:" + unique
                        : setting.fabric() + "://127.0.0.1:0");
    }

    private Mangrove connect(Host host) {
        return Mangrove.connect(
                server.uris().getFirst(), ConnectOptions.DEFAULT.withSecret(SECRET), host);
    }

    @Override
    public SpatialIndex another() {
        SpatialIndex view = open(client, name);
        opened.add(view);
        return view;
    }

    /** Opens an index for one thread. */
    SpatialIndex open(Mangrove mangrove, String index) {
        return mangrove.openSpatial(index, setting.view());
    }

    @Override
    public void together(int threads, Work work) {
        List<Host.Task> tasks = new ArrayList<>();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < threads; i++) {
            int number = i;
            Host host = anotherHost();
            tasks.add(host.start("contract-" + i, () -> work(number, host, work, failures)));
        }
        for (Host.Task task : tasks) {
            if (!task.join(PATIENCE_NANOS)) {
                throw new AssertionError("a thread does not end");
            }
        }
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.getFirst());
        }
    }

    /** Does one thread's part of a test, with a connection of its own. */
    void work(int number, Host host, Work work, List<Throwable> failures) {
        try (Mangrove own = connect(host);
                SpatialIndex view = open(own, name)) {
            work.run(number, view);
        } catch (Exception | AssertionError e) {
            failures.add(e);
        }
    }

    @Override
    public void close() {
        try {
            for (AutoCloseable one : opened.reversed()) {
                one.close();
            }
        } catch (Exception e) {
            throw new AssertionError("a view does not close", e);
        } finally {
            if (client != null) {
                client.close();
            }
            if (server != null) {
                server.close();
            }
        }
    }
}
