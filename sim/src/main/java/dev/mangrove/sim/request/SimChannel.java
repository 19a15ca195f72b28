package dev.mangrove.sim.request;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Capabilities;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Verb;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.QueuePairCache;
import dev.mangrove.sim.kernel.Event;

import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.Arrays;
import java.util.function.Function;

/** A client's end of a connection, and the order of requests on it. */
final class SimChannel extends Channel {
    /**
     * WRITEs of a channel that may be late at a time. Chosen: few to compare with; a further one
     * takes effect after them.
     */
    private static final int LATE = 8;

    private final SimEndpoint owner;
    private final SimCluster cluster;
    private final SimHost client;
    private final SimHost server;
    private final SimConnection connection;
    private final int number;
    private final QueuePairCache.Entry clientPair = new QueuePairCache.Entry();
    private final QueuePairCache.Entry serverPair = new QueuePairCache.Entry();
    private final boolean keepsOrder;
    private final long returnDelay;
    private final long localDelay;
    private long[] keys = new long[8];
    private int lastRegion;
    private long lastKey;
    private long lastArrival;
    private long lastEffect;
    private long lastReturn;
    private boolean breaking;
    private int underWay;

    // WRITEs that stay behind later ones: where they write and when.
    private final long[] lateFrom = new long[LATE];
    private final long[] lateTo = new long[LATE];
    private final long[] lateAt = new long[LATE];
    private int lates;
    private long lastLate;

    /**
     * A channel from an endpoint to a server.
     *
     * @param accept makes the server's end of the connection
     */
    SimChannel(
            SimEndpoint owner,
            URI peer,
            SimHost server,
            Function<SimChannel, SimConnection> accept) {
        super(owner, peer, promises(owner.simHost(), server));
        this.owner = owner;
        client = owner.simHost();
        cluster = client.cluster();
        this.server = server;
        number = cluster.newChannelNumber();
        keepsOrder = cluster.capabilities().orderedWrites();
        returnDelay =
                client.profile().picos("nic.fixed_ns") + client.profile().picos("dma.write_ns");
        localDelay = client.profile().picos("host.message_ns");
        connection = accept.apply(this);
    }

    private static Capabilities promises(SimHost client, SimHost server) {
        Capabilities ofAll = client.cluster().capabilities();
        boolean direct = client.isBeside(server) && client.profile().isOn("host.direct");
        return direct ? ofAll.withDirectAccess() : ofAll;
    }

    @Override
    public Batch batch(int capacity) {
        return new SimBatch(this, capacity);
    }

    @Override
    public MemorySegment direct(RegionHandle region) {
        if (!capabilities().directAccess()) {
            throw new FabricException(Kind.UNSUPPORTED, "no direct access to " + peer());
        }
        checkOpen();
        SimRegion found = connection.region(region.id());
        if (found == null || found.handle().key() != region.key()) {
            throw new FabricException(Kind.BAD_KEY, peer() + " has no region " + region);
        }
        return found.memory();
    }

    @Override
    public void close() {
        if (isOpen()) {
            fail(new FabricException(Kind.CLOSED, "channel to " + peer() + " is closed"));
        }
        owner.drop(this);
        connection.unmap();
        after(cluster.network().latency(), () -> connection.lost("closed by the client"));
        news();
    }

    @Override
    protected void doAttach(RegionHandle region) {
        if (region.id() >= keys.length) {
            keys = Arrays.copyOf(keys, region.id() + 1);
        }
        keys[region.id()] = region.key();
        lastRegion = 0;
    }

    long key(long address) {
        int region = Address.region(address);
        if (region != lastRegion) {
            lastRegion = region;
            lastKey = region < keys.length ? keys[region] : 0;
        }
        return lastKey;
    }

    /** The peer is gone. */
    void lost(String why) {
        if (isOpen()) {
            fail(new FabricException(Kind.PEER_LOST, peer() + " is lost: " + why));
        }
        news();
    }

    /** The server refused a request. */
    void refused(Kind kind, SimRequest request) {
        fail(kind, request.verb, request.address, request.length, "refused by the server");
    }

    /** Breaks the connection: both ends learn of it at the given time. */
    void breakAt(long time) {
        breaking = true;
        after(
                time - cluster.kernel().now(),
                () -> {
                    cluster.trace().fault("break", number, 0);
                    connection.lost("connection broke");
                    lost("connection broke");
                });
    }

    /** Whether a packet was lost for good, so that none behind it passes either. */
    boolean isBreaking() {
        return breaking;
    }

    /** Schedules a rare action. */
    void after(long picos, Runnable action) {
        cluster.kernel().schedule(cluster.kernel().now() + picos, new Later(action), 0);
    }

    /** Wakes the client if its condition holds. */
    void news() {
        owner.point().news();
    }

    /**
     * When a request takes effect that is ready at a time: after those before it, unless a WRITE
     * may overtake.
     */
    long effectTime(long ready, SimRequest request) {
        long at = Math.max(ready, lastEffect);
        if (keepsOrder) {
            return at;
        }
        boolean isWrite = request.verb == Verb.WRITE || request.verb == Verb.WRITE_IMMEDIATE;
        if (!isWrite || request.verb == Verb.WRITE_IMMEDIATE) {
            return Math.max(at, lastLate);
        }
        for (int i = 0; i < lates; i++) {
            if (lateAt[i] > at
                    && request.address < lateTo[i]
                    && lateFrom[i] < request.address + request.length) {
                at = lateAt[i];
            }
        }
        long behind = cluster.injector().staysBehind();
        return behind == 0 ? at : stayBehind(at + behind, request);
    }

    private long stayBehind(long at, SimRequest request) {
        if (lastLate < cluster.kernel().now()) {
            lates = 0;
        }
        if (lates == LATE) {
            return Math.max(at, lastLate);
        }
        lateFrom[lates] = request.address;
        lateTo[lates] = request.address + request.length;
        lateAt[lates++] = at;
        lastLate = Math.max(lastLate, at);
        return at;
    }

    /**
     * Whether a message may go past the card now: both ends are on one host, and nothing is under
     * way that it must not overtake.
     */
    boolean isShortCut() {
        return capabilities().directAccess() && underWay == 0;
    }

    /** Time that a message takes between threads of one host. */
    long localDelay() {
        return localDelay;
    }

    /** A request has been launched. */
    void setOut() {
        underWay++;
    }

    /** A request has completed or was dropped. */
    void ended() {
        underWay--;
    }

    /** Whether requests take effect, and complete, in the order they were posted. */
    boolean keepsOrder() {
        return keepsOrder;
    }

    SimHost client() {
        return client;
    }

    SimHost server() {
        return server;
    }

    SimConnection connection() {
        return connection;
    }

    SimEndpoint owner() {
        return owner;
    }

    int number() {
        return number;
    }

    QueuePairCache.Entry clientPair() {
        return clientPair;
    }

    QueuePairCache.Entry serverPair() {
        return serverPair;
    }

    long returnDelay() {
        return returnDelay;
    }

    long lastArrival() {
        return lastArrival;
    }

    void lastArrival(long time) {
        lastArrival = time;
    }

    void lastEffect(long time) {
        // A delayed WRITE does not delay those after it.
        if (keepsOrder || time > lastLate) {
            lastEffect = Math.max(lastEffect, time);
        }
    }

    /** Whether a WRITE with this time of effect is held back. */
    boolean isHeldBack(long time) {
        return !keepsOrder && time <= lastLate;
    }

    long lastReturn() {
        return lastReturn;
    }

    void lastReturn(long time) {
        lastReturn = time;
    }

    /** An action as an event. */
    private static final class Later extends Event {
        private final Runnable action;

        Later(Runnable action) {
            this.action = action;
        }

        @Override
        protected void fire(int argument) {
            action.run();
        }
    }
}
