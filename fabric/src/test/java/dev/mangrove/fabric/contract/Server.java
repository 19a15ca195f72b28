package dev.mangrove.fabric.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.host.Host;

/** A thread that drains one inbox. What its handler throws is thrown again by {@link #close}. */
public final class Server implements AutoCloseable {
    private static final int ITEMS_PER_POLL = 64;
    private static final long LONGEST_WAIT_NANOS = 1_000_000_000;

    private final Inbox inbox;
    private final Inbox.Handler handler;
    private final Host.Task task;
    private volatile boolean stopped;
    private volatile Throwable failure;

    public Server(Host host, Inbox inbox, Inbox.Handler handler) {
        this.inbox = inbox;
        this.handler = handler;
        this.task = host.start("contract-server", this::drain);
    }

    @Override
    public void close() {
        stopped = true;
        inbox.wakeUp();
        assertThat(task.join(FabricContract.PATIENCE_NANOS)).as("server thread has ended").isTrue();
        if (failure != null) {
            throw new AssertionError("server failed: " + failure.getMessage(), failure);
        }
    }

    private void drain() {
        try {
            while (!stopped) {
                if (inbox.poll(handler, ITEMS_PER_POLL) == 0) {
                    inbox.await(Waiting.SPIN_THEN_BLOCK, LONGEST_WAIT_NANOS);
                }
            }
        } catch (FabricException e) {
            failure = e.kind() == FabricException.Kind.CLOSED ? null : e;
        } catch (RuntimeException | AssertionError e) {
            failure = e;
        }
    }
}
