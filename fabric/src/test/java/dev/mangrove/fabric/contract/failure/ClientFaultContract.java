package dev.mangrove.fabric.contract.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.contract.Eventually;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.FailureAssertions;
import dev.mangrove.fabric.contract.InboxLog;
import dev.mangrove.fabric.contract.MemoryBytes;
import dev.mangrove.fabric.contract.World;
import dev.mangrove.fabric.contract.message.BackPressureContract;
import dev.mangrove.fabric.contract.peer.ContractProgram;
import dev.mangrove.fabric.contract.peer.PeerContext;
import dev.mangrove.fabric.contract.peer.ProcessPeer;
import dev.mangrove.fabric.contract.peer.StormProgram;
import dev.mangrove.fabric.host.Host;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * The suite kills client processes at random times: the server notices within the promised time,
 * frees their resources and continues to serve. Only for providers with peers in processes.
 */
public abstract class ClientFaultContract extends FabricContract {
    private static final int KILLS = rounds(12);
    private static final int AT_ONCE = 2;
    private static final long LONGEST_LIFE_NANOS = SLOWNESS * 150_000_000L;

    @Test
    void shouldSurviveClientsThatAreKilledAtRandomMoments(World world, RandomGenerator random) {
        StormServer storm = new StormServer(world.host());
        world.serve(world.inbox(), storm);
        assertThat(Eventually.within(PATIENCE_NANOS, world.host(), () -> storm.open.size() == 1))
                .isTrue();
        Set<String> before = world.under().traces();
        Deque<ProcessPeer> victims = new ArrayDeque<>();
        for (int i = 0; i < KILLS + AT_ONCE; i++) {
            if (i < KILLS) {
                victims.add(
                        (ProcessPeer)
                                world.start(
                                        ContractProgram.STORM,
                                        world.target(),
                                        world.region(),
                                        random.nextLong()));
            }
            if (i >= AT_ONCE) {
                ProcessPeer victim = victims.remove();
                PeerContext.go(victim);
                world.host().sleep(random.nextLong(LONGEST_LIFE_NANOS));
                victim.kill();
                assertForgotten(world, storm, before);
                assertStillServes(world, i);
            }
        }
        assertThat(storm.messages.get()).as("whole messages of the victims").isPositive();
    }

    @Test
    void shouldNoticeThatAnIdleClientWasKilled(World world) {
        InboxLog log = new InboxLog(world.host(), world.inbox());
        ProcessPeer victim = (ProcessPeer) world.start(ContractProgram.PING, world.target(), 1);
        log.awaitOpened(2);
        victim.kill();
        log.awaitClosed(1);
        assertThat(log.open()).hasSize(1);
        FailureAssertions.assertServes(world, world.client());
    }

    @Test
    void shouldNoticeThatAClientWasKilledWhileItWaitedForRoom(World world) {
        ProcessPeer victim =
                (ProcessPeer)
                        world.start(ContractProgram.SEND_NUMBERED, world.target(), 100_000, 1000);
        PeerContext.go(victim);
        world.host().sleep(200_000_000);
        victim.kill();
        InboxLog log = new InboxLog(world.host(), world.inbox());
        log.awaitClosed(1);
        assertThat((long) log.messages().size() * 1000)
                .isLessThanOrEqualTo(BackPressureContract.BOUND);
        for (int i = 0; i < log.messages().size(); i++) {
            assertThat(MemoryBytes.wordOf(log.messages().get(i))).isEqualTo(i);
        }
        FailureAssertions.assertServes(world, world.client());
    }

    private static void assertForgotten(World world, StormServer storm, Set<String> before) {
        assertThat(Eventually.within(PROMISE_NANOS, world.host(), () -> storm.open.size() == 1))
                .as("only the survivor is connected: %s", storm.open)
                .isTrue();
        Eventually.within(
                PROMISE_NANOS, world.host(), () -> before.containsAll(world.under().traces()));
        assertThat(world.under().traces()).as("held for the dead").isSubsetOf(before);
    }

    private static void assertStillServes(World world, long round) {
        byte[] message = StormProgram.message(64 + (int) round);
        world.client().send(message);
        assertThat(world.client().receive(1).getFirst()).isEqualTo(message);
        long address = world.at(World.REGION_BYTES - 8);
        long old = world.client().fetchAndAdd(address, 1);
        assertThat(world.client().readWord(address)).isEqualTo(old + 1);
    }

    /** Checks each message, sends it back if there is room, and tracks open connections. */
    private static final class StormServer implements Inbox.Handler {
        private final Host host;
        private final Set<Long> open = ConcurrentHashMap.newKeySet();
        private final Set<Long> closed = ConcurrentHashMap.newKeySet();
        private final AtomicLong messages = new AtomicLong();

        StormServer(Host host) {
            this.host = host;
        }

        @Override
        public void onOpened(Connection connection) {
            assertThat(open.add(connection.id())).as("opened once").isTrue();
        }

        @Override
        public void onMessage(Connection from, MemorySegment memory, long offset, int length) {
            assertThat(open).contains(from.id());
            byte[] message = MemoryBytes.bytes(memory, offset, length);
            StormProgram.checkMessage(message);
            messages.incrementAndGet();
            sendBack(from, message);
        }

        @Override
        public void onImmediate(Connection from, int immediate) {
            assertThat(open).contains(from.id());
        }

        @Override
        public void onClosed(Connection connection, String reason) {
            assertThat(open.remove(connection.id())).as("was open").isTrue();
            assertThat(closed.add(connection.id())).as("closed once").isTrue();
        }

        /** Sends a message back; drops it if the peer is dead. */
        private void sendBack(Connection to, byte[] message) {
            try {
                to.trySend(MemorySegment.ofArray(message), 0, message.length);
            } catch (FabricException e) {
                assertThat(Eventually.within(PROMISE_NANOS, host, () -> !to.isOpen()))
                        .as("%s", e)
                        .isTrue();
            }
        }
    }
}
