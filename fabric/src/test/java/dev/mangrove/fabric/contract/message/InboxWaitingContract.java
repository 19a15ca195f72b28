package dev.mangrove.fabric.contract.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.FailureAssertions;
import dev.mangrove.fabric.contract.InboxLog;
import dev.mangrove.fabric.contract.World;
import dev.mangrove.fabric.host.Host;

import org.junit.jupiter.api.Test;

/**
 * A server's thread waits for its inbox in the configured way and not longer than allowed; messages
 * wake it.
 */
public abstract class InboxWaitingContract extends FabricContract {
    @Test
    void shouldWakeTheThreadThatWaitsForAnInboxWhenAMessageComes(World world) {
        InboxLog log = new InboxLog(world.host(), world.inbox());
        for (Waiting waiting :
                new Waiting[] {Waiting.BLOCK, Waiting.SPIN_THEN_BLOCK, Waiting.POLL}) {
            log.awaitOpened();
            log.drain();
            Host.Task sender =
                    world.host()
                            .start(
                                    "sender",
                                    () -> {
                                        world.host().sleep(30_000_000);
                                        world.client().send((byte) 1);
                                    });
            int before = log.messages().size();
            long started = world.host().nanoTime();
            while (log.messages().size() == before
                    && world.host().nanoTime() - started < PATIENCE_NANOS) {
                world.inbox().await(waiting, PATIENCE_NANOS);
                log.drain();
            }
            assertThat(log.messages()).as("%s", waiting).hasSize(before + 1);
            assertThat(world.host().nanoTime() - started).isLessThan(PROMISE_NANOS);
            assertThat(sender.join(PATIENCE_NANOS)).isTrue();
        }
    }

    @Test
    void shouldEndTheWaitForAnInboxWhenTheTimeIsOver(World world) {
        Inbox idle = world.listen().inbox(0);
        for (Waiting waiting :
                new Waiting[] {Waiting.BLOCK, Waiting.SPIN_THEN_BLOCK, Waiting.POLL}) {
            long started = world.host().nanoTime();
            idle.await(waiting, 20_000_000);
            assertThat(world.host().nanoTime() - started).isLessThan(PROMISE_NANOS);
        }
    }

    @Test
    void shouldEndTheCurrentOrTheNextWaitByWakeUp(World world) {
        Inbox idle = world.listen().inbox(0);
        for (Waiting waiting :
                new Waiting[] {Waiting.BLOCK, Waiting.SPIN_THEN_BLOCK, Waiting.POLL}) {
            idle.wakeUp();
            assertEndsSoon(world, idle, waiting);
            Host.Task waker =
                    world.host()
                            .start(
                                    "waker",
                                    () -> {
                                        world.host().sleep(30_000_000);
                                        idle.wakeUp();
                                    });
            assertEndsSoon(world, idle, waiting);
            assertThat(waker.join(PATIENCE_NANOS)).isTrue();
        }
    }

    @Test
    void shouldFailTheWaitForAnInboxOnceTheTargetIsClosed(World world) {
        Target target = world.listen();
        Inbox inbox = target.inbox(0);
        Host.Task closer =
                world.host()
                        .start(
                                "closer",
                                () -> {
                                    world.host().sleep(30_000_000);
                                    target.close();
                                });
        FailureAssertions.assertFailsSoon(
                Kind.CLOSED, world.host(), () -> inbox.await(Waiting.BLOCK, PATIENCE_NANOS));
        assertThat(closer.join(PATIENCE_NANOS)).isTrue();
        FailureAssertions.assertFails(Kind.CLOSED, () -> inbox.await(Waiting.POLL, PATIENCE_NANOS));
        // A waking thread may not know yet that the target is closed.
        inbox.wakeUp();
    }

    private static void assertEndsSoon(World world, Inbox inbox, Waiting waiting) {
        long started = world.host().nanoTime();
        inbox.await(waiting, PATIENCE_NANOS);
        assertThat(world.host().nanoTime() - started).as("%s", waiting).isLessThan(PROMISE_NANOS);
    }
}
