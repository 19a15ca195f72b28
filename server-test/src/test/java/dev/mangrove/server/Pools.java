package dev.mangrove.server;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.fabric.FabricProvider;
import dev.mangrove.fabric.Secret;
import dev.mangrove.index.TestSize;
import dev.mangrove.server.service.ServicePlugin;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Starts servers for one test and ends them after it. */
final class Pools implements AfterEachCallback {
    static final Secret SECRET = Secret.of("the secret of all tests");
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int STEPS = 100;
    private static final AtomicInteger NAMES = new AtomicInteger();

    private final String scheme;
    private final List<MemoryServer> servers = new ArrayList<>();

    Pools(String scheme) {
        this.scheme = scheme;
    }

    /** Schemes of the real fabrics that are available. */
    static Stream<String> schemes() {
        return ServiceLoader.load(FabricProvider.class).stream()
                .map(provider -> provider.get().scheme())
                .filter(List.of("shm", "tcp")::contains);
    }

    String scheme() {
        return scheme;
    }

    /** Skips a test that takes seconds, unless on one fabric or at full size. */
    void skipAtSmallSizeUnlessOn(String fabric) {
        assumeTrue(TestSize.FULL || scheme.equals(fabric), "slow: -Pfull");
    }

    /** A location at which no server listens. */
    URI location() {
        String name = "test-" + ProcessHandle.current().pid() + "-" + NAMES.incrementAndGet();
        return URI.create(scheme.equals("shm") ? "shm:" + name : scheme + "://127.0.0.1:0");
    }

    MemoryServer start() {
        return start(options -> options);
    }

    MemoryServer start(UnaryOperator<ServerOptions> change, ServicePlugin... plugins) {
        ServerOptions options =
                ServerOptions.at(location()).withMemoryLimit(256 << 20).withSecret(SECRET);
        MemoryServer server = MemoryServer.start(change.apply(options), List.of(plugins));
        servers.add(server);
        return server;
    }

    URI uri(MemoryServer server) {
        return server.uris().getFirst();
    }

    Mangrove connect(MemoryServer server) {
        return connect(uri(server));
    }

    Mangrove connect(URI uri) {
        return Mangrove.connect(uri, ConnectOptions.DEFAULT.withSecret(SECRET));
    }

    /** Waits until a condition holds; fails after a time limit. */
    void until(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("did not come true within " + PATIENCE);
            }
            sleep(Duration.ofMillis(2));
        }
    }

    /**
     * Length of the pause of a process; {@code -Dmangrove.pause=SECONDS} sets longer pauses for
     * runs by hand.
     */
    static Duration pause(Duration usual) {
        Integer seconds = Integer.getInteger("mangrove.pause");
        return seconds == null ? usual : Duration.ofSeconds(seconds);
    }

    /**
     * Sleeps in many steps, so that the other threads of this process have had the given time even
     * if the machine has stood still meanwhile.
     */
    static void sleepInSteps(Duration time) {
        for (int i = 0; i < STEPS; i++) {
            sleep(time.dividedBy(STEPS));
        }
    }

    static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        servers.reversed().forEach(MemoryServer::close);
    }
}
