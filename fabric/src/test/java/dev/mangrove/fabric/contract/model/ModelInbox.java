package dev.mangrove.fabric.contract.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.contract.MemoryBytes;

import java.lang.foreign.MemorySegment;

/**
 * Checks that the messages of each connection come in order. A message is its channel's number and
 * its own number; the immediates of a connection count up.
 */
final class ModelInbox implements Inbox.Handler {
    /** Bytes of a message. */
    static final int MESSAGE_BYTES = 16;

    private final Inbox inbox;
    private int received;

    ModelInbox(Inbox inbox) {
        this.inbox = inbox;
    }

    void drain() {
        while (inbox.poll(this, 16) > 0) {
            assertThat(received).isNotNegative();
        }
    }

    /** Number of received messages and immediates. */
    int received() {
        return received;
    }

    @Override
    public void onOpened(Connection connection) {
        connection.attach(new long[2]);
    }

    @Override
    public void onMessage(Connection from, MemorySegment memory, long offset, int length) {
        assertThat(length).isGreaterThanOrEqualTo(MESSAGE_BYTES);
        long[] expected = expected(from);
        assertThat(MemoryBytes.word(memory, offset))
                .as("number of a message")
                .isEqualTo(expected[0]++);
        assertThat(MemoryBytes.word(memory, offset + length - 8))
                .as("its end")
                .isEqualTo(expected[0]);
        received++;
    }

    @Override
    public void onImmediate(Connection from, int immediate) {
        assertThat(immediate).as("number of an immediate").isEqualTo((int) expected(from)[1]++);
        received++;
    }

    @Override
    public void onClosed(Connection connection, String reason) {
        throw new AssertionError(connection.peer() + " closed: " + reason);
    }

    private static long[] expected(Connection connection) {
        assertThat(connection.attachment()).isInstanceOf(long[].class);
        return (long[]) connection.attachment();
    }
}
