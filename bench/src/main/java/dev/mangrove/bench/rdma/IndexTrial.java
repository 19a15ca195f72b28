package dev.mangrove.bench.rdma;

import dev.mangrove.Mangrove;
import dev.mangrove.bench.process.ChildProcess;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Host;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.session.ConnectOptions;
import dev.mangrove.index.session.MangroveException;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Indexes in the memory of a server process, reached through RDMA by this process and another. */
final class IndexTrial implements AutoCloseable {
    static final long SMALL_MEMORY = 64L << 20;

    /** An emulated machine may take its time. */
    static final ConnectOptions PATIENT =
            ConnectOptions.DEFAULT
                    .withTimeout(Duration.ofSeconds(60))
                    .withSilenceLimit(Duration.ofSeconds(30));

    private static final List<Design> DESIGNS = List.of(Design.FINE, Design.COARSE, Design.HYBRID);
    private static final String KILLED = "killed";

    private final Host host;
    private final int keys;
    private @Nullable ChildProcess server;
    private @Nullable URI uri;

    IndexTrial(Host host, int keys) {
        this.host = host;
        this.keys = keys;
    }

    /** A client of this host gets shared memory, whichever place it names. */
    RdmaCheck.Row severalPlaces() {
        return places(
                "shm",
                "tcp://127.0.0.1:0",
                RdmaCheck.PLACE,
                "shm:rdma-places-" + ProcessHandle.current().pid());
    }

    /** Without shared memory it gets RDMA. */
    RdmaCheck.Row twoPlaces() {
        return places("verbs", "tcp://127.0.0.1:0", RdmaCheck.PLACE);
    }

    private RdmaCheck.Row places(String expected, String... listen) {
        URI[] all = new URI[listen.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = URI.create(listen[i]);
        }
        ServerOptions options = ServerOptions.at(all).withMemoryLimit(SMALL_MEMORY);
        try (MemoryServer memory = MemoryServer.start(options)) {
            List<String> reached = new ArrayList<>();
            boolean good = true;
            for (URI each : memory.uris()) {
                try (Mangrove mangrove = Mangrove.connect(each, PATIENT)) {
                    URI place = mangrove.reachedAt(0);
                    reached.add(each.getScheme() + " -> " + place);
                    good &= place != null && expected.equals(place.getScheme());
                }
            }
            return RdmaCheck.row(good, "named -> reached: " + reached);
        }
    }

    /** Both processes put a half of the keys, and both see all of them. */
    RdmaCheck.Row processes() {
        List<String> seen = new ArrayList<>();
        boolean good = true;
        try (Mangrove mangrove = connect();
                ChildProcess other = client()) {
            for (Design design : DESIGNS) {
                String name = "trial-" + design;
                try (OrderedIndex index = mangrove.createOrdered(name, OrderedOptions.of(design))) {
                    other.tell("put " + name + " 1 2 " + keys);
                    for (long key = 0; key < keys; key += 2) {
                        index.put(key, value(key));
                    }
                    long theirs = Long.parseLong(other.readLine());
                    long right = countRight(index, keys);
                    long theyRead = Long.parseLong(other.ask("check " + name + " 0 1 " + keys));
                    good &= theirs == keys / 2 && right == keys && theyRead == keys;
                    seen.add(design + ": " + right + " and " + theyRead + " of " + keys);
                }
                mangrove.drop(name);
            }
            return RdmaCheck.row(
                    good,
                    "keys right in both processes, at " + mangrove.reachedAt(0) + ": " + seen);
        }
    }

    /** What a client was told is done stays done when it is killed, and others go on. */
    RdmaCheck.Row killedClient() {
        try (Mangrove mangrove = connect();
                OrderedIndex index =
                        mangrove.createOrdered(KILLED, OrderedOptions.of(Design.FINE))) {
            long told = 0;
            try (ChildProcess victim = client()) {
                victim.tell("put " + KILLED + " 0 1 1000000000");
                while (told < keys / 2) {
                    told = Long.parseLong(victim.readLine());
                }
                victim.kill();
            }
            long right = countRight(index, told);
            boolean goesOn = true;
            for (long key = 0; key < told; key++) {
                goesOn &= !index.putIfAbsent(key, 0);
            }
            index.put(-1, 1);
            return RdmaCheck.row(
                    right == told && goesOn && index.getOrDefault(-1, 0) == 1,
                    right + " of " + told + " keys are there that it was told of");
        }
    }

    /** The client learns of it, and does not hang. */
    RdmaCheck.Row killedServer() {
        try (Mangrove mangrove = connect();
                OrderedIndex index = mangrove.openOrdered(KILLED, ViewOptions.DEFAULT)) {
            index.put(5, 5);
            ChildProcess killed = server;
            if (killed == null) {
                throw new IllegalStateException("no server");
            }
            killed.kill();
            long dead = host.nanoTime();
            while (true) {
                try {
                    index.put(6, 6);
                } catch (FabricException | MangroveException e) {
                    long millis = (host.nanoTime() - dead) / 1_000_000;
                    return RdmaCheck.row(
                            e instanceof FabricException lost
                                    && lost.kind() == FabricException.Kind.PEER_LOST,
                            "noticed after " + millis + " ms: " + e.getMessage());
                }
            }
        }
    }

    private Mangrove connect() {
        ChildProcess running = server;
        if (running == null) {
            running = ChildProcess.start(TrialServer.class);
            server = running;
            uri = URI.create(running.readLine());
        }
        return Mangrove.connect(uri(), PATIENT);
    }

    private URI uri() {
        URI known = uri;
        if (known == null) {
            throw new IllegalStateException("no server");
        }
        return known;
    }

    private ChildProcess client() {
        ChildProcess client = ChildProcess.start(TrialClient.class, uri().toString());
        String ready = client.readLine();
        if (!"ready".equals(ready)) {
            throw new IllegalStateException(ready);
        }
        return client;
    }

    /** The value that belongs to a key. */
    static long value(long key) {
        return key * 31 + 7;
    }

    /** Keys from 0 on that have their value. */
    static long countRight(OrderedIndex index, long number) {
        long right = 0;
        for (long key = 0; key < number; key++) {
            if (index.getOrDefault(key, -1) == value(key)) {
                right++;
            }
        }
        return right;
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
