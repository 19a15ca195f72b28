package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.MessageHandler;
import dev.mangrove.fabric.socket.ProtocolException;
import dev.mangrove.fabric.verbs.ring.RingReader;

import java.lang.foreign.MemorySegment;

/** The messages that a server has written to a channel's ring, until they are handed over. */
final class ClientMessages {
    private final VerbsChannel channel;
    private final MemorySegment ring;
    private final RingReader reader;

    ClientMessages(VerbsChannel channel, MemorySegment ring) {
        this.channel = channel;
        this.ring = ring;
        this.reader = new RingReader(ring);
    }

    /** A message has arrived; under the lock. */
    void arrived(int immediate) throws ProtocolException {
        reader.message(immediate);
    }

    boolean isEmpty() {
        return reader.isEmpty();
    }

    /** Delivers what has arrived, and sends a credit if one is due; without the lock. */
    int handOver(MessageHandler handler) {
        int handed = 0;
        while (!reader.isEmpty()) {
            long offset;
            try {
                offset = reader.offset();
            } catch (ProtocolException e) {
                channel.protocolBroken(e);
                return handed;
            }
            channel.meter().received(reader.length());
            handed++;
            try {
                handler.onMessage(channel, ring, offset, reader.length());
            } finally {
                reader.release();
            }
        }
        if (reader.isCreditDue()) {
            channel.credit(reader.credit());
        }
        return handed;
    }
}
