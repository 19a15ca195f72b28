package dev.mangrove.index.bytes.spread;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/**
 * The clocks of servers, as one view has read them. The head of the package says how a reader
 * judges an entry by them. Used by one thread.
 */
final class ServerClocks {
    /**
     * Age of a reading from which on it is not used to estimate the time. Chosen: clocks of hosts
     * drift by less than 0.1 ms meanwhile.
     */
    private static final long OLD_NANOS = 1_000_000_000;

    private final Session session;
    private final Host host;
    private final @Nullable Reading[] readings = new Reading[AddressSpace.SERVERS];
    private MemorySegment words = MemorySegment.NULL;

    /** What a reader learns of an entry that it has read in its leaf. */
    enum Life {
        /** It was present when the leaf was read. */
        ALIVE,
        /** It has expired by now: it is to be removed, if it is still in the leaf. */
        OVER,
        /** It was replaced or removed since the leaf was read, which is to be read again. */
        REPLACED
    }

    /** Readings of one clock. */
    private static final class Reading {
        private long last;
        private long lastAt;
        private long addedAt;
    }

    ServerClocks(Session session) {
        this.session = session;
        this.host = session.host();
    }

    /** Reads a clock in place, after all that was read before. */
    void load(int server, MemorySegment memory) {
        SharedWords.acquireFence();
        long at = host.nanoTime();
        note(server, SharedWords.acquire(memory, AddressSpace.CLOCK), at);
    }

    /** Adds the READ of a clock to a batch; {@link #added} must follow when it has ended. */
    void add(int server, Batch batch) {
        if (words.byteSize() == 0) {
            words = session.allocate((long) AddressSpace.SERVERS * Long.BYTES);
        }
        int region = AddressSpace.regionId(server, AddressSpace.CHUNK_REGION);
        batch.read(
                Address.of(region, AddressSpace.CLOCK),
                words,
                (long) server * Long.BYTES,
                Long.BYTES);
        of(server).addedAt = host.nanoTime();
    }

    /** Takes the reading of a batch. */
    void added(int server) {
        note(server, SharedWords.plain(words, (long) server * Long.BYTES), of(server).addedAt);
    }

    /** Takes a reading that a client has asked its server for. */
    void note(int server, long time, long at) {
        Reading reading = of(server);
        reading.last = time;
        reading.lastAt = at;
    }

    /** What an entry is whose server's clock was read after its leaf. */
    Life judge(int server, long expiry) {
        return isOver(server, expiry) ? Life.OVER : Life.ALIVE;
    }

    /** Whether an entry had expired at the last reading. */
    boolean isOver(int server, long expiry) {
        return expiry <= of(server).last;
    }

    /** Nanoseconds from the last reading to a time. */
    long left(int server, long expiry) {
        return expiry - of(server).last;
    }

    /** Whether the last reading is too old to estimate the time. */
    boolean isOld(int server) {
        Reading reading = of(server);
        return reading.last == 0 || host.nanoTime() - reading.lastAt > OLD_NANOS;
    }

    /**
     * The expiry of an entry that lives for a time from now on. A reading may be a tick old, so it
     * lives for a tick longer; one that lives for less than a tick, for twice its time.
     */
    long in(int server, long nanos) {
        if (nanos == 0) {
            return ExpiringContent.ENDED;
        }
        Reading reading = of(server);
        long now = reading.last + (host.nanoTime() - reading.lastAt);
        return now + Math.min(nanos, AddressSpace.CLOCK_TICK_NANOS) + nanos;
    }

    private Reading of(int server) {
        Reading reading = readings[server];
        if (reading == null) {
            reading = new Reading();
            readings[server] = reading;
        }
        return reading;
    }
}
