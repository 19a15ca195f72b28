package dev.mangrove.server;

import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.wire.AddressSpace;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * How a memory server runs.
 *
 * @param host the machine it runs on
 * @param listen where it listens; the memory is the same everywhere
 * @param advertise URIs that clients are told instead; empty for those it listens at
 * @param memoryLimit bytes it grants at most, rounded down to whole chunks
 * @param workers threads that serve requests, for each place it listens at
 * @param waiting how they wait
 * @param heartbeat time between two heartbeats
 * @param stallLimit time without receiving any part of an answer after which a client loses its
 *     connection
 * @param join a member of the pool to join; null starts a new pool
 * @param secret what clients must prove to know, on fabrics that cross hosts
 * @param groupAccess whether the user's group may connect, too, on fabrics guarded by file modes
 * @param name for people; empty makes one from where it listens
 */
public record ServerOptions(
        Host host,
        List<URI> listen,
        List<URI> advertise,
        long memoryLimit,
        int workers,
        Waiting waiting,
        Duration heartbeat,
        Duration stallLimit,
        @Nullable URI join,
        @Nullable Secret secret,
        boolean groupAccess,
        String name) {
    /** Page pointers reach the first 256 GiB of a region. */
    private static final long MOST_MEMORY = PagePointer.REACH - AddressSpace.FIRST_CHUNK;

    /** The most inboxes that a target has; shared memory has 64. */
    private static final int MOST_WORKERS = 1024;

    /** Chosen: at 1 ms, heartbeats of 100 clients are 100,000 messages a second already. */
    private static final Duration SHORTEST_HEARTBEAT = Duration.ofMillis(1);

    /** Checks all values. */
    public ServerOptions {
        listen = List.copyOf(listen);
        advertise = List.copyOf(advertise);
        if (listen.isEmpty()) {
            throw new IllegalArgumentException("listen is empty: give at least one URI");
        }
        if (memoryLimit < AddressSpace.CHUNK_BYTES) {
            throw new IllegalArgumentException(
                    "memoryLimit must be at least one chunk of 8 MiB: memoryLimit=" + memoryLimit);
        }
        if (memoryLimit > MOST_MEMORY) {
            throw new IllegalArgumentException(
                    "memoryLimit must be below 256 GiB, the reach of page pointers: memoryLimit="
                            + memoryLimit
                            + "; start several servers");
        }
        if (workers < 1 || workers > MOST_WORKERS) {
            throw new IllegalArgumentException("workers must be 1 to 1024: workers=" + workers);
        }
        if (heartbeat.compareTo(SHORTEST_HEARTBEAT) < 0) {
            throw new IllegalArgumentException(
                    "heartbeat must be at least 1 ms: heartbeat=" + heartbeat);
        }
        if (stallLimit.isNegative() || stallLimit.isZero()) {
            throw new IllegalArgumentException(
                    "stallLimit must be positive: stallLimit=" + stallLimit);
        }
    }

    /** A pool of its own, 1 GiB, one worker that spins and then blocks, 10 ms, no secret. */
    public static ServerOptions at(URI... listen) {
        return new ServerOptions(
                Host.system(),
                List.of(listen),
                List.of(),
                1L << 30,
                1,
                Waiting.SPIN_THEN_BLOCK,
                Duration.ofMillis(10),
                Duration.ofSeconds(2),
                null,
                null,
                false,
                "");
    }

    /** On another machine. */
    public ServerOptions withHost(Host other) {
        return new ServerOptions(
                other,
                listen,
                advertise,
                memoryLimit,
                workers,
                waiting,
                heartbeat,
                stallLimit,
                join,
                secret,
                groupAccess,
                name);
    }

    /** Telling clients other URIs. */
    public ServerOptions withAdvertise(List<URI> uris) {
        return new ServerOptions(
                host,
                listen,
                uris,
                memoryLimit,
                workers,
                waiting,
                heartbeat,
                stallLimit,
                join,
                secret,
                groupAccess,
                name);
    }

    /** With another memory limit. */
    public ServerOptions withMemoryLimit(long bytes) {
        return new ServerOptions(
                host,
                listen,
                advertise,
                bytes,
                workers,
                waiting,
                heartbeat,
                stallLimit,
                join,
                secret,
                groupAccess,
                name);
    }

    /** With another number of workers. */
    public ServerOptions withWorkers(int number) {
        return new ServerOptions(
                host,
                listen,
                advertise,
                memoryLimit,
                number,
                waiting,
                heartbeat,
                stallLimit,
                join,
                secret,
                groupAccess,
                name);
    }

    /** With another way to wait. */
    public ServerOptions withWaiting(Waiting way) {
        return new ServerOptions(
                host,
                listen,
                advertise,
                memoryLimit,
                workers,
                way,
                heartbeat,
                stallLimit,
                join,
                secret,
                groupAccess,
                name);
    }

    /** With another time between heartbeats. */
    public ServerOptions withHeartbeat(Duration interval) {
        return new ServerOptions(
                host,
                listen,
                advertise,
                memoryLimit,
                workers,
                waiting,
                interval,
                stallLimit,
                join,
                secret,
                groupAccess,
                name);
    }

    /** With another stall limit. */
    public ServerOptions withStallLimit(Duration limit) {
        return new ServerOptions(
                host,
                listen,
                advertise,
                memoryLimit,
                workers,
                waiting,
                heartbeat,
                limit,
                join,
                secret,
                groupAccess,
                name);
    }

    /** Joining the pool of another server. */
    public ServerOptions withJoin(@Nullable URI member) {
        return new ServerOptions(
                host,
                listen,
                advertise,
                memoryLimit,
                workers,
                waiting,
                heartbeat,
                stallLimit,
                member,
                secret,
                groupAccess,
                name);
    }

    /** With a secret. */
    public ServerOptions withSecret(@Nullable Secret shared) {
        return new ServerOptions(
                host,
                listen,
                advertise,
                memoryLimit,
                workers,
                waiting,
                heartbeat,
                stallLimit,
                join,
                shared,
                groupAccess,
                name);
    }

    /** With or without access for the group. */
    public ServerOptions withGroupAccess(boolean allowed) {
        return new ServerOptions(
                host,
                listen,
                advertise,
                memoryLimit,
                workers,
                waiting,
                heartbeat,
                stallLimit,
                join,
                secret,
                allowed,
                name);
    }

    /** With another name. */
    public ServerOptions withName(String other) {
        return new ServerOptions(
                host,
                listen,
                advertise,
                memoryLimit,
                workers,
                waiting,
                heartbeat,
                stallLimit,
                join,
                secret,
                groupAccess,
                other);
    }
}
