package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.socket.ProtocolException;
import dev.mangrove.fabric.verbs.device.CompletionQueue;
import dev.mangrove.fabric.verbs.device.Ibv;

/** Processes the completions of a channel: requests that have ended, and messages of the server. */
final class ClientCompletions {
    private final VerbsChannel channel;
    private final ClientQueues queues;
    private final ClientMessages messages;
    private final ClientSends sends;

    ClientCompletions(
            VerbsChannel channel, ClientQueues queues, ClientMessages messages, ClientSends sends) {
        this.channel = channel;
        this.queues = queues;
        this.messages = messages;
        this.sends = sends;
    }

    /** Processes all completions; returns whether there were any. */
    boolean take() {
        CompletionQueue queue = queues.completions();
        boolean news = false;
        int number;
        do {
            number = queue.poll();
            int received = 0;
            for (int i = 0; i < number; i++) {
                if (queue.status(i) != Ibv.STATUS_SUCCESS) {
                    channel.failed(queue.status(i), queue.id(i));
                } else if ((queue.opcode(i) & Ibv.COMPLETED_RECEIVE) != 0) {
                    received++;
                    received(queue.opcode(i), queue.immediate(i));
                } else {
                    sends.completed();
                }
            }
            if (received > 0 && channel.isOpen()) {
                queues.received(received);
            }
            news |= number > 0;
        } while (number == CompletionQueue.MOST);
        return news;
    }

    private void received(int opcode, int immediate) {
        try {
            if (opcode == Ibv.COMPLETED_RECEIVE_WRITE) {
                messages.arrived(immediate);
            } else if (!sends.window().take(immediate)) {
                throw new ProtocolException("credit beyond the window");
            }
        } catch (ProtocolException e) {
            channel.protocolBroken(e);
        }
    }
}
