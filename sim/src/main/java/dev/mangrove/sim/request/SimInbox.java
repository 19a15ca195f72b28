package dev.mangrove.sim.request;

import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.WaitPoint;
import dev.mangrove.sim.hardware.Profile;
import dev.mangrove.sim.hardware.QueuePairCache;

import java.net.URI;

/** Where messages of a simulated target arrive. */
final class SimInbox extends WaitPoint implements Inbox {
    private final SimHost host;
    private final URI uri;
    private final ItemQueue items = new ItemQueue();
    private final long pollCost;
    private final long receiveCost;
    private final long connectionCost;
    private final QueuePairCache connections;
    private boolean wakeUp;
    private boolean ended;

    SimInbox(SimHost host, URI uri) {
        this.host = host;
        this.uri = uri;
        Profile profile = host.profile();
        pollCost = profile.picos("cpu.poll_ns");
        receiveCost = profile.picos("cpu.receive_ns");
        connectionCost = profile.picos("cpu.connection_ns");
        connections = new QueuePairCache(profile.count("cpu.connections"));
    }

    @Override
    public int poll(Handler handler, int limit) {
        int most = Math.min(limit, items.size());
        int handed = 0;
        while (handed < most) {
            Item item = items.poll();
            if (item == null) {
                break;
            }
            handed++;
            hand(item, handler);
        }
        if (handed == 0) {
            host.chargePoll(pollCost);
        }
        return handed;
    }

    private void hand(Item item, Handler handler) {
        Connection from = item.connection();
        host.charge(receiveCost);
        try {
            switch (item.what) {
                case OPENED -> handler.onOpened(from);
                case MESSAGE -> {
                    recall(item);
                    handler.onMessage(from, item.memory(), 0, item.length());
                }
                case IMMEDIATE -> handler.onImmediate(from, item.immediate);
                case CLOSED -> {
                    connections.forget(item.connection().state());
                    handler.onClosed(from, item.reason);
                }
            }
        } finally {
            item.consumedByServer();
        }
    }

    /** Loads a connection's state into the cache of the core that serves this inbox. */
    private void recall(Item item) {
        if (connectionCost > 0 && !connections.use(item.connection().state())) {
            host.charge(connectionCost);
        }
    }

    @Override
    public void await(Waiting waiting, long timeoutNanos) {
        host.cluster().caller().await(this, timeoutNanos, waiting.spinNanos());
        wakeUp = false;
        host.chargePoll(pollCost);
        if (ended) {
            throw new FabricException(Kind.CLOSED, "target is closed: " + uri);
        }
    }

    @Override
    public void wakeUp() {
        wakeUp = true;
        news();
    }

    @Override
    public boolean isReached() {
        return wakeUp || !items.isEmpty() || ended;
    }

    /** The target has ended; {@link #news} tells a waiting thread. */
    void end() {
        ended = true;
    }

    void add(Item item) {
        items.add(item);
        news();
    }
}
