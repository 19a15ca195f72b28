package dev.mangrove.index.session;

import dev.mangrove.ConnectOptions;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.Role;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/** A client of all servers of a pool. Thread-safe. */
public final class Pool implements AutoCloseable {
    private final ConnectOptions options;
    private final Host host;
    private final Fabrics fabrics;
    private final long client;
    private final AtomicReferenceArray<@Nullable RemoteServer> servers =
            new AtomicReferenceArray<>(AddressSpace.SERVERS);
    private final List<Session> sessions = new CopyOnWriteArrayList<>();
    private final Set<Integer> numbers = ConcurrentHashMap.newKeySet();
    private final Map<Class<?>, Object> shared = new ConcurrentHashMap<>();
    private final Rediscovery rediscovery;
    private final Listener listener;
    private final AtomicLong losses = new AtomicLong();
    private volatile boolean closed;

    private Pool(ConnectOptions options, Host host) {
        this.options = options;
        this.host = host;
        this.fabrics = new Fabrics(host);
        this.client = host.random().nextLong() | 1;
        this.rediscovery = new Rediscovery(this);
        this.listener = new Listener(this, exchange(0));
    }

    /** Connects to the pool that the server at a URI belongs to. */
    public static Pool connect(URI uri, ConnectOptions options, Host host) {
        Pool pool = new Pool(options, host);
        try {
            int first = pool.discover(uri);
            pool.listener.adoptAll();
            pool.existing(first).checkThere();
            pool.listener.start();
            return pool;
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    /** Opens a session for one thread. */
    public Session session() {
        checkOpen();
        int number = sessionNumber();
        Session session = new Session(this, exchange(number), number);
        sessions.add(session);
        if (closed) {
            session.close();
            checkOpen();
        }
        return session;
    }

    /**
     * Draws a session number that no other session of this client has; a server refuses one that
     * another client uses there.
     */
    int sessionNumber() {
        int number;
        do {
            number = host().random().nextInt() | 1;
        } while (!numbers.add(number));
        return number;
    }

    void forgetNumber(int number) {
        numbers.remove(number);
    }

    /** The load of each server, ordered by number. */
    public List<ServerLoad> loads() {
        checkOpen();
        long now = host().nanoTime();
        return known().stream().map(server -> server.load(now)).toList();
    }

    /** The load of one server. */
    public ServerLoad load(int server) {
        checkOpen();
        return existing(server).load(host().nanoTime());
    }

    /** The last heartbeat of a server, from any thread. */
    public Supplier<ServerBeat> beats(int server) {
        return existing(server)::lastBeat;
    }

    /** The known members of the pool. */
    public List<Member> members() {
        checkOpen();
        return known().stream()
                .map(server -> server.isLost() ? server.member().dead() : server.member())
                .toList();
    }

    /** The numbers of the servers that are not lost, in ascending order. */
    public List<Integer> serversThere() {
        return members().stream().filter(Member::alive).map(Member::number).sorted().toList();
    }

    /**
     * An object that all threads of this client share, created on first use. It lives as long as
     * the client.
     */
    public <T> T shared(Class<T> kind, Supplier<T> maker) {
        return kind.cast(shared.computeIfAbsent(kind, key -> maker.get()));
    }

    /** The URI by which this client is connected to a server. */
    public @Nullable URI reachedAt(int server) {
        checkOpen();
        return existing(server).place();
    }

    /** Number that all connections of this client share. */
    public long client() {
        return client;
    }

    /** The host the client runs on. */
    public Host host() {
        return host;
    }

    /** Ends all sessions and connections; what this client held is freed. From any thread. */
    @Override
    public void close() {
        closed = true;
        sessions.forEach(Session::close);
        listener.close();
        rediscovery.close();
        fabrics.close();
    }

    private EndpointOptions endpointOptions() {
        return new EndpointOptions(options.waiting(), options.timeout(), options.secret());
    }

    ConnectOptions options() {
        return options;
    }

    void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the client is closed; connect again");
        }
    }

    /** Whether this client is closed. */
    public boolean isClosed() {
        return closed;
    }

    List<Session> sessions() {
        return sessions;
    }

    void forget(Session session) {
        sessions.remove(session);
    }

    /** Losses of servers so far. */
    long losses() {
        return losses.get();
    }

    /** Marks a server as lost, and makes all sessions check their dependencies. */
    void lose(RemoteServer server, FabricException reason) {
        server.lose(reason, losses.incrementAndGet());
        sessions.forEach(session -> session.failures().increment());
        rediscovery.begin();
    }

    /** A lost server that has answered since; null if there is none. */
    @Nullable RemoteServer rediscovered() {
        return rediscovery.poll();
    }

    @Nullable RemoteServer find(int server) {
        return server >= 0 && server < AddressSpace.SERVERS ? servers.get(server) : null;
    }

    RemoteServer existing(int server) {
        RemoteServer found = find(server);
        if (found == null) {
            throw new FabricException(
                    FabricException.Kind.BAD_KEY, "the pool has no server " + server);
        }
        return found;
    }

    List<RemoteServer> known() {
        List<RemoteServer> all = new ArrayList<>();
        for (int i = 0; i < servers.length(); i++) {
            RemoteServer server = servers.get(i);
            if (server != null) {
                all.add(server);
            }
        }
        return all;
    }

    /** Updates the known members from a server's list. */
    void learn(MemberList list) {
        for (Member member : list.members()) {
            RemoteServer server = servers.get(member.number());
            if (server == null) {
                RemoteServer created = new RemoteServer(member, host().nanoTime());
                servers.compareAndSet(member.number(), null, created);
            } else if (server.member().instance() == member.instance()) {
                server.member(member.alive() ? server.member().live() : server.member().dead());
            }
        }
    }

    /** Connections that belong to no client: nothing is freed when they end. */
    Exchange anonymous() {
        return new Exchange(fabrics, endpointOptions(), 0, 0);
    }

    private Exchange exchange(int session) {
        return new Exchange(fabrics, endpointOptions(), session, client);
    }

    /** Asks the server at the URI for the members, and stores that URI as one of the server's. */
    private int discover(URI uri) {
        try (Exchange exchange = anonymous()) {
            Link link = exchange.connect(uri, Role.SESSION, UnaskedHandler.NONE);
            MemberList list = link.members();
            learn(list);
            listener.epoch(list.epoch());
            RemoteServer first = existing(link.server());
            first.member(first.member().alsoAt(uri));
            return link.server();
        }
    }
}
