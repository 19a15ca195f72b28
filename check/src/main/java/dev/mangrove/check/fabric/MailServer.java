package dev.mangrove.check.fabric;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.mangrove.check.Findings;
import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Waiting;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;
import java.nio.ByteOrder;

/**
 * Drains the inbox: messages of a connection come in order and without gaps, the data of a write is
 * in place when its immediate comes, and nothing comes from a connection before it was opened or
 * after it was closed.
 */
final class MailServer implements Inbox.Handler {
    private static final OfLong WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final long LONGEST_WAIT_NANOS = 1_000_000;
    private static final int ITEMS_PER_POLL = 8;

    private final Inbox inbox;
    private final MemorySegment memory;
    private final Findings findings;
    private final Waiting waiting;
    private boolean stopped;

    MailServer(Inbox inbox, MemorySegment memory, Findings findings, Waiting waiting) {
        this.inbox = inbox;
        this.memory = memory;
        this.findings = findings;
        this.waiting = waiting;
    }

    /** What is known of one connection. */
    private static final class Peer {
        private long messages;
        private long slot = -1;
    }

    /** The server thread's code. */
    void run() {
        while (!stopped) {
            if (inbox.poll(this, ITEMS_PER_POLL) == 0) {
                inbox.await(waiting, LONGEST_WAIT_NANOS);
            }
        }
    }

    void stop() {
        stopped = true;
        inbox.wakeUp();
    }

    @Override
    public void onOpened(Connection connection) {
        connection.attach(new Peer());
    }

    @Override
    public void onMessage(Connection from, MemorySegment message, long offset, int length) {
        Peer peer = peer(from);
        long number = message.get(WORD, offset + Long.BYTES);
        peer.slot = message.get(WORD, offset);
        if (length != MailClient.MESSAGE || number != ++peer.messages) {
            findings.violation(
                    "message out of order: got " + number + ", expected " + peer.messages);
        }
        try {
            if (from.isOpen() && !from.trySend(message, offset, length)) {
                findings.violation("no room for an answer in an empty window");
            }
        } catch (FabricException e) {
            findings.operation();
        }
    }

    @Override
    public void onImmediate(Connection from, int immediate) {
        long slot = peer(from).slot;
        if (slot >= 0 && memory.get(WORD, slot) < immediate) {
            findings.violation(
                    "immediate before its data: " + immediate + ", " + memory.get(WORD, slot));
        }
    }

    @Override
    public void onClosed(Connection connection, String reason) {
        peer(connection);
        connection.attach(null);
    }

    private Peer peer(Connection connection) {
        if (connection.attachment() instanceof Peer peer) {
            return peer;
        }
        findings.violation("heard from a connection that is not open: " + connection.peer());
        return new Peer();
    }
}
