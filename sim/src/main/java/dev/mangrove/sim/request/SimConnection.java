package dev.mangrove.sim.request;

import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Verb;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.hardware.Network;
import dev.mangrove.sim.hardware.Nic;
import dev.mangrove.sim.hardware.Profile;
import dev.mangrove.sim.hardware.QueuePairCache;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/**
 * A server's end of a connection. A message occupies the window of 256 KiB of its direction from
 * when it is sent until it is delivered to the handler. A client's message that finds no room waits
 * at the server's card, and so do all later requests of its channel.
 */
final class SimConnection implements Connection {
    /** The contract's bound on unconsumed messages. */
    private static final int WINDOW = 256 << 10;

    private static final int ITEM_OVERHEAD = 16;

    private final SimTarget target;
    private final SimChannel channel;
    private final SimInbox inbox;
    private final long id;
    private final @Nullable TcpService service;
    private final ArrayDeque<SimRequest> stalled = new ArrayDeque<>(0);
    private final long sendCost;
    private final long sendByteCost;
    private final double polledBytes;
    private int toServer;
    private int toClient;
    private long lastToClient;
    private long lastDelivery;
    private final QueuePairCache.Entry state = new QueuePairCache.Entry();
    private boolean isStalled;
    private int underWay;
    private boolean tellsClient;
    private boolean open = true;
    private boolean unmapped;
    private @Nullable Object attachment;

    SimConnection(
            SimTarget target,
            SimChannel channel,
            SimInbox inbox,
            long id,
            @Nullable TcpService service) {
        this.target = target;
        this.channel = channel;
        this.inbox = inbox;
        this.id = id;
        this.service = service;
        Profile profile = target.host().profile();
        sendCost =
                profile.picos("cpu.post_ns") + (service == null ? 0 : profile.picos("tcp.send_ns"));
        sendByteCost = service == null ? 0 : profile.picos("tcp.byte_ns");
        polledBytes = profile.value("cpu.polled_send_bytes");
        target.host().nic().admit(channel.serverPair());
        channel.client().nic().admit(channel.clientPair());
        inbox.add(item(Item.What.OPENED));
    }

    static int weight(int length) {
        return length + ITEM_OVERHEAD;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public String peer() {
        return channel.client().name() + "/c" + channel.number();
    }

    @Override
    public boolean trySend(MemorySegment memory, long offset, int length) {
        SimCluster cluster = target.host().cluster();
        if (!open || target.isClosed()) {
            throw new FabricException(
                    target.isClosed() ? Kind.CLOSED : Kind.PEER_LOST,
                    "connection is closed: " + peer());
        }
        if (length > cluster.capabilities().largestMessage()) {
            throw new FabricException(
                    Kind.TOO_LARGE,
                    "message of "
                            + length
                            + " bytes to "
                            + peer()
                            + ": at most "
                            + cluster.capabilities().largestMessage()
                            + " bytes");
        }
        if (toClient + weight(length) > WINDOW) {
            return false;
        }
        toClient += weight(length);
        cluster.caller().showStores();
        Item item = item(Item.What.MESSAGE);
        item.data(memory, offset, length);
        target.host().charge(sendCost + length * sendByteCost);
        depart(cluster, item, length);
        return true;
    }

    private void depart(SimCluster cluster, Item item, int length) {
        if (channel.capabilities().directAccess()) {
            cluster.trace().message(channel.number(), false, length);
            underWay++;
            long arrives = inOrder(cluster.caller().time() + channel.localDelay());
            cluster.kernel().schedule(arrives, item, Item.DELIVER);
            return;
        }
        Nic nic = target.host().nic();
        long leaves = nic.request(cluster.caller().time(), Verb.SEND, length, channel.serverPair());
        long arrives =
                cluster.network()
                        .arrival(
                                target.host().index(),
                                channel.client().index(),
                                leaves,
                                lastToClient);
        cluster.trace().message(channel.number(), false, length);
        if (channel.isBreaking()) {
            item.recycle();
            return;
        }
        if (arrives == Network.LOST) {
            channel.breakAt(leaves + cluster.network().patience());
            item.recycle();
            return;
        }
        lastToClient = arrives;
        underWay++;
        cluster.kernel().schedule(arrives, item, 0);
        if (polledBytes > 0 && length >= polledBytes) {
            target.host().charge(leaves - cluster.caller().time());
        }
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    /** A client in place can change memory until it closes its channel or dies. */
    @Override
    public boolean isGone() {
        boolean mapped =
                channel.capabilities().directAccess() && !unmapped && channel.client().isAlive();
        return !open && !mapped;
    }

    /** The client has closed its channel, and uses no memory in place through it any more. */
    void unmap() {
        unmapped = true;
    }

    @Override
    public void close() {
        if (open) {
            breakUp("closed by the server");
            tellsClient = true;
            channel.after(channel.client().cluster().network().latency(), this::tellClient);
        }
    }

    /** Tells the client that the server has closed, after all earlier messages. */
    private void tellClient() {
        if (tellsClient && underWay == 0) {
            channel.lost("closed by the server");
        }
    }

    /** A message has arrived at the client. */
    void landed() {
        underWay--;
        if (tellsClient && underWay == 0) {
            channel.after(1, this::tellClient);
        }
    }

    @Override
    public @Nullable Object attachment() {
        return attachment;
    }

    @Override
    public void attach(@Nullable Object kept) {
        attachment = kept;
    }

    /** The client has gone. */
    void lost(String reason) {
        if (open && target.host().isAlive()) {
            breakUp(reason);
        }
    }

    /** Ends the connection; the inbox reports it. */
    void breakUp(String reason) {
        if (!open) {
            return;
        }
        open = false;
        stalled.forEach(SimRequest::recycle);
        stalled.clear();
        isStalled = false;
        target.host().nic().forget(channel.serverPair());
        channel.client().nic().forget(channel.clientPair());
        target.forget(this);
        Item item = item(Item.What.CLOSED);
        item.reason = reason;
        inbox.add(item);
    }

    /** Whether a request may take effect now; if not, it waits here. */
    boolean admits(SimRequest request) {
        boolean needsRoom = request.verb == Verb.SEND || request.verb == Verb.WRITE_IMMEDIATE;
        int weight = request.verb == Verb.SEND ? weight(request.length) : ITEM_OVERHEAD;
        if (!isStalled && (!needsRoom || toServer + weight <= WINDOW)) {
            return true;
        }
        stalled.add(request);
        isStalled = true;
        return false;
    }

    boolean isStalled() {
        return isStalled;
    }

    /** Puts a client's message into the inbox. */
    void deliver(MemorySegment data, long offset, int length) {
        toServer += weight(length);
        Item item = item(Item.What.MESSAGE);
        item.data(data, offset, length);
        target.host().cluster().trace().message(channel.number(), true, length);
        inbox.add(item);
    }

    /** Puts the 32 bits of a WRITE into the inbox. */
    void immediate(int value) {
        toServer += ITEM_OVERHEAD;
        Item item = item(Item.What.IMMEDIATE);
        item.immediate = value;
        inbox.add(item);
    }

    /** The inbox has delivered an item; requests that wait for room continue. */
    void serverConsumed(int weight) {
        toServer -= weight;
        if (!isStalled) {
            return;
        }
        ArrayDeque<SimRequest> waiting = new ArrayDeque<>(stalled);
        stalled.clear();
        isStalled = false;
        for (SimRequest request : waiting) {
            if (open) {
                request.effect();
            } else {
                request.recycle();
            }
        }
    }

    void clientConsumed(int weight) {
        toClient -= weight;
    }

    /** A time not before that of the message before. */
    long inOrder(long time) {
        lastDelivery = Math.max(lastDelivery, time);
        return lastDelivery;
    }

    /** Its state in the cache of the server's processor. */
    QueuePairCache.Entry state() {
        return state;
    }

    /** A region of the server, or null. */
    @Nullable SimRegion region(int id) {
        return target.region(id);
    }

    SimChannel channel() {
        return channel;
    }

    @Nullable TcpService service() {
        return service;
    }

    private Item item(Item.What what) {
        Item item = target.newItem();
        item.fill(this, what);
        return item;
    }
}
