package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.Inbox;

/**
 * What the inbox learns of one connection, in this order: that it opened, its messages, that it
 * closed. Belongs to the thread that drains the inbox.
 */
final class Delivery {
    private final TcpConnection connection;
    private final MessageQueue messages;
    private boolean openedSeen;
    private boolean closedSeen;

    Delivery(TcpConnection connection, MessageQueue messages) {
        this.connection = connection;
        this.messages = messages;
    }

    /** Whether there is something to hand over. */
    boolean hasNews() {
        return !messages.isEmpty() || !openedSeen || (!connection.isOpen() && !closedSeen);
    }

    /** Hands over at most {@code limit} items. */
    int handOver(Inbox.Handler handler, int limit) {
        int handed = 0;
        if (!openedSeen) {
            openedSeen = true;
            handed++;
            handler.onOpened(connection);
        }
        // Read before the messages: no message arrives after the end.
        String reason = connection.endReason();
        handed += handOverMessages(handler, limit - handed);
        if (reason != null && handed < limit && !closedSeen) {
            closedSeen = true;
            handed++;
            handler.onClosed(connection, reason);
        }
        return handed;
    }

    private int handOverMessages(Inbox.Handler handler, int limit) {
        int handed = 0;
        int cost = 0;
        try {
            for (int kind;
                    handed < limit && (kind = messages.next()) != MessageQueue.NOTHING;
                    handed++) {
                try {
                    handOver(handler, kind, messages);
                } finally {
                    cost += messages.release();
                }
            }
        } finally {
            connection.consumed(cost);
        }
        return handed;
    }

    private void handOver(Inbox.Handler handler, int kind, MessageQueue message) {
        if (kind == MessageQueue.MESSAGE) {
            handler.onMessage(connection, message.memory(), message.offset(), message.length());
        } else {
            handler.onImmediate(connection, message.immediate());
        }
    }
}
