package dev.mangrove.sim.request;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.sim.WaitPoint;
import dev.mangrove.sim.hardware.Profile;
import dev.mangrove.sim.hardware.QueuePairCache;

/** Where messages of a simulated target arrive. */
final class SimInbox extends WaitPoint implements Inbox {
    private final SimTarget target;
    private final ItemQueue items = new ItemQueue();
    private final long pollCost;
    private final long receiveCost;
    private final long connectionCost;
    private final QueuePairCache connections;
    private boolean wakeUp;

    SimInbox(SimTarget target) {
        this.target = target;
        Profile profile = target.host().profile();
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
            target.host().chargePoll(pollCost);
        }
        return handed;
    }

    private void hand(Item item, Handler handler) {
        SimConnection from = item.connection();
        target.host().charge(receiveCost);
        int weight =
                switch (item.what) {
                    case MESSAGE, IMMEDIATE -> item.weight();
                    case OPENED, CLOSED -> 0;
                };
        try {
            switch (item.what) {
                case OPENED -> handler.onOpened(from);
                case MESSAGE -> {
                    recall(from);
                    handler.onMessage(from, item.memory(), 0, item.length());
                }
                case IMMEDIATE -> handler.onImmediate(from, item.immediate);
                case CLOSED -> {
                    connections.forget(from.state());
                    handler.onClosed(from, item.reason);
                }
            }
        } finally {
            item.recycle();
            from.serverConsumed(weight);
        }
    }

    /** Loads a connection's state into the cache of the core that serves this inbox. */
    private void recall(SimConnection from) {
        if (connectionCost > 0 && !connections.use(from.state())) {
            target.host().charge(connectionCost);
        }
    }

    @Override
    public void await(Waiting waiting, long timeoutNanos) {
        target.host().cluster().await(this, timeoutNanos, waiting.spinNanos());
        wakeUp = false;
        target.host().chargePoll(pollCost);
        if (target.isClosed()) {
            throw new FabricException(Kind.CLOSED, "target is closed: " + target.uri());
        }
    }

    @Override
    public void wakeUp() {
        wakeUp = true;
        news();
    }

    @Override
    public boolean isReached() {
        return wakeUp || !items.isEmpty() || target.isClosed();
    }

    void add(Item item) {
        items.add(item);
        news();
    }
}
