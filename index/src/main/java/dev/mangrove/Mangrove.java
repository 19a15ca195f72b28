package dev.mangrove;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.rtree.SpatialIndexes;
import dev.mangrove.index.session.ConnectOptions;
import dev.mangrove.index.session.MangroveException;
import dev.mangrove.index.session.Member;
import dev.mangrove.index.session.Pool;
import dev.mangrove.index.session.ServerLoad;
import dev.mangrove.index.session.ServerStatus;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialViewOptions;
import dev.mangrove.index.wire.Status;
import dev.mangrove.spi.EmbeddedServers;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.List;
import java.util.ServiceLoader;

/**
 * A client of a pool of memory servers: the way in.
 *
 * <pre>{@code
 * try (Mangrove mangrove = Mangrove.connect("shm:main");
 *         Session session = mangrove.session()) {
 *     long chunk = session.allocateChunk(0, ChunkOwner.CLIENT);
 *     session.channel(chunk).batch(1)...
 * }
 * }</pre>
 *
 * May be used from any thread; each thread opens a {@link Session} of its own. After {@link
 * #close}, every use throws.
 */
public final class Mangrove implements AutoCloseable {
    /** Bytes that an embedded server grants at most, where nobody asks for another limit. */
    public static final long EMBEDDED_MEMORY = 1L << 30;

    private final Pool pool;
    private final EmbeddedServers.@Nullable Running embedded;

    private final Keepers keepers;

    private Mangrove(Pool pool, EmbeddedServers.@Nullable Running embedded) {
        this.pool = pool;
        this.embedded = embedded;
        this.keepers = new Keepers(pool);
    }

    /** Connects to the pool of the server at {@code shm:NAME}, {@code tcp://HOST:PORT}, … */
    public static Mangrove connect(String uri) {
        return connect(URI.create(uri));
    }

    /** Connects to the pool of the server at a URI. */
    public static Mangrove connect(URI uri) {
        return connect(uri, ConnectOptions.DEFAULT);
    }

    /** Connects to the pool of the server at a URI. */
    public static Mangrove connect(URI uri, ConnectOptions options) {
        return new Mangrove(Pool.connect(uri, options), null);
    }

    /**
     * Starts a server within this process, to be reached by this process only, and connects to it.
     */
    public static Mangrove embedded() {
        return embedded(EMBEDDED_MEMORY);
    }

    /**
     * Starts a server within this process that grants at most so many bytes, and connects to it.
     */
    public static Mangrove embedded(long memoryLimit) {
        EmbeddedServers servers =
                ServiceLoader.load(EmbeddedServers.class)
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "no server to embed: add mangrove-server to the"
                                                        + " module path or class path"));
        ConnectOptions options = ConnectOptions.DEFAULT;
        EmbeddedServers.Running server = servers.start(options.host(), memoryLimit);
        try {
            return new Mangrove(Pool.connect(server.uri(), options), server);
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Opens a view of the pool for the calling thread. */
    public Session session() {
        return pool.session();
    }

    /**
     * Creates an empty ordered index and opens a view of it for the calling thread.
     *
     * @throws dev.mangrove.index.session.MangroveException {@code EXISTS} if the name is taken
     */
    public OrderedIndex createOrdered(String name, OrderedOptions options) {
        try (Session session = session()) {
            OrderedIndexes.create(session, name, options);
        }
        try {
            return openOrdered(name, ViewOptions.DEFAULT);
        } catch (MangroveException e) {
            dropIfWithoutMemory(name, e);
            throw e;
        }
    }

    /**
     * Opens a view of an ordered index for the calling thread.
     *
     * @throws dev.mangrove.index.session.MangroveException {@code NOT_FOUND} if there is none of
     *     the name
     */
    public OrderedIndex openOrdered(String name, ViewOptions options) {
        Session session = session();
        IndexDescriptor descriptor = describe(session, name);
        OrderedIndex index = OrderedIndexes.open(session, descriptor, options);
        keepers.keep(descriptor);
        return index;
    }

    private static IndexDescriptor describe(Session session, String name) {
        try {
            return session.catalogue().open(name);
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** Drops an index that there is no memory for, so that its name can be used again. */
    private void dropIfWithoutMemory(String name, MangroveException reason) {
        if (reason.status() == Status.OUT_OF_MEMORY) {
            try {
                drop(name);
            } catch (FabricException | MangroveException e) {
                reason.addSuppressed(e);
            }
        }
    }

    /**
     * Creates an empty spatial index and opens a view of it for the calling thread.
     *
     * @throws dev.mangrove.index.session.MangroveException {@code EXISTS} if the name is taken
     */
    public SpatialIndex createSpatial(String name, SpatialOptions options) {
        try (Session session = session()) {
            SpatialIndexes.create(session, name, options);
        }
        try {
            return openSpatial(name, SpatialViewOptions.DEFAULT);
        } catch (MangroveException e) {
            dropIfWithoutMemory(name, e);
            throw e;
        }
    }

    /**
     * Opens a view of a spatial index for the calling thread.
     *
     * @throws dev.mangrove.index.session.MangroveException {@code NOT_FOUND} if there is none of
     *     the name
     */
    public SpatialIndex openSpatial(String name, SpatialViewOptions options) {
        return SpatialIndexes.open(session(), name, options);
    }

    /** Drops an index of any kind; its memory is freed. */
    public void drop(String name) {
        try (Session session = session()) {
            session.catalogue().drop(name);
        }
    }

    /** How the servers are doing, from their last heartbeats. */
    public List<ServerLoad> servers() {
        return pool.loads();
    }

    /** The members of the pool, the dead among them. */
    public List<Member> members() {
        return pool.members();
    }

    /**
     * By which of its URIs a server is reached, which is the best that leads to it from here:
     * shared memory on the same host, then RDMA, then TCP. Null if it is not reached at all.
     */
    public @Nullable URI reachedAt(int server) {
        return pool.reachedAt(server);
    }

    /** What one server holds and does. */
    public ServerStatus status(int server) {
        try (Session session = session()) {
            return session.status(server);
        }
    }

    /** The indexes of the pool, by name. */
    public List<IndexDescriptor> indexes() {
        try (Session session = session()) {
            return session.catalogue().list();
        }
    }

    /** Ends all sessions; what this client held is freed. From any thread. */
    @Override
    public void close() {
        keepers.close();
        pool.close();
        if (embedded != null) {
            embedded.close();
        }
    }
}
