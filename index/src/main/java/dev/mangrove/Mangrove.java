package dev.mangrove;

import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.btree.Shipments;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.bytes.Codec;
import dev.mangrove.index.bytes.client.BytesIndexes;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.handle.BytesHandle;
import dev.mangrove.index.handle.OrderedHandle;
import dev.mangrove.index.handle.SpatialHandle;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.SecondaryIndex;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.rtree.SpatialIndexes;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Failures;
import dev.mangrove.index.session.Pool;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialViewOptions;
import dev.mangrove.index.wire.ShipmentRequest;
import dev.mangrove.spi.EmbeddedServers;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A client of a pool of memory servers: the entry point of the library.
 *
 * <pre>{@code
 * try (Mangrove mangrove = Mangrove.connect("shm:main");
 *         OrderedIndex prices = mangrove.ordered("prices")) {
 *     prices.put(4711, 99);
 * }
 * }</pre>
 *
 * May be used from any thread. What {@link #ordered}, {@link #spatial}, {@link #bytes} and {@link
 * #map} return may be, too; what the other methods open is a view for one thread at a time. After
 * {@link #close}, every use throws an {@link IllegalStateException}.
 *
 * <p>Failures outside the caller's code are thrown as a {@link MangroveException}.
 */
public final class Mangrove implements AutoCloseable {
    /**
     * Bytes that an embedded server grants at most, where no other limit is given. Chosen: pages
     * for some 30 million entries of an ordered index.
     */
    public static final long EMBEDDED_MEMORY = 1L << 30;

    /** How full pages of a copied index are. Chosen: with room for some more entries. */
    private static final double COPY_FILL = 0.8;

    /**
     * Chosen: an index that is dropped and created again this often meanwhile is in use by a test.
     */
    private static final int MOST_TRIES = 16;

    static {
        ClientAccess.openBy(mangrove -> new ClientAccess(mangrove.pool, mangrove.failures));
    }

    private final Pool pool;
    private final Failures failures;
    private final EmbeddedServers.@Nullable Running embedded;
    private final Keepers keepers;

    private Mangrove(Pool pool, EmbeddedServers.@Nullable Running embedded) {
        this.pool = pool;
        this.failures = Failures.ofClient(pool::isClosed);
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

    /**
     * Connects to the pool of the server at a URI.
     *
     * @throws ServerLostException if there is no server
     * @throws AccessRefusedException if the server does not let this client in
     */
    public static Mangrove connect(URI uri, ConnectOptions options) {
        return connect(uri, options, Host.system());
    }

    /** Connects to the pool of the server at a URI, from a host that may be a simulated one. */
    public static Mangrove connect(URI uri, ConnectOptions options, Host host) {
        ConnectOptions complete = withSecret(options, System.getenv());
        return connecting(() -> new Mangrove(Pool.connect(uri, complete, host), null));
    }

    /** A secret that is not given is the environment's. */
    static ConnectOptions withSecret(ConnectOptions options, Map<String, String> environment) {
        String text = environment.get(Secret.VARIABLE);
        return options.secret() != null || text == null || text.isBlank()
                ? options
                : options.withSecret(Secret.of(text));
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
        return connecting(() -> embed(servers, memoryLimit));
    }

    private static Mangrove embed(EmbeddedServers servers, long memoryLimit) {
        Host host = Host.system();
        EmbeddedServers.Running server = servers.start(host, memoryLimit);
        try {
            return new Mangrove(Pool.connect(server.uri(), ConnectOptions.DEFAULT, host), server);
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static Mangrove connecting(Supplier<Mangrove> connection) {
        try {
            return connection.get();
        } catch (RuntimeException e) {
            throw Failures.ofClient(() -> false).translate(e);
        }
    }

    /** Creates an empty ordered index with the usual options and opens a view of it. */
    public OrderedIndex createOrdered(String name) {
        return createOrdered(name, OrderedOptions.DEFAULT);
    }

    /**
     * Creates an empty ordered index and opens a view of it for the calling thread.
     *
     * @throws IndexExistsException if the name is taken
     * @throws MemoryExhaustedException if there is no memory for it; the name is then free
     */
    public OrderedIndex createOrdered(String name, OrderedOptions options) {
        run(session -> OrderedIndexes.create(session, name, options));
        try {
            return openOrdered(name);
        } catch (MemoryExhaustedException e) {
            throw dropped(name, e);
        }
    }

    /** Opens a view of an ordered index for the calling thread, with the usual options. */
    public OrderedIndex openOrdered(String name) {
        return openOrdered(name, ViewOptions.DEFAULT);
    }

    /**
     * Opens a view of an ordered index for the calling thread.
     *
     * @throws IndexNotFoundException if there is none of the name
     * @throws IllegalArgumentException if the index of the name is of another kind
     */
    public OrderedIndex openOrdered(String name, ViewOptions options) {
        return guarded(
                () -> {
                    Session session = pool.session();
                    IndexDescriptor descriptor = describe(session, name);
                    OrderedIndex index = OrderedIndexes.open(session, descriptor, options);
                    return kept(index, descriptor);
                });
    }

    /** Opens a view of an ordered index, which is created with the usual options if need be. */
    public OrderedIndex openOrCreateOrdered(String name) {
        return openOrCreateOrdered(name, OrderedOptions.DEFAULT);
    }

    /**
     * Opens a view of an ordered index for the calling thread, and creates the index first if there
     * is none of the name. Any number of clients may do so at once: one of them creates it.
     *
     * @param options what it is created with; an index that is there keeps its own
     */
    public OrderedIndex openOrCreateOrdered(String name, OrderedOptions options) {
        return openOrCreate(() -> openOrdered(name), () -> createOrdered(name, options));
    }

    /** A handle of an ordered index, which is created with the usual options if need be. */
    public OrderedIndex ordered(String name) {
        return ordered(name, OrderedOptions.DEFAULT);
    }

    /**
     * A handle of an ordered index for all threads of this process, virtual ones included; the
     * index is created if there is none of the name. The handle opens views as threads need them,
     * and keeps them. A thread that wants the last nanosecond opens a view of its own instead.
     *
     * @param options what it is created with; an index that is there keeps its own
     */
    public OrderedIndex ordered(String name, OrderedOptions options) {
        openOrCreateOrdered(name, options).close();
        IndexDescriptor index = call(session -> session.catalogue().open(name));
        Supplier<OrderedIndex> opener =
                () ->
                        guarded(
                                () ->
                                        OrderedIndexes.open(
                                                pool.session(), index, ViewOptions.DEFAULT));
        return new OrderedHandle(pool.host(), kept(opener.get(), index), opener);
    }

    /** Creates an empty spatial index with the usual options and opens a view of it. */
    public SpatialIndex createSpatial(String name) {
        return createSpatial(name, SpatialOptions.DEFAULT);
    }

    /**
     * Creates an empty spatial index and opens a view of it for the calling thread.
     *
     * @throws IndexExistsException if the name is taken
     * @throws MemoryExhaustedException if there is no memory for it; the name is then free
     */
    public SpatialIndex createSpatial(String name, SpatialOptions options) {
        run(session -> SpatialIndexes.create(session, name, options));
        try {
            return openSpatial(name);
        } catch (MemoryExhaustedException e) {
            throw dropped(name, e);
        }
    }

    /** Opens a view of a spatial index for the calling thread, with the usual options. */
    public SpatialIndex openSpatial(String name) {
        return openSpatial(name, SpatialViewOptions.DEFAULT);
    }

    /**
     * Opens a view of a spatial index for the calling thread.
     *
     * @throws IndexNotFoundException if there is none of the name
     * @throws IllegalArgumentException if the index of the name is of another kind
     */
    public SpatialIndex openSpatial(String name, SpatialViewOptions options) {
        return guarded(() -> SpatialIndexes.open(pool.session(), name, options));
    }

    /** Opens a view of a spatial index, which is created with the usual options if need be. */
    public SpatialIndex openOrCreateSpatial(String name) {
        return openOrCreateSpatial(name, SpatialOptions.DEFAULT);
    }

    /**
     * Opens a view of a spatial index for the calling thread, and creates the index first if there
     * is none of the name. Any number of clients may do so at once: one of them creates it.
     *
     * @param options what it is created with; an index that is there keeps its own
     */
    public SpatialIndex openOrCreateSpatial(String name, SpatialOptions options) {
        return openOrCreate(() -> openSpatial(name), () -> createSpatial(name, options));
    }

    /** A handle of a spatial index, which is created with the usual options if need be. */
    public SpatialIndex spatial(String name) {
        return spatial(name, SpatialOptions.DEFAULT);
    }

    /**
     * A handle of a spatial index for all threads of this process, virtual ones included; the index
     * is created if there is none of the name. See {@link #ordered(String, OrderedOptions)}.
     *
     * @param options what it is created with; an index that is there keeps its own
     */
    public SpatialIndex spatial(String name, SpatialOptions options) {
        openOrCreateSpatial(name, options).close();
        IndexDescriptor index = call(session -> session.catalogue().open(name));
        Supplier<SpatialIndex> opener =
                () ->
                        guarded(
                                () ->
                                        SpatialIndexes.open(
                                                pool.session(), index, SpatialViewOptions.DEFAULT));
        return new SpatialHandle(pool.host(), opener.get(), opener);
    }

    /** Creates an empty index of byte strings with the usual options and opens a view of it. */
    public BytesIndex createBytes(String name) {
        return createBytes(name, BytesOptions.DEFAULT);
    }

    /**
     * Creates an empty index of byte strings and opens a view of it for the calling thread.
     *
     * @throws IndexExistsException if the name is taken
     * @throws MemoryExhaustedException if there is no memory for it; the name is then free
     */
    public BytesIndex createBytes(String name, BytesOptions options) {
        run(session -> BytesIndexes.create(session, name, options));
        try {
            return openBytes(name);
        } catch (MemoryExhaustedException e) {
            throw dropped(name, e);
        }
    }

    /**
     * Opens a view of an index of byte strings for the calling thread.
     *
     * @throws IndexNotFoundException if there is none of the name
     * @throws IllegalArgumentException if the index of the name is of another kind
     */
    public BytesIndex openBytes(String name) {
        return guarded(
                () -> {
                    Session session = pool.session();
                    IndexDescriptor descriptor = describe(session, name);
                    return kept(BytesIndexes.open(session, descriptor), descriptor);
                });
    }

    /** Opens a view of an index of byte strings, created with the usual options if need be. */
    public BytesIndex openOrCreateBytes(String name) {
        return openOrCreateBytes(name, BytesOptions.DEFAULT);
    }

    /**
     * Opens a view of an index of byte strings for the calling thread, and creates the index first
     * if there is none of the name. Any number of clients may do so at once: one of them creates
     * it.
     *
     * @param options what it is created with; an index that is there keeps its own
     */
    public BytesIndex openOrCreateBytes(String name, BytesOptions options) {
        return openOrCreate(() -> openBytes(name), () -> createBytes(name, options));
    }

    /** A handle of an index of byte strings, created with the usual options if need be. */
    public BytesIndex bytes(String name) {
        return bytes(name, BytesOptions.DEFAULT);
    }

    /**
     * A handle of an index of byte strings for all threads of this process, virtual ones included;
     * the index is created if there is none of the name. See {@link #ordered(String,
     * OrderedOptions)}.
     *
     * @param options what it is created with; an index that is there keeps its own
     */
    public BytesIndex bytes(String name, BytesOptions options) {
        openOrCreateBytes(name, options).close();
        IndexDescriptor index = call(session -> session.catalogue().open(name));
        Supplier<BytesIndex> opener = () -> guarded(() -> BytesIndexes.open(pool.session(), index));
        return new BytesHandle(pool.host(), kept(opener.get(), index), opener);
    }

    /**
     * An index of byte strings as a sorted map for all threads, which is created if there is none
     * of the name. See {@link BytesIndex#asMap}. The map ends with this client.
     *
     * <pre>{@code
     * ConcurrentNavigableMap<String, String> users =
     *         mangrove.map("users", Codecs.UTF8, Codecs.UTF8);
     * }</pre>
     *
     * @param keys translates keys; the map is in its order
     * @param values translates values
     */
    public <K, V> ConcurrentNavigableMap<K, V> map(String name, Codec<K> keys, Codec<V> values) {
        return bytes(name).asMap(keys, values);
    }

    /**
     * Copies the entries of an ordered index whose keys are from one to another, both included,
     * into an empty ordered index. A server of the target reads and loads them: none passes through
     * this process. The target has no entry until all of them are written, see {@link
     * OrderedIndex#bulkLoad}; entries that change meanwhile are copied as the server finds them.
     *
     * @return number of entries
     * @throws IndexNotFoundException if there is no index of a name
     * @throws IllegalStateException if the target is not empty
     * @throws ServerLostException if a server of either index is lost; the target may be filled all
     *     the same
     * @throws LimitReachedException if the server fills too many indexes at the moment, or this one
     */
    public long copyOrdered(String source, String target, long from, long to) {
        return ship(new ShipmentRequest(source, target, from, to, false, COPY_FILL));
    }

    /**
     * Fills an empty ordered index as a {@link SecondaryIndex} of another one: with a reference
     * from each value to its key, which must have 32 bits. A server of the target reads the entries
     * and loads the references, in bounded memory, see {@link SecondaryIndex#load}; none passes
     * through this process.
     *
     * @return number of references
     * @throws IndexNotFoundException if there is no index of a name
     * @throws IllegalArgumentException if a key or value has more than 32 bits
     * @throws IllegalStateException if the target is not empty
     * @throws ServerLostException if a server of either index is lost; the target may be filled all
     *     the same
     * @throws LimitReachedException if the server fills too many indexes at the moment
     */
    public long buildSecondary(String primary, String target) {
        return ship(
                new ShipmentRequest(
                        primary,
                        target,
                        Long.MIN_VALUE,
                        Long.MAX_VALUE,
                        true,
                        SecondaryIndex.FILL));
    }

    private long ship(ShipmentRequest request) {
        return call(session -> Shipments.run(session, request));
    }

    /**
     * Drops an index of any kind; its memory is freed.
     *
     * @throws IndexNotFoundException if there is none of the name
     */
    public void drop(String name) {
        run(session -> session.catalogue().drop(name));
    }

    /**
     * By which of its URIs a server is reached, which is the best that leads to it from here:
     * shared memory on the same host, then RDMA, then TCP. Null if it is not reached at all.
     */
    public @Nullable URI reachedAt(int server) {
        try {
            return pool.reachedAt(server);
        } catch (RuntimeException e) {
            throw failures.translate(e);
        }
    }

    /** The names of the pool's indexes of any kind, in order. */
    public List<String> indexNames() {
        return call(
                session -> session.catalogue().list().stream().map(IndexDescriptor::name).toList());
    }

    /** Ends all sessions; what this client held is freed. From any thread. */
    @Override
    public void close() {
        try {
            keepers.close();
            pool.close();
        } finally {
            if (embedded != null) {
                embedded.close();
            }
        }
    }

    /** Another client may create the index after the first look, or drop it after the second. */
    private static <T> T openOrCreate(Supplier<T> open, Supplier<T> create) {
        // Ends: at the last of MOST_TRIES.
        for (int tries = 1; ; tries++) {
            try {
                return open.get();
            } catch (IndexNotFoundException missing) {
                try {
                    return create.get();
                } catch (IndexExistsException | IndexNotFoundException e) {
                    if (tries == MOST_TRIES) {
                        e.addSuppressed(missing);
                        throw e;
                    }
                }
            }
        }
    }

    private OrderedIndex kept(OrderedIndex index, IndexDescriptor descriptor) {
        try {
            keepers.keep(descriptor);
            return index;
        } catch (RuntimeException e) {
            index.close();
            throw e;
        }
    }

    private BytesIndex kept(BytesIndex index, IndexDescriptor descriptor) {
        try {
            keepers.keep(descriptor);
            return index;
        } catch (RuntimeException e) {
            index.close();
            throw e;
        }
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
    private MemoryExhaustedException dropped(String name, MemoryExhaustedException reason) {
        try {
            drop(name);
        } catch (MangroveException e) {
            reason.addSuppressed(e);
        }
        return reason;
    }

    private void run(Consumer<Session> work) {
        try (Session session = pool.session()) {
            work.accept(session);
        } catch (RuntimeException e) {
            throw failures.translate(e);
        }
    }

    private <T> T call(Function<Session, T> work) {
        try (Session session = pool.session()) {
            return work.apply(session);
        } catch (RuntimeException e) {
            throw failures.translate(e);
        }
    }

    private <T> T guarded(Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            throw failures.translate(e);
        }
    }
}
