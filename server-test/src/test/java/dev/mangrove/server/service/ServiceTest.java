package dev.mangrove.server.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;

import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Batch;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.ChunkOwner;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;
import dev.mangrove.server.request.Reply;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;

/** Messages and the services that answer them. */
@OnEveryFabric
final class ServiceTest {
    @RegisterExtension final Pools pools;

    ServiceTest(String scheme) {
        pools = new Pools(scheme);
    }

    @Test
    void shouldAnswerMessages() {
        MemoryServer server = pools.start();
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            Call call = session.link(0).call(100);
            for (int i = 0; i < 1000; i++) {
                call.request().set(ValueLayout.JAVA_INT_UNALIGNED, Call.PAYLOAD, i);
                call.execute(MessageKind.ECHO, 100);
                assertThat(call.answerBytes()).isEqualTo(100);
                assertThat(call.answer().get(ValueLayout.JAVA_INT_UNALIGNED, 0)).isEqualTo(i);
            }
        }
    }

    @Test
    void shouldHaveManyCallsUnderWayAtTheSameTime() {
        MemoryServer server = pools.start();
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            Call[] calls = new Call[32];
            for (int i = 0; i < calls.length; i++) {
                calls[i] = session.link(0).call(8);
                calls[i].request().set(ValueLayout.JAVA_LONG_UNALIGNED, Call.PAYLOAD, i);
                calls[i].send(MessageKind.ECHO, 8);
            }
            for (int i = calls.length - 1; i >= 0; i--) {
                calls[i].await();
                assertThat(calls[i].answer().get(ValueLayout.JAVA_LONG_UNALIGNED, 0)).isEqualTo(i);
            }
        }
    }

    @Test
    void shouldServeManyClientsWithSeveralWorkers() throws InterruptedException {
        MemoryServer server = pools.start(options -> options.withWorkers(3));
        long[] sums = new long[6];
        Thread[] threads = new Thread[sums.length];
        for (int i = 0; i < threads.length; i++) {
            int client = i;
            threads[i] = new Thread(() -> sums[client] = echoes(server, 300));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(sums).containsOnly(300);
    }

    @Test
    void shouldServeWhatAPluginAdds() {
        int kind = TreeKind.LAST + 1;
        ServicePlugin plugin =
                (context, services) ->
                        services.register(
                                kind,
                                (request, reply) -> {
                                    long word =
                                            context.memory()
                                                    .get(
                                                            ValueLayout.JAVA_LONG,
                                                            AddressSpace.FIRST_CHUNK);
                                    reply.memory()
                                            .set(
                                                    ValueLayout.JAVA_LONG_UNALIGNED,
                                                    Reply.PAYLOAD,
                                                    word);
                                    reply.send(Long.BYTES);
                                });
        MemoryServer server = pools.start(options -> options, plugin);
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            long chunk = session.allocateChunk(0, ChunkOwner.CLIENT);
            Batch batch = session.channel(chunk).batch(1);
            batch.writeLong(chunk, 42);
            batch.execute();
            Call call = session.link(0).call(0);
            call.execute(kind, 0);
            assertThat(call.answer().get(ValueLayout.JAVA_LONG_UNALIGNED, 0)).isEqualTo(42);
        }
    }

    @Test
    void shouldAnswerForAServiceThatFailsOrForgetsTo() {
        int failing = MessageKind.LAST - 1;
        int forgetful = MessageKind.LAST;
        ServicePlugin plugin =
                (context, services) ->
                        services.register(
                                        failing,
                                        (request, reply) -> {
                                            throw new IllegalStateException("page lost");
                                        })
                                .register(forgetful, (request, reply) -> {});
        MemoryServer server = pools.start(options -> options, plugin);
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            Call call = session.link(0).admin();
            for (int kind : new int[] {failing, forgetful}) {
                assertThatThrownBy(() -> call.execute(kind, 0))
                        .isInstanceOfSatisfying(
                                RequestRefusedException.class,
                                e -> assertThat(e.status()).isEqualTo(Status.INTERNAL));
            }
            call.execute(MessageKind.ECHO, 0);
        }
    }

    @Test
    void shouldNotAllocateOnTheHotPath() {
        MemoryServer server = pools.start();
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            long chunk = session.allocateChunk(0, ChunkOwner.CLIENT);
            Call call = session.link(0).call(32);
            Batch batch = session.channel(chunk).batch(1);
            int times = 1500;
            workHard(session, call, batch, chunk, times);
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadAllocatedBytes();
            workHard(session, call, batch, chunk, times);
            long each = (threads.getCurrentThreadAllocatedBytes() - before) / times;
            assertThat(each).as("bytes for a message and an atomic").isLessThan(16);
        }
    }

    private static void workHard(Session session, Call call, Batch batch, long chunk, int times) {
        for (int i = 0; i < times; i++) {
            call.execute(MessageKind.ECHO, 32);
            batch.clear().fetchAndAdd(chunk, 1);
            batch.execute();
            if (!session.channel(chunk).isOpen()) {
                throw new AssertionError("lost");
            }
        }
    }

    private long echoes(MemoryServer server, int times) {
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            Call call = session.link(0).call(8);
            long equal = 0;
            for (int i = 0; i < times; i++) {
                call.request().set(ValueLayout.JAVA_LONG_UNALIGNED, Call.PAYLOAD, i);
                call.execute(MessageKind.ECHO, 8);
                equal += call.answer().get(ValueLayout.JAVA_LONG_UNALIGNED, 0) == i ? 1 : 0;
            }
            return equal;
        }
    }
}
