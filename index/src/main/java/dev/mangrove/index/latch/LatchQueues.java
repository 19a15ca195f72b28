package dev.mangrove.index.latch;

import dev.mangrove.index.session.Pool;
import dev.mangrove.index.wire.AddressSpace;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicReferenceArray;

/** The queues of one process for the latches of all servers. May be used from any thread. */
public final class LatchQueues {
    private final AtomicReferenceArray<@Nullable LatchQueue> byServer =
            new AtomicReferenceArray<>(AddressSpace.SERVERS);

    private LatchQueues() {}

    /** The queues of a client, which all its threads share. */
    public static LatchQueues of(Pool pool) {
        return pool.shared(LatchQueues.class, LatchQueues::new);
    }

    /** The queue for a server's latches. */
    public LatchQueue of(int server) {
        LatchQueue queue = byServer.get(server);
        if (queue != null) {
            return queue;
        }
        LatchQueue created = new LatchQueue();
        LatchQueue other = byServer.compareAndExchange(server, null, created);
        return other != null ? other : created;
    }
}
