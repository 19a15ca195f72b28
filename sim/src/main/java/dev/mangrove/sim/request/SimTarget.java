package dev.mangrove.sim.request;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.sim.HostFabric;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** A simulated server's half of the fabric. */
public final class SimTarget implements Target {
    /** Threads that serve TCP. Chosen: one per core, up to this number. */
    private static final int MOST_SERVICES = 8;

    private final SimHost host;
    private final URI uri;
    private final @Nullable Secret secret;
    private final SimInbox[] inboxes;
    private final List<TcpService> services = new ArrayList<>();
    private final List<SimConnection> connections = new ArrayList<>();
    private final List<SimRegion> allocated = new ArrayList<>();
    private final FreeList<Item> items;
    private final Consumer<SimTarget> onEnd;
    private final SplittableRandom keys;
    private @Nullable SimRegion[] regions = new SimRegion[8];
    private long accepted;
    private long inPlace;
    private boolean closed;

    /**
     * A target of a host.
     *
     * @param onEnd is told when it ends
     */
    SimTarget(SimHost host, URI uri, TargetOptions options, Consumer<SimTarget> onEnd) {
        this.host = host;
        this.uri = uri;
        this.onEnd = onEnd;
        secret = options.secret();
        SimCluster cluster = host.cluster();
        items = new FreeList<>(home -> new Item(cluster.buffers(), home));
        keys = cluster.newRandom();
        inboxes = new SimInbox[options.inboxes()];
        for (int i = 0; i < inboxes.length; i++) {
            inboxes[i] = new SimInbox(host, uri);
        }
        if (cluster.profile().isOn("tcp.kernel")) {
            int number = Math.min(MOST_SERVICES, host.cpu().cores());
            for (int i = 0; i < number; i++) {
                services.add(new TcpService(host, i));
            }
        }
    }

    @Override
    public URI uri() {
        return uri;
    }

    @Override
    public Region allocate(int id, long size, Placement placement) {
        checkOpen();
        if (region(id) != null) {
            throw new IllegalArgumentException("region id is taken: id=" + id);
        }
        if (placement == Placement.DEVICE) {
            host.takeDeviceMemory(size);
        }
        SimRegion region = new SimRegion(host, id, keys.nextLong(), size, placement);
        allocated.add(region);
        expose(region);
        return region;
    }

    @Override
    public void register(Region region) {
        checkOpen();
        if (!(region instanceof SimRegion simulated) || simulated.host() != host) {
            throw new FabricException(
                    Kind.UNSUPPORTED, "not memory of " + host.name() + ": " + region.handle());
        }
        expose(simulated);
    }

    @Override
    public void release(Region region) {
        int id = region.handle().id();
        if (region(id) != region) {
            throw new IllegalArgumentException("not a region of this target: " + region.handle());
        }
        regions[id] = null;
        if (region instanceof SimRegion simulated && allocated.remove(simulated)) {
            free(simulated);
        }
    }

    @Override
    public Inbox inbox(int index) {
        return inboxes[index];
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        end();
        for (SimConnection connection : List.copyOf(connections)) {
            connection.close();
        }
        endAll();
    }

    /** Ends at once; clients learn of it after {@code noticeAfter}. */
    void crash(long noticeAfter) {
        end();
        for (SimConnection connection : List.copyOf(connections)) {
            SimChannel channel = connection.channel();
            channel.after(noticeAfter, () -> channel.lost("server crashed"));
        }
        onEnd.accept(this);
    }

    private void end() {
        closed = true;
        for (SimInbox inbox : inboxes) {
            inbox.end();
        }
    }

    private void endAll() {
        Arrays.fill(regions, null);
        List.copyOf(allocated).forEach(this::free);
        allocated.clear();
        onEnd.accept(this);
        for (SimInbox inbox : inboxes) {
            inbox.news();
        }
        services.forEach(TcpService::close);
    }

    private void free(SimRegion region) {
        if (region.handle().placement() == Placement.DEVICE) {
            host.takeDeviceMemory(-region.handle().size());
        }
        region.free();
    }

    /** The target that listens at an address, or null. */
    static @Nullable SimTarget at(SimCluster cluster, URI address) {
        if (!HostFabric.SCHEME.equals(address.getScheme()) || address.getHost() == null) {
            throw new IllegalArgumentException("not an address of this fabric: " + address);
        }
        SimHost at = cluster.host(address.getHost());
        return at != null && at.target(address.getPort()) instanceof SimTarget target
                ? target
                : null;
    }

    /** Checks a client's secret. */
    void admit(@Nullable Secret shown, URI as) {
        if (secret != null && (shown == null || !secret.equals(shown))) {
            throw new FabricException(Kind.REFUSED, as + " refused the connection: wrong secret");
        }
    }

    SimConnection accept(SimChannel channel) {
        long id = ++accepted;
        SimInbox inbox = inboxes[(int) (turn(channel) % inboxes.length)];
        TcpService service = services.isEmpty() ? null : services.get((int) (id % services.size()));
        SimConnection connection = new SimConnection(this, channel, inbox, id, service);
        connections.add(connection);
        return connection;
    }

    /**
     * Assigns inboxes round robin. Clients that use memory in place seldom send messages and are
     * assigned separately, so that the others are spread evenly.
     */
    private long turn(SimChannel channel) {
        if (channel.capabilities().directAccess()) {
            return ++inPlace;
        }
        return accepted - inPlace;
    }

    void forget(SimConnection connection) {
        connections.remove(connection);
    }

    @Nullable SimRegion region(int id) {
        return id < regions.length ? regions[id] : null;
    }

    SimHost host() {
        return host;
    }

    /** An arrival to fill in. */
    Item newItem() {
        return items.take();
    }

    boolean isClosed() {
        return closed;
    }

    private void expose(SimRegion region) {
        int id = region.handle().id();
        if (id >= regions.length) {
            regions = Arrays.copyOf(regions, id + 1);
        }
        regions[id] = region;
    }

    private void checkOpen() {
        if (closed) {
            throw new FabricException(Kind.CLOSED, "target is closed: " + uri);
        }
    }
}
