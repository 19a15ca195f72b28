package dev.mangrove.fabric.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.host.Host;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Drains an inbox in the thread of the test, keeps what came and checks the life of each
 * connection.
 */
public final class InboxLog implements Inbox.Handler {
    private static final long LOOK_EVERY_NANOS = 5_000_000;

    private final Host host;
    private final Inbox inbox;
    private final List<byte[]> messages = new ArrayList<>();
    private final List<Integer> immediates = new ArrayList<>();
    private final Map<Long, Connection> open = new LinkedHashMap<>();
    private final Map<Long, String> closed = new LinkedHashMap<>();
    private int handled;

    public InboxLog(Host host, Inbox inbox) {
        this.host = host;
        this.inbox = inbox;
    }

    /** Drains until a condition holds; false if it does not within the time. */
    public boolean drainUntil(long timeoutNanos, BooleanSupplier condition) {
        long deadline = host.nanoTime() + timeoutNanos;
        while (!condition.getAsBoolean()) {
            if (poll(4) > 0) {
                continue;
            }
            if (host.nanoTime() - deadline >= 0) {
                return false;
            }
            inbox.await(Waiting.SPIN_THEN_BLOCK, LOOK_EVERY_NANOS);
        }
        return true;
    }

    /** Drains until so many messages have come in all. */
    public List<byte[]> awaitMessages(int number) {
        assertThat(drainUntil(FabricContract.PATIENCE_NANOS, () -> messages.size() >= number))
                .as("%d of %d messages have come", messages.size(), number)
                .isTrue();
        return messages;
    }

    /** Drains until a connection is open, and returns the oldest. */
    public Connection awaitOpened() {
        return awaitOpened(1).getFirst();
    }

    /** Drains until so many connections are open. */
    public List<Connection> awaitOpened(int number) {
        assertThat(drainUntil(FabricContract.PATIENCE_NANOS, () -> open.size() >= number))
                .as("%d of %d are open", open.size(), number)
                .isTrue();
        return List.copyOf(open.values());
    }

    /** Drains until so many connections have closed, as soon as the fabric promises. */
    public void awaitClosed(int number) {
        assertThat(drainUntil(FabricContract.PROMISE_NANOS, () -> closed.size() >= number))
                .as("%d of %d have closed", closed.size(), number)
                .isTrue();
    }

    /** Takes some of what is there, and checks that it is not more than was asked for. */
    public int poll(int limit) {
        int before = handled;
        int polled = inbox.poll(this, limit);
        assertThat(polled).as("items that came").isEqualTo(handled - before);
        assertThat(polled).as("items that were asked for").isLessThanOrEqualTo(limit);
        return polled;
    }

    /** Takes what is there. */
    public int drain() {
        int all = 0;
        int some;
        while ((some = poll(16)) > 0) {
            all += some;
        }
        return all;
    }

    public List<byte[]> messages() {
        return messages;
    }

    public List<Integer> immediates() {
        return immediates;
    }

    /** Connections that have opened and not closed. */
    public Map<Long, Connection> open() {
        return open;
    }

    /** Why connections have closed. */
    public Map<Long, String> closed() {
        return closed;
    }

    @Override
    public void onOpened(Connection connection) {
        handled++;
        assertThat(closed).as("closed before it opened").doesNotContainKey(connection.id());
        assertThat(open.put(connection.id(), connection)).as("opened twice").isNull();
    }

    @Override
    public void onMessage(Connection from, MemorySegment memory, long offset, int length) {
        handled++;
        assertOpen(from);
        messages.add(MemoryBytes.bytes(memory, offset, length));
    }

    @Override
    public void onImmediate(Connection from, int immediate) {
        handled++;
        assertOpen(from);
        immediates.add(immediate);
    }

    @Override
    public void onClosed(Connection connection, String reason) {
        handled++;
        assertOpen(connection);
        open.remove(connection.id());
        closed.put(connection.id(), reason);
    }

    private void assertOpen(Connection connection) {
        assertThat(open.get(connection.id()))
                .as("open connection " + connection.peer())
                .isSameAs(connection);
    }
}
