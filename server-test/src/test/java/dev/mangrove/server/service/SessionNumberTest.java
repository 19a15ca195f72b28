package dev.mangrove.server.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.Status;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.random.RandomGenerator;

/** Two clients draw the same number for a session. */
@OnEveryFabric
final class SessionNumberTest {
    @RegisterExtension final Pools pools;

    /** The number that the test's thread draws next; 0 for a random one. */
    private final ThreadLocal<Integer> next = ThreadLocal.withInitial(() -> 0);

    SessionNumberTest(String scheme) {
        pools = new Pools(scheme);
    }

    @Test
    void shouldDrawAnotherNumberIfAClientHasTheFirst() {
        MemoryServer server = pools.start();
        try (Mangrove one = pools.connect(server);
                Mangrove two = connectDrawing(server);
                Session holder = ClientAccess.of(one).session()) {
            holder.status(0);
            next.set(holder.number());
            try (Session other = ClientAccess.of(two).session()) {
                assertThat(other.status(0).server()).isZero();
                assertThat(other.number()).isNotEqualTo(holder.number());
                assertThat(holder.isGone(0, other.number(), false)).isFalse();
            }
        }
    }

    @Test
    void shouldRefuseASessionWhoseNumberIsKnownAlready() {
        MemoryServer server = pools.start();
        try (Mangrove one = pools.connect(server);
                Mangrove two = connectDrawing(server);
                Session holder = ClientAccess.of(one).session()) {
            holder.status(0);
            next.set(holder.number());
            try (Session other = ClientAccess.of(two).session()) {
                assertThat(other.number()).isEqualTo(holder.number());
                assertThatThrownBy(() -> other.status(0))
                        .isInstanceOfSatisfying(
                                RequestRefusedException.class,
                                e -> assertThat(e.status()).isEqualTo(Status.EXISTS));
            }
            try (Session later = ClientAccess.of(two).session()) {
                assertThat(later.status(0).server()).as("the server is not lost").isZero();
            }
        }
    }

    private Mangrove connectDrawing(MemoryServer server) {
        Host host =
                (Host)
                        Proxy.newProxyInstance(
                                Host.class.getClassLoader(),
                                new Class<?>[] {Host.class},
                                (proxy, method, arguments) ->
                                        method.getName().equals("random")
                                                ? drawing()
                                                : call(method, arguments));
        return Mangrove.connect(
                pools.uri(server), ConnectOptions.DEFAULT.withSecret(Pools.SECRET), host);
    }

    private RandomGenerator drawing() {
        RandomGenerator real = Host.system().random();
        return new RandomGenerator() {
            @Override
            public long nextLong() {
                return real.nextLong();
            }

            @Override
            public int nextInt() {
                int drawn = next.get();
                next.set(0);
                return drawn != 0 ? drawn : real.nextInt();
            }
        };
    }

    private static Object call(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(Host.system(), arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
